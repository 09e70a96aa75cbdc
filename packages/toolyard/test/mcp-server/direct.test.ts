/** Calls over stdio go to the pipeline past the SDK once it has served one: both ways must give one answer. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Running } from '../cli/cli.ts'
import { named } from '../cli/project.ts'
import { Ground } from './ground.ts'
import { initialize } from './raw.ts'

type Message = Readonly<Record<string, unknown>>

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

/** One kind of request, by the parameters of a call. */
const requests: Readonly<Record<string, Message>> = {
  'a call': { name: 'echo', arguments: { text: 'hello' } },
  'a call without arguments': { name: 'echo' },
  'a call that is told progress': { name: 'climb', arguments: { steps: 2 }, _meta: { progressToken: 'p' } },
  'arguments that are wrong': { name: 'echo', arguments: { txt: 1 } },
  'arguments that are no object': { name: 'echo', arguments: 'text' },
  'a tool that is not there': { name: 'ecko', arguments: {} },
  'no name': { arguments: {} },
  'a name that is none': { name: 7 },
  'a call that needs a person': { name: 'pay', arguments: { amount: 1 } },
  'other things in _meta': { name: 'echo', arguments: {}, _meta: { traceparent: '00-1-2-01' } },
}

let ground: Ground
before(async () => {
  ground = await Ground.make()
})
after(() => ground[Symbol.asyncDispose]())

class Line {
  readonly #running: Running
  readonly #isModern: boolean
  #id = 100

  constructor(isModern: boolean) {
    this.#running = ground.project.start([...named, 'mcp'])
    this.#isModern = isModern
  }

  async open(): Promise<void> {
    if (this.#isModern) return
    this.#send(initialize)
    await this.#running.says(/"id":1\b/)
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  /** Everything that is sent until the request is answered, without what differs from one to the next. */
  async ask(params: Message): Promise<unknown[]> {
    const id = ++this.#id
    const from = this.#running.out.length
    const meta = { ...(this.#isModern && envelope), ...(params['_meta'] as object | undefined) }
    const sent = Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params
    this.#send({ jsonrpc: '2.0', id, method: 'tools/call', params: sent })
    await this.#running.says(new RegExp(`"id":${id}\\b.*\\n`))
    const lines = this.#running.out.slice(from).trim().split('\n')
    return lines.map((line) => JSON.parse(withoutOwn(line, id)) as unknown)
  }

  async close(): Promise<void> {
    this.#running.child.stdin.end()
    await this.#running.ended
  }

  #send(message: object): void {
    this.#running.type(`${JSON.stringify(message)}\n`)
  }
}

/** Ids of requests, calls, questions and of what waits. */
function withoutOwn(line: string, id: number): string {
  return line
    .replaceAll(`"id":${id}`, '"id":0')
    .replaceAll(/\b(?:call|apr|que)_\w+/g, 'own')
    .replaceAll(/\bdigest [0-9a-f]+/g, 'digest own')
    .replaceAll(/"requestState":"[^"]+"/g, '"requestState":""')
}

for (const era of ['legacy', 'modern'])
  describe(`over stdio in the ${era} era`, () => {
    for (const [what, params] of Object.entries(requests))
      it(`gives the same answer whichever way it goes: ${what}`, async () => {
        const line = new Line(era === 'modern')
        await line.open()
        const first = await line.ask(params)
        // The way past the SDK is open from the first call on that it has served.
        await line.ask({ name: 'echo', arguments: {} })
        const second = await line.ask(params)
        assert.deepEqual(second, first)
        await line.close()
      })
  })
