/** Lines and bodies that are no message: each is answered, and what runs goes on. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { createToolyard, defineTool, type ToolService } from 'toolyard'
import { z } from 'zod'
import { serveStdio } from '../../src/serve/mcp/serve-stdio.ts'
import { type McpHttp, serveMcp } from '../helpers/mcp-http.ts'
import { until } from './ground.ts'
import { initialize } from './raw.ts'

interface Answered {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const gate = Promise.withResolvers<void>()
const slow = defineTool({
  name: 'slow',
  description: 'Waits until it may go on.',
  permission: 'read',
  effects: 'none',
  execute: async () => {
    await gate.promise
    return 'done at last'
  },
})
const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  inputSchema: z.object({ text: z.string().optional(), any: z.unknown() }),
  permission: 'read',
  effects: 'none',
  execute: ({ text }) => text ?? 'nothing',
})

let yard: ToolService
let http: McpHttp
before(async () => {
  yard = await createToolyard({ database: 'memory:', tools: [slow, echo] })
  http = await serveMcp(yard)
})
after(async () => {
  gate.resolve()
  await http[Symbol.asyncDispose]()
  await yard.close()
})

/** A client that sends bytes. */
class Line implements AsyncDisposable {
  readonly input = new PassThrough()
  readonly output = new PassThrough()
  readonly answers: Answered[] = []
  readonly #stop = new AbortController()
  readonly #served: Promise<void>
  #rest = ''

  constructor() {
    this.#served = serveStdio(yard, {
      version: '1',
      signal: this.#stop.signal,
      input: this.input,
      output: this.output,
    })
    this.output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n')
      this.#rest = lines.pop() ?? ''
      this.answers.push(...lines.map((line) => JSON.parse(line) as Answered))
    })
  }

  async open(): Promise<this> {
    this.send(initialize)
    await this.answerTo(1)
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return this
  }

  send(message: object): void {
    this.input.write(`${JSON.stringify(message)}\n`)
  }

  async answerTo(id: unknown): Promise<Answered> {
    await until(() => this.answers.some((one) => one.id === id), `${String(id)} was answered`)
    return this.answers.find((one) => one.id === id) ?? {}
  }

  /** What came before a request that is sent after it. */
  async answersTo(line: string | Buffer): Promise<Answered[]> {
    const from = this.answers.length
    this.input.write(line)
    this.input.write('\n')
    const id = `after-${from}`
    this.send({ jsonrpc: '2.0', id, method: 'ping' })
    await this.answerTo(id)
    return this.answers.slice(from).filter((one) => one.id !== id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#served
  }
}

const call = (id: unknown, args: string): string =>
  `{"jsonrpc":"2.0","id":${String(id)},"method":"tools/call","params":{"name":"echo","arguments":${args}}}`

