/** `toClaudeTools`: what its handlers make of a call. The SDK's own server calls them in `test/claude/sdk-tools.test.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool } from 'toolyard'
import { toClaudeTools } from 'toolyard/claude'
import { z } from 'zod'
import { openTried, pixel } from './yard.ts'

describe('tools of a yard for the Claude Agent SDK', () => {
  it('answer pictures and failures, and are not run twice under the id of one call', async () => {
    await using tried = await openTried()
    const tools = await toClaudeTools(tried.yard, { threadId: 't' })
    const handlerOf = (name: string) => {
      const tool = tools.find((one) => one.name === name)
      assert.ok(tool)
      return tool.handler
    }
    const { content } = await handlerOf('draw')({})
    assert.deepEqual(content[1], { type: 'image', data: pixel, mimeType: 'image/png' })
    const failed = await handlerOf('fail')({})
    assert.equal(failed.isError, true)
    assert.match(JSON.stringify(failed.content), /the kettle is empty/)
    const extra = { _meta: { 'claudecode/toolUseId': 'toolu_1' } }
    for (let time = 0; time < 2; time++) await handlerOf('pay')({ amount: 7 }, extra)
    assert.deepEqual(tried.done, ['pay 7'])
  })

  it('get parameters that their schema does not name', async () => {
    const seen: unknown[] = []
    const facts = { description: 'O.', execute: (input: unknown) => void seen.push(input) }
    const unit = { type: 'string' } as const
    await using yard = await createToolyard({
      tools: [
        defineTool({ ...facts, name: 'free', inputSchema: { type: 'object', additionalProperties: true } }),
        defineTool({
          ...facts,
          name: 'numbers',
          inputSchema: {
            type: 'object',
            properties: { unit },
            additionalProperties: { type: 'number' },
          },
        }),
        defineTool({ ...facts, name: 'closed', inputSchema: { type: 'object', properties: { unit } } }),
      ],
    })
    const tools = await toClaudeTools(yard)
    const given = { unit: 'm', further_parameters: { length: 2 } }
    for (const { inputSchema, handler } of tools) await handler(z.object(inputSchema).parse(given))
    assert.deepEqual(seen, [{ length: 2 }, { unit: 'm', length: 2 }, { unit: 'm' }])
  })

  it('end with the signal of the SDK', async () => {
    await using tried = await openTried()
    const [tool] = await toClaudeTools(tried.yard, { tools: ['wait'] })
    const abort = new AbortController()
    const running = tool?.handler({}, { signal: abort.signal })
    await tried.started
    abort.abort()
    assert.equal((await running)?.isError, true)
    assert.deepEqual(tried.done, ['stopped'])
  })
})
