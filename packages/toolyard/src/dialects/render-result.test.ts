import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ToolResult } from '../define/index.ts'
import { dialectNames, renderResult } from './index.ts'

const call = { id: 'call_1', name: 'probe' }
const base = { callId: 'c', tool: 'probe', durationMs: 1 } as const
const ok: ToolResult = { ...base, status: 'ok', content: [{ type: 'text', text: '21 degrees' }] }
const structured: ToolResult = {
  ...base,
  status: 'ok',
  content: [{ type: 'text', text: '{"celsius":21}' }],
  data: { celsius: 21 },
}
const failed: ToolResult = {
  ...base,
  status: 'error',
  content: [{ type: 'text', text: 'tool_failed: no such city' }],
  error: { code: 'tool_failed', message: 'no such city', retryable: false },
}
const picture: ToolResult = {
  ...base,
  status: 'ok',
  content: [
    { type: 'text', text: 'A map:' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  ],
}

function text(result: ToolResult): string {
  return (renderResult(result, 'openai', call) as { content: string }).content
}

describe('a result for OpenAI', () => {
  it('is a tool message of text', () => {
    assert.deepEqual(renderResult(ok, 'openai', call), {
      role: 'tool',
      tool_call_id: 'call_1',
      content: '21 degrees',
    })
    assert.deepEqual(renderResult(picture, 'openai', call), {
      role: 'tool',
      tool_call_id: 'call_1',
      content: 'A map:\n[image: image/png, 3 bytes]',
    })
  })

  it('says in its text that it failed, once', () => {
    assert.equal(text(failed), 'tool_failed: no such city')
    assert.equal(text({ ...base, status: 'error', content: [{ type: 'text', text: 'boom' }] }), 'Error: boom')
    assert.equal(
      text({ ...base, status: 'error', content: [{ type: 'text', text: 'Error: boom' }] }),
      'Error: boom',
    )
  })

  it('is a function_call_output item in Responses, with images as they are', () => {
    assert.deepEqual(renderResult(ok, 'openai-responses', call), {
      type: 'function_call_output',
      call_id: 'call_1',
      output: '21 degrees',
    })
    assert.deepEqual(renderResult(picture, 'openai-responses', call), {
      type: 'function_call_output',
      call_id: 'call_1',
      output: [
        { type: 'input_text', text: 'A map:' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
      ],
    })
  })
})

describe('a result for Anthropic', () => {
  it('is a tool_result block with text or with blocks', () => {
    assert.deepEqual(renderResult(ok, 'anthropic', call), {
      type: 'tool_result',
      tool_use_id: 'call_1',
      content: '21 degrees',
    })
    assert.deepEqual(renderResult(picture, 'anthropic', call), {
      type: 'tool_result',
      tool_use_id: 'call_1',
      content: [
        { type: 'text', text: 'A map:' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ],
    })
  })

  it('carries is_error, and then text only', () => {
    assert.deepEqual(renderResult({ ...picture, status: 'timeout' }, 'anthropic', call), {
      type: 'tool_result',
      tool_use_id: 'call_1',
      content: 'A map:\n[image: image/png, 3 bytes]',
      is_error: true,
    })
    assert.ok(!('is_error' in renderResult({ ...ok, status: 'skipped' }, 'anthropic', call)))
  })

  it('tells of an image that the API does not take', () => {
    const svg: ToolResult = {
      ...picture,
      content: [{ type: 'image', data: 'AAAA', mimeType: 'image/svg+xml' }],
    }
    assert.deepEqual((renderResult(svg, 'anthropic', call) as { content: unknown }).content, [
      { type: 'text', text: '[image: image/svg+xml, 3 bytes]' },
    ])
  })
})

describe('a result for Gemini', () => {
  it('is a functionResponse part with output or error', () => {
    assert.deepEqual(renderResult(ok, 'gemini', call), {
      functionResponse: { id: 'call_1', name: 'probe', response: { output: '21 degrees' } },
    })
    assert.deepEqual(renderResult(failed, 'gemini', { id: '', name: 'probe' }), {
      functionResponse: { name: 'probe', response: { error: 'tool_failed: no such city' } },
    })
  })

  it('gives JSON as JSON, and media as parts', () => {
    assert.deepEqual(renderResult(structured, 'gemini', call), {
      functionResponse: { id: 'call_1', name: 'probe', response: { output: { celsius: 21 } } },
    })
    assert.deepEqual(renderResult(picture, 'gemini', call), {
      functionResponse: {
        id: 'call_1',
        name: 'probe',
        response: { output: 'A map:' },
        parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
      },
    })
  })
})

describe('a result for MCP', () => {
  const promised = { ...call, structured: true }

  it('is its content, with the structured data where the definition promises it', () => {
    assert.deepEqual(renderResult(structured, 'mcp', promised), {
      content: structured.content,
      structuredContent: { celsius: 21 },
    })
    assert.deepEqual(renderResult(structured, 'mcp', call), { content: structured.content })
    assert.deepEqual(renderResult(picture, 'mcp', call), { content: picture.content })
  })

  it('shows what is hidden in structured content as marks', () => {
    const odd = { ...ok, data: { text: 'a\u202eb\u009b' } }
    assert.partialDeepStrictEqual(renderResult(odd, 'mcp', promised), {
      structuredContent: { text: 'a⟨U+202E⟩b⟨U+009B⟩' },
    })
  })

  it('wraps data that is no object, as its output schema does', () => {
    const { structuredContent } = renderResult({ ...ok, data: [1, 2] }, 'mcp', promised) as {
      structuredContent: unknown
    }
    assert.deepEqual(structuredContent, { result: [1, 2] })
  })

  it('carries isError, without data', () => {
    for (const ref of [call, promised])
      assert.deepEqual(renderResult({ ...failed, data: { half: true } }, 'mcp', ref), {
        content: failed.content,
        isError: true,
      })
  })

  it('is an error where it can not keep a promise: clients refuse it otherwise', () => {
    assert.deepEqual(renderResult(ok, 'mcp', promised), { content: ok.content, isError: true })
  })
})

describe('a result without content', () => {
  it('is never empty, and tells the fault where there is one', () => {
    const error = { code: 'denied', message: 'not here', hint: 'Ask first.', retryable: false } as const
    for (const dialect of dialectNames) {
      const empty = JSON.stringify(renderResult({ ...base, status: 'ok', content: [] }, dialect, call))
      assert.match(empty, /\(no output\)/)
      const denied = JSON.stringify(
        renderResult({ ...base, status: 'denied', content: [], error }, dialect, call),
      )
      assert.match(denied, /denied: not here\\nAsk first\./)
    }
  })
})

describe('an answer unlike its output schema', () => {
  it('is an error for MCP clients, which refuse it otherwise, and carries its text', () => {
    const result = {
      callId: 'c',
      tool: 't',
      status: 'ok',
      content: [{ type: 'text', text: '{"id":7}' }],
      data: { id: 7 },
      durationMs: 1,
      mismatch: 'note: must be string',
    } as const
    assert.deepEqual(renderResult(result, 'mcp', { id: '1', name: 't', structured: true }), {
      content: [{ type: 'text', text: '{"id":7}' }],
      isError: true,
    })
    assert.ok(!('isError' in renderResult(result, 'mcp', { id: '1', name: 't' })))
  })
})