/** By what is wrong: the line, and the code and id of the answer. */
const lines: Readonly<Record<string, readonly [line: string | Buffer, code: number, id: unknown]>> = {
  'not JSON': ['not json', -32_700, null],
  'JSON that breaks off': ['{"jsonrpc":"2.0","id":5,"method":', -32_700, null],
  'two messages on a line': ['{"jsonrpc":"2.0"}{"jsonrpc":"2.0"}', -32_700, null],
  'bytes that are not UTF-8': [Buffer.from(call(5, '{"text":"\u00e4"}'), 'latin1'), -32_700, null],
  'a surrogate in its bytes': [
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    -32_700,
    null,
  ],
  'a NUL byte': ['{"jsonrpc":"2.0","id":5,"method":"ping"}\0', -32_700, null],
  'the same key twice': [call(5, '{"text":"a","text":"b"}'), -32_700, null],
  'the same key twice, once written otherwise': [
    call(5, String.raw`{"text":"a","te\u0078t":"b"}`),
    -32_700,
    null,
  ],
  'a key of the prototype': [call(5, '{"__proto__":{"a":1}}'), -32_700, null],
  'very deep nesting': [call(5, `${'['.repeat(5000)}${']'.repeat(5000)}`), -32_700, null],
  'a text': ['"text"', -32_600, null],
  'a number': ['7', -32_600, null],
  null: ['null', -32_600, null],
  'an empty object': ['{}', -32_600, null],
  'an empty batch': ['[]', -32_600, null],
  'a batch': ['[{"jsonrpc":"2.0","id":5,"method":"ping"}]', -32_600, null],
  'no version': ['{"id":5,"method":"ping"}', -32_600, 5],
  'another version': ['{"jsonrpc":"1.0","id":5,"method":"ping"}', -32_600, 5],
  'a version that is a number': ['{"jsonrpc":2.0,"id":5,"method":"ping"}', -32_600, 5],
  'no method': ['{"jsonrpc":"2.0","id":5}', -32_600, 5],
  'a method that is a number': ['{"jsonrpc":"2.0","id":"five","method":7}', -32_600, 'five'],
  'a method that is null': ['{"jsonrpc":"2.0","id":5,"method":null}', -32_600, 5],
  'an id that is null': ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
  'an id that is an object': ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
  'an id that is a list': ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32_600, null],
  'an id that is a boolean': ['{"jsonrpc":"2.0","id":true,"method":"ping"}', -32_600, null],
  'an id that is no whole number': ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600, null],
  'an id that would be rounded': [
    '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}',
    -32_600,
    null,
  ],
  'an id that is infinite': ['{"jsonrpc":"2.0","id":1e999,"method":"ping"}', -32_600, null],
  'an id that is very long': [`{"jsonrpc":"2.0","id":"${'x'.repeat(5000)}","method":"ping"}`, -32_600, null],
  'params that are a list': ['{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', -32_602, 5],
  'params that are a text': ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":"x"}', -32_602, 5],
  'params that are null': ['{"jsonrpc":"2.0","id":5,"method":"ping","params":null}', -32_602, 5],
  '_meta that is no object': ['{"jsonrpc":"2.0","id":5,"method":"ping","params":{"_meta":7}}', -32_602, 5],
  'a token of progress that is an object': [
    '{"jsonrpc":"2.0","id":5,"method":"ping","params":{"_meta":{"progressToken":{}}}}',
    -32_602,
    5,
  ],
  'a request that is an answer': ['{"jsonrpc":"2.0","id":5,"method":"ping","result":{}}', -32_600, null],
  'an answer that is no object': ['{"jsonrpc":"2.0","id":5,"result":7}', -32_600, null],
  'an error without a code': ['{"jsonrpc":"2.0","id":5,"error":{}}', -32_600, null],
}

describe('a line over stdio that is no message', () => {
  for (const [what, [line, code, id]] of Object.entries(lines))
    it(`is answered where it is ${what}`, async () => {
      await using client = await new Line().open()
      const answers = await client.answersTo(line)
      assert.deepEqual(
        answers.map((one) => [one.id, one.error?.code]),
        [[id, code]],
      )
      assert.match(answers[0]?.error?.message ?? '', /^(?:Parse error|Invalid Request|Invalid params): .{15}/)
    })

  it('is answered before the client has said who it is', async () => {
    await using client = new Line()
    client.input.write('nonsense\n{"jsonrpc":"2.0","id":9,"method":7}\n')
    assert.equal((await client.answerTo(9)).error?.code, -32_600)
    assert.equal((await client.answerTo(null)).error?.code, -32_700)
    await client.open()
  })

  it('gets no answer where it is a notification, an answer that nobody waits for, or blank', async () => {
    await using client = await new Line().open()
    for (const line of [
      '{"jsonrpc":"2.0","method":"notifications/unheard"}',
      '{"jsonrpc":"2.0","method":"notifications/unheard","params":7}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"_meta":7}}',
      '{"jsonrpc":"2.0","id":77,"result":{}}',
      '',
      '\r',
      '   ',
    ])
      assert.deepEqual(await client.answersTo(line), [], line)
  })

  it('is served where it only holds members that JSON-RPC does not know', async () => {
    await using client = await new Line().open()
    const [answer] = await client.answersTo('{"jsonrpc":"2.0","id":5,"method":"ping","trace":"00-1"}')
    assert.deepEqual([answer?.id, answer?.result], [5, {}])
  })

  it('is answered where arguments hold NUL, half a character, an infinite number or as much depth as is allowed', async () => {
    await using client = await new Line().open()
    const deep = `{"any":${'['.repeat(63)}${']'.repeat(63)}}`
    for (const args of [
      String.raw`{"text":"\u0000"}`,
      String.raw`{"text":"\ud800"}`,
      '{"any":1e999}',
      deep,
    ]) {
      const [answer] = await client.answersTo(call(5, args))
      assert.equal(answer?.id, 5, args)
    }
  })
})

