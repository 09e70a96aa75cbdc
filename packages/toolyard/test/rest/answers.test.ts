/** What becomes of the answers of a service. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { textOf, type ToolResult } from 'toolyard'
import { type Answering, openService, type Spec, yardOf } from './service.ts'

async function answered(answer: Answering, spec: Spec = {}): Promise<ToolResult> {
  await using service = await openService(answer)
  await using yard = await yardOf(service, { ...spec, config: { retry: { attempts: 1 }, ...spec.config } })
  return await yard.call('ask', {})
}

/** An answer of a content type. */
function typed(type: string, body: string | Uint8Array = ''): Answering {
  return (_, response) => {
    if (type !== '') response.setHeader('content-type', type)
    response.end(body)
  }
}

describe('JSON', () => {
  it('is the result, as data and as text', async () => {
    const { data, content } = await answered(() => ({ a: [1, null] }))
    assert.deepEqual(data, { a: [1, null] })
    assert.deepEqual(content, [{ type: 'text', text: '{"a":[1,null]}' }])
  })

  for (const type of ['application/problem+json; charset=utf-8', 'text/json', 'Application/JSON', ''])
    it(`is known by ${JSON.stringify(type)}`, async () => {
      assert.deepEqual((await answered(typed(type, ' {"a":1}'))).data, { a: 1 })
    })

  it('is never taken for a result of ours', async () => {
    const body = { content: [{ type: 'text', text: 'hello' }], isError: true, model: 'x' }
    const result = await answered(() => body)
    assert.equal(result.status, 'ok')
    assert.deepEqual(result.data, body)
    assert.equal(textOf(result), JSON.stringify(body))
  })

  for (const value of [null, 0, false, '', 'text', []])
    it(`may be ${JSON.stringify(value)}`, async () => {
      const result = await answered(() => value)
      assert.equal(result.status, 'ok')
      assert.equal(textOf(result), typeof value === 'string' ? value : JSON.stringify(value))
    })

  it('may be packed', async () => {
    const result = await answered((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync('{"a":1}'))
    })
    assert.deepEqual(result.data, { a: 1 })
  })

  it('gives the part that the tool selects', async () => {
    const body = {
      data: {
        items: [
          { id: 1, x: 0 },
          { id: 2, x: 0 },
        ],
      },
    }
    assert.deepEqual((await answered(() => body, { config: { select: 'data.items[1]' } })).data, {
      id: 2,
      x: 0,
    })
    assert.deepEqual((await answered(() => body, { config: { select: '$.data.items[*].id' } })).data, [1, 2])
  })

  it('says what is there where the selected part is not', async () => {
    const result = await answered(() => ({ result: 1, total: 2 }), { config: { select: 'data.items' } })
    assert.equal(result.error?.code, 'tool_failed')
    assert.equal(result.error?.retryable, false)
    assert.match(textOf(result), /nothing at data, which "ask" selects\. It has result, total\./)
  })

  it('is held against the output schema', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    const result = await answered(() => ({ a: 1 }), { outputSchema })
    assert.deepEqual([result.status, result.data], ['ok', { a: 1 }])
    assert.match(textOf(result), /^\{"a":1\}\n\[The call was made\. Its answer differs .*: a: /)
    const strict = await answered(() => ({ a: 1 }), { outputSchema, strictOutput: true })
    assert.equal(strict.error?.code, 'invalid_output')
  })

  it('that is none is told, with how it begins', async () => {
    const result = await answered(typed('application/json', '{"a": oops}'))
    assert.equal(result.error?.code, 'tool_failed')
    assert.equal(result.error?.retryable, false)
    assert.match(
      textOf(result),
      /GET http:\/\/127\.0\.0\.1:\d+\/? answered something that is not JSON.*\{\\"a\\": oops/,
    )
  })
})

