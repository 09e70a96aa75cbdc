/** Answers that come in parts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { textOf, type ToolEvent } from 'toolyard'
import { type Answering, openService, type Spec, yardOf } from './service.ts'

interface Seen {
  readonly chunks: unknown[]
  readonly text: string
  readonly status: string
  readonly data: unknown
}

async function watched(answer: Answering, spec: Spec = {}): Promise<Seen> {
  await using service = await openService(answer)
  await using yard = await yardOf(service, spec)
  const events: ToolEvent[] = []
  for await (const event of yard.stream('ask', {})) events.push(event)
  const last = events.at(-1)
  assert.ok(last?.type === 'result')
  return {
    chunks: events.flatMap((event) => (event.type === 'chunk' ? [event.data] : [])),
    text: textOf(last.result),
    status: last.result.status,
    data: last.result.data,
  }
}

/** Sends these parts, one after the other. */
function parts(type: string, texts: readonly (string | Uint8Array)[]): Answering {
  return async (_, response) => {
    response.writeHead(200, { 'content-type': type })
    for (const text of texts) {
      response.write(text)
      await sleep(2)
    }
    response.end()
  }
}

describe('events of a stream', () => {
  it('are chunks, and all of them are the result', async () => {
    const { chunks, data, status } = await watched(
      parts('text/event-stream; charset=utf-8', [
        ': a comment\n\ndata: {"n":1}\n\n',
        'data: {"n"',
        ':2}\r\n\r\ndata: plain words\n\n',
        'event: end\nid: 7\ndata: line 1\ndata: line 2\n\n',
      ]),
    )
    const expected = [{ n: 1 }, { n: 2 }, 'plain words', { event: 'end', data: 'line 1\nline 2' }]
    assert.equal(status, 'ok')
    assert.deepEqual(
      chunks.map((chunk) => (typeof chunk === 'string' ? chunk.trim() : chunk)),
      expected,
    )
    assert.ok(Array.isArray(data))
  })

  it('are put together wherever the parts of the answer end', async () => {
    const bytes = Buffer.from('data: {"t":"grüße 🎉"}\r\n\r\ndata: {"t":"x"}\r\r')
    const { chunks } = await watched(
      parts(
        'text/event-stream',
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    )
    assert.deepEqual(chunks, [{ t: 'grüße 🎉' }, { t: 'x' }])
  })

  it('give the part that the tool selects, as one text where it is text', async () => {
    const delta = (text: string): string =>
      `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`
    const { text, chunks } = await watched(
      parts('text/event-stream', [
        delta('Hel'),
        'data: {"choices":[]}\n\n',
        delta('lo'),
        'data: [DONE]\n\n',
        delta('!'),
      ]),
      { config: { select: 'choices[0].delta.content', stream: 'sse' } },
    )
    assert.equal(text, 'Hello')
    assert.equal(chunks.join(''), 'Hello')
  })

  it('are asked for where the tool says that they come', async () => {
    await using service = await openService()
    await using yard = await yardOf(service, { config: { stream: 'sse' } })
    assert.equal((await yard.call('ask', {})).status, 'ok')
    assert.equal(service.received[0]?.headers.accept, 'text/event-stream')
    assert.equal(yard.registry.get('ask')?.manifest.streaming, true)
  })

  it('are text where the tool says that nothing comes in parts', async () => {
    const { text } = await watched(parts('text/event-stream', ['data: 1\n\n']), {
      config: { stream: 'none' },
    })
    assert.equal(text, 'data: 1\n\n')
  })

  it('arrive as they are sent', async () => {
    const open = Promise.withResolvers<void>()
    await using service = await openService(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"n":1}\n\n')
      await open.promise
      response.end('data: {"n":2}\n\n')
    })
    await using yard = await yardOf(service)
    const chunks: unknown[] = []
    for await (const event of yard.stream('ask', {})) {
      if (event.type !== 'chunk') continue
      chunks.push(event.data)
      // Only whoever has seen the first one lets the second one go.
      open.resolve()
    }
    assert.deepEqual(chunks, [{ n: 1 }, { n: 2 }])
  })

  it('may take longer than the time limit, if the pauses between them do not', async () => {
    const slow: Answering = async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let count = 0; count < 6; count++) {
        response.write(`data: {"n":${count}}\n\n`)
        await sleep(60)
      }
      response.end()
    }
    assert.equal((await watched(slow, { config: { timeout: 250 } })).chunks.length, 6)
    const stuck: Answering = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"n":1}\n\n')
    }
    const { status, text, chunks } = await watched(stuck, { config: { timeout: 100 } })
    assert.equal(status, 'timeout')
    assert.match(text, /did not send anything within 100 ms/)
    assert.deepEqual(chunks, [{ n: 1 }])
  })

  it('that break off are an error, after what came', async () => {
    const broken: Answering = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"n":1}\n\n', () => setTimeout(() => response.socket?.destroy(), 10))
    }
    const { status, chunks, text } = await watched(broken)
    assert.deepEqual(chunks, [{ n: 1 }])
    assert.equal(status, 'error')
    assert.match(text, /closed the connection before the answer was whole/)
  })

  it('are an error where they are too many bytes', async () => {
    const flood: Answering = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${'x'.repeat(100_000)}\n\n`)
    }
    assert.match((await watched(flood, { config: { maxBytes: 50_000 } })).text, /larger than 50,000 bytes/)
  })

  it('end at the service when nobody reads them any more', async () => {
    const closed = Promise.withResolvers<void>()
    await using service = await openService((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.on('close', () => closed.resolve())
      response.write('data: {"n":1}\n\n')
    })
    await using yard = await yardOf(service)
    for await (const event of yard.stream('ask', {})) if (event.type === 'chunk') break
    await closed.promise
  })
})

describe('lines of JSON', () => {
  for (const type of ['application/x-ndjson', 'application/jsonl', 'application/ndjson; charset=utf-8'])
    it(`are chunks where they come as ${type}`, async () => {
      const { chunks, status } = await watched(parts(type, ['{"n":1}\n{"n"', ':2}\n\n', '3']))
      assert.equal(status, 'ok')
      assert.deepEqual(chunks, [{ n: 1 }, { n: 2 }, 3])
    })

  it('that can not be read are told, and the others go on', async () => {
    const { chunks, status } = await watched(parts('application/x-ndjson', ['{"n":1}\noops\n{"n":3}\n']))
    assert.equal(status, 'ok')
    assert.deepEqual(chunks, [{ n: 1 }, { problem: 'line 2 is not JSON', text: 'oops' }, { n: 3 }])
  })

  it('give the part that the tool selects', async () => {
    const { chunks } = await watched(
      parts('application/x-ndjson', ['{"n":{"x":1}}\n{"m":2}\n{"n":{"x":3}}\n']),
      {
        config: { select: 'n.x' },
      },
    )
    assert.deepEqual(chunks, [1, 3])
  })
})