describe('a line over 16 MB', () => {
  const filler = 'x'.repeat(1_000_000)

  it('is answered by its id wherever that is in it, and a call that runs is not touched', async () => {
    await using client = await new Line().open()
    client.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'slow' } })
    for (const [id, [head, tail]] of Object.entries({
      first: [
        '{"jsonrpc":"2.0","id":"first","method":"tools/call","params":{"name":"echo","id":"no","text":"',
        '"}}',
      ],
      last: [
        String.raw`{"method":"tools/call","params":{"a":["\\\"","}"],"text":"`,
        '"},"jsonrpc":"2.0","id":"last"}',
      ],
    })) {
      client.input.write(head)
      for (let written = 0; written < 17; written++) client.input.write(filler)
      client.input.write(`${tail}\n`)
      const { error } = await client.answerTo(id)
      assert.equal(error?.code, -32_600)
      assert.match(error.message, /at most 16 MB/)
    }
    gate.resolve()
    assert.match(JSON.stringify((await client.answerTo(2)).result), /done at last/)
  })

  it('is answered without an id where it has none, two, or is an answer', async () => {
    for (const [head, tail] of [
      ['', ''],
      ['{"method":"ping","a":"', '"}'],
      ['{"id":1,"method":"ping","a":"', '","id":2}'],
      ['{"id":1,"result":"', '"}'],
      ['[{"id":1,"method":"ping","a":"', '"}]'],
    ] as const) {
      await using client = await new Line().open()
      client.input.write(head)
      for (let written = 0; written < 17; written++) client.input.write(filler)
      const answers = await client.answersTo(tail)
      assert.deepEqual(
        answers.map((one) => [one.id, one.error?.code]),
        [[null, -32_600]],
        head,
      )
    }
  })

  it('is not kept in memory while it passes', async () => {
    await using client = await new Line().open()
    const chunk = Buffer.alloc(1_000_000, 0x78)
    const from = process.memoryUsage().arrayBuffers
    let most = 0
    client.input.write('{"a":"')
    for (let written = 0; written < 200; written++) {
      if (!client.input.write(chunk)) await new Promise((resolve) => void client.input.once('drain', resolve))
      most = Math.max(most, process.memoryUsage().arrayBuffers - from)
    }
    assert.equal((await client.answersTo('"}')).length, 1)
    assert.ok(most < 80_000_000, `${most} bytes were kept`)
  })
})

describe('refusals that nobody reads', () => {
  it('are not piled up: no more lines are read until they are', async () => {
    const input = new PassThrough()
    const stop = new AbortController()
    let isFull = true
    let written = 0
    const output = new PassThrough()
    output.write = ((): boolean => {
      written++
      return !isFull
    }) as never
    const served = serveStdio(yard, { version: '1', signal: stop.signal, input, output })
    for (let line = 0; line < 100; line++) {
      input.write('junk\n')
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.ok(written < 5, `${written} answers were written`)
    isFull = false
    output.emit('drain')
    await until(() => written === 100, 'the others were answered')
    stop.abort()
    await served
  })
})

describe('a body over HTTP that is no message', () => {
  for (const [what, [line, code]] of Object.entries(lines))
    it(`is refused where it is ${what}`, async () => {
      const response = await fetch(http.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: typeof line === 'string' ? line : new Uint8Array(line),
      })
      const { error } = (await response.json()) as Answered
      assert.ok(response.status >= 400 && response.status < 500)
      assert.ok(error && error.message.length > 10)
      if (code === -32_700) assert.equal(error.code, code)
    })
})