describe('a web page instead of JSON', () => {
  const page = typed('text/html', '<!doctype html><html><head><title> Sign\n in </title></head></html>')

  it('is an error that names the page and says that trying again does not help', async () => {
    const result = await answered(page)
    assert.equal(result.error?.code, 'tool_failed')
    assert.equal(result.error?.retryable, false)
    assert.match(textOf(result), /answered a web page, "Sign in", where JSON was expected/)
    assert.match(textOf(result), /page to sign in/)
  })

  it('is found out also where its type is not said', async () => {
    assert.match(textOf(await answered(typed('', '<!DOCTYPE html><p>hi'))), /a web page, where JSON/)
  })

  it('is the result where the tool asks for it', async () => {
    const result = await answered(page, { config: { headers: { accept: 'text/html' } } })
    assert.equal(result.status, 'ok')
    assert.match(textOf(result), /Sign\n in/)
  })
})

describe('text', () => {
  it('is the result', async () => {
    assert.equal(textOf(await answered(typed('text/plain', 'hello'))), 'hello')
    assert.equal(textOf(await answered(typed('application/xml', '<a/>'))), '<a/>')
    assert.equal(textOf(await answered(typed('image/svg+xml', '<svg/>'))), '<svg/>')
  })

  it('is read in its charset', async () => {
    assert.equal(textOf(await answered(typed('text/plain; charset=ISO-8859-1', Buffer.from([0xe9])))), 'é')
  })

  it('is read as JSON where the tool selects a part', async () => {
    const result = await answered(typed('text/plain', '{"a":{"b":7}}'), { config: { select: 'a.b' } })
    assert.equal(textOf(result), '7')
  })
})

describe('pictures, sounds and other bytes', () => {
  const bytes = Buffer.from([0, 1, 2, 0xff])

  for (const [type, kind] of [
    ['image/png', 'image'],
    ['audio/mpeg', 'audio'],
  ] as const)
    it(`are a block of type ${kind}`, async () => {
      const { content, data } = await answered(typed(type, bytes))
      assert.deepEqual(content, [{ type: kind, data: 'AAEC/w==', mimeType: type }])
      assert.deepEqual(data, { mimeType: type, bytes: 4 })
    })

  for (const [type, told] of [
    ['application/pdf', 'application/pdf'],
    ['', 'application/octet-stream'],
  ])
    it(`are a document where they are ${JSON.stringify(told)}`, async () => {
      const { content, status } = await answered(typed(type ?? '', bytes))
      assert.equal(status, 'ok')
      assert.deepEqual(content[0], { type: 'text', text: `${told}, 4 bytes` })
      const [, document] = content
      assert.ok(document?.type === 'resource' && 'blob' in document.resource)
      assert.equal(document.resource.blob, 'AAEC/w==')
      assert.equal(document.resource.mimeType, told)
    })
})

describe('an answer without a body', () => {
  it('is done', async () => {
    const result = await answered((_, response) => {
      response.statusCode = 204
      response.end()
    })
    assert.equal(textOf(result), 'Done: 204 No Content.')
    assert.deepEqual(result.data, { status: 204 })
  })

  it('is done also where it has another status', async () => {
    assert.equal(textOf(await answered(typed('application/json'))), 'Done: 200 OK.')
  })

  it('is its headers where only they were asked for', async () => {
    const result = await answered(
      (_, response) => {
        response.setHeader('x-count', '7')
        response.setHeader('content-length', '10000000')
        response.end()
      },
      { config: { method: 'HEAD' } },
    )
    const { status, headers } = result.data as { status: number; headers: Record<string, string> }
    assert.equal(status, 200)
    assert.equal(headers['x-count'], '7')
  })
})

describe('an answer that is too large', () => {
  it('is refused before it is read where it says so', async () => {
    const result = await answered(
      (_, response) => {
        response.setHeader('content-length', '2000000000')
        response.write('x')
      },
      { config: { maxBytes: 1000 } },
    )
    assert.equal(result.error?.code, 'unavailable')
    assert.equal(result.error?.retryable, false)
    assert.match(textOf(result), /larger than 1,000 bytes[\s\S]*Ask for less/)
  })

  it('is cut off where it does not, packed or not', async () => {
    for (const packed of [false, true]) {
      const result = await answered(
        (_, response) => {
          response.setHeader('content-type', 'text/plain')
          if (packed) response.setHeader('content-encoding', 'gzip')
          response.write(packed ? gzipSync('x'.repeat(50_000_000)) : 'x'.repeat(2000))
        },
        { config: { maxBytes: 1000 } },
      )
      assert.match(textOf(result), /larger than 1,000 bytes/)
    }
  })
})
