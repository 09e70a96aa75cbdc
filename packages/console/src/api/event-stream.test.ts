import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventParser, readEvents } from './event-stream.ts'

const text =
  ': hello\n\nid: 1\nevent: chunk\ndata: {"a":1}\n\nid: 2\r\ndata: x\r\ndata:y\r\n\r\nevent: lost\ndata: z'
const events = [
  { id: '1', event: 'chunk', data: '{"a":1}' },
  { id: '2', event: 'message', data: 'x\ny' },
]

describe('a stream of events', () => {
  it('is read the same in whatever pieces it comes', () => {
    for (let size = 1; size <= text.length; size++) {
      const parser = createEventParser()
      const read = []
      for (let at = 0; at < text.length; at += size) read.push(...parser.push(text.slice(at, at + size)))
      assert.deepEqual(read, events, `in pieces of ${size}`)
    }
  })

  it('may be cut inside a character', async () => {
    const bytes = new TextEncoder().encode('data: 天气\n\n')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 8))
        controller.enqueue(bytes.slice(8))
        controller.close()
      },
    })
    const read = []
    for await (const { data } of readEvents(body)) read.push(data)
    assert.deepEqual(read, ['天气'])
  })
})
