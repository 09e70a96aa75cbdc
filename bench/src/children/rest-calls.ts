/**
 * Asks a server on this machine, by a REST tool and by hand with undici, in turn, and prints what a call took of the
 * processor and of the clock.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createToolyard } from 'toolyard'
import type * as Undici from 'undici'
import { median } from '../harness.ts'

export interface RestCalls extends Readonly<Record<string, number>> {
  /** Microseconds of processor time a call, and the ratio of the same rounds. */
  readonly cpu: number
  readonly bareCpu: number
  readonly cpuRatio: number
  /** Microseconds until half of the calls are answered. */
  readonly p50: number
  readonly bareP50: number
  readonly p50Ratio: number
}

/** The very version that ours stands on. */
const { Agent, request } = createRequire(import.meta.resolve('toolyard'))('undici') as typeof Undici

type Ask = (index: number) => Promise<unknown>

const [method = 'GET', secret = '', rounds = ''] = process.argv.slice(2)
/** Calls of one contender before it is the other's turn, and rounds that only warm up. */
const [batch, warmUps] = Number(rounds) > 1 ? [200, 100] : [20, 1]
const server = spawn(process.execPath, [fileURLToPath(new URL('rest-server.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [line] = (await once(server.stdout, 'data')) as [Buffer]
const port = line.toString().trim()
const origin = `http://127.0.0.1:${port}`
process.env['BENCH_TOKEN'] = 'a-token-of-nobody-0123456789'

const yard = await createToolyard({ network: { allow: [`127.0.0.1:${port}`] } })
yard.registerRestTool('items', {
  description: 'Items of a list',
  parameters: {
    type: 'object',
    properties: { page: { type: 'integer' }, q: { type: 'string' } },
    required: ['page', 'q'],
    additionalProperties: false,
  },
  config: {
    baseUrl: origin,
    path: '/items',
    method: method as 'GET' | 'POST',
    ...(secret === 'secret' && { auth: { type: 'bearer', token: '${BENCH_TOKEN}' } }),
  },
})

const agent = new Agent()
const headers = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'toolyard/0.1.0',
  accept: 'application/json, text/plain;q=0.9, */*;q=0.8',
  ...(secret === 'secret' && { authorization: `Bearer ${process.env['BENCH_TOKEN']}` }),
}
const withBody = { ...headers, 'content-type': 'application/json' }

const bare: Ask = async (index) => {
  const given = { page: index, q: 'some words' }
  const answer =
    method === 'GET'
      ? await request(`${origin}/items?page=${given.page}&q=${encodeURIComponent(given.q)}`, {
          dispatcher: agent,
          headers,
        })
      : await request(`${origin}/items`, {
          method: 'POST',
          body: JSON.stringify(given),
          dispatcher: agent,
          headers: withBody,
        })
  return answer.body.json()
}
const ours: Ask = async (index) => (await yard.call('items', { page: index, q: 'some words' })).data

if (JSON.stringify(await bare(1)) !== JSON.stringify(await ours(1))) throw new Error('The answers differ')

const figures: Record<string, number[]> = { cpu: [], bareCpu: [], p50: [], bareP50: [] }
for (let round = -warmUps; round < Number(rounds); round++) {
  const order = round % 2 === 0 ? [bare, ours] : [ours, bare]
  for (const ask of order) {
    const found = await measure(ask)
    if (round < 0) continue
    figures[ask === ours ? 'cpu' : 'bareCpu']?.push(found.cpu)
    figures[ask === ours ? 'p50' : 'bareP50']?.push(found.p50)
  }
}
await yard.close()
await agent.close()
server.stdin.end()

const ratio = (above: string, below: string): number =>
  median((figures[above] ?? []).map((value, round) => value / (figures[below]?.[round] ?? Number.NaN)))
const medians = Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, median(values)]))
console.log(
  JSON.stringify({ ...medians, cpuRatio: ratio('cpu', 'bareCpu'), p50Ratio: ratio('p50', 'bareP50') }),
)

async function measure(ask: Ask): Promise<{ cpu: number; p50: number }> {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < batch; index++) {
    const start = performance.now()
    await ask(index)
    times.push((performance.now() - start) * 1000)
  }
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / batch, p50: median(times) }
}
