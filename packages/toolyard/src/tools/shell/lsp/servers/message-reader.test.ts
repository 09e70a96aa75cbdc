import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { MessageSource } from './message-reader.ts'

const frame = (text: string, header = 'Content-Length'): Buffer =>
  Buffer.from(`${header}: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

interface ReaderRecord {
  readonly source: MessageSource
  readonly messages: unknown[]
  readonly garbage: string[]
}

function listen(): ReaderRecord {
  const [messages, garbage]: [unknown[], string[]] = [[], []]
  const source = new MessageSource((sample) => garbage.push(sample))
  source.listen((message) => messages.push(message))
  return { source, messages, garbage }
}

describe('the messages of a server', () => {
  it('are read out of chunks of any size', async () => {
    const bytes = Buffer.concat([frame('{"id":1,"face":"😀"}'), frame('{"id":2}'), frame('{"id":3}')])
    for (const size of [1, 2, 7, 30, bytes.length]) {
      const { source, messages } = listen()
      for (let at = 0; at < bytes.length; at += size) void source.push(bytes.subarray(at, at + size))
      await turns(10)
      assert.deepEqual(messages, [{ id: 1, face: '😀' }, { id: 2 }, { id: 3 }], `${size} bytes`)
    }
  })

  it('may have other headers, in either case', async () => {
    const { source, messages } = listen()
    void source.push(Buffer.from('content-type: x; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}'))
    await turns(3)
    assert.deepEqual(messages, [{}])
  })

  it('make the server wait while too much of them waits', async () => {
    const { source, messages } = listen()
    const many = Buffer.concat(
      Array.from({ length: 20_000 }, () => frame(JSON.stringify({ x: 'y'.repeat(100) }))),
    )
    const held = source.push(many)
    assert.ok(held instanceof Promise)
    await held
    assert.ok(messages.length < 20_000)
    await turns(20_001)
    assert.equal(messages.length, 20_000)
    assert.equal(source.push(frame('{}')), undefined)
  })

  it('may be long: a long one does not hold itself back', async () => {
    const { source, messages } = listen()
    const long = frame(JSON.stringify({ text: 'x'.repeat(5_000_000) }))
    for (let at = 0; at < long.length; at += 65_536) {
      await source.push(long.subarray(at, at + 65_536))
      await turns(1)
    }
    await turns(2)
    assert.equal(messages.length, 1)
  })

  it('end with the first thing that is none', async () => {
    const { source, messages, garbage } = listen()
    void source.push(Buffer.concat([frame('{"id":1}'), Buffer.from('oops'), frame('{"id":2}')]))
    await turns(10)
    assert.deepEqual(messages, [{ id: 1 }])
    assert.equal(garbage.length, 1)
    assert.match(garbage[0] ?? '', /^"oops/)
  })

  it('let go of a server that waits when nobody listens any more', async () => {
    const { source } = listen()
    const held = source.push(Buffer.alloc(2_000_000, 'Content-Length: 60000000\r\n\r\n'))
    source.dispose()
    await held
    assert.equal(source.push(Buffer.from('x')), undefined)
  })
})
