/**
 * The two calls whose way through the source is told: a warm call of a plain function in this process, and one over HTTP with an
 * approval. The tool is the small one of the bench.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolService } from 'toolyard'
import { smallSample } from '../../bench/src/small-sample.ts'
import { Coverage, type RanFiles } from './coverage.ts'
import { orderOf } from './first-runs.ts'

export interface Walk {
  readonly title: string
  /** Below the source folder, in the order in which they first ran. */
  readonly files: readonly string[]
}

/** Enough to load what is loaded with the first call. */
const warmUps = 5
/** The person looks into the inbox a moment after the call, so that the two requests do not mix. */
const looksAfterMs = 250
const longestWaitMs = 30_000

/** Opens an installation below `folder`; `again` makes the call, any number of times. */
type Opens = (folder: string) => Promise<{ readonly again: () => Promise<void>; close(): Promise<void> }>

/** Only what is asked for is imported: start with coverage that has seen no import of the source. */
export async function walkAll(source: string): Promise<{ readonly warm: Walk; readonly http: Walk }> {
  using coverage = new Coverage(source)
  await coverage.start()
  return {
    warm: await walk(coverage, source, { title: 'A warm `call()` in the same process', opens: openWarm }),
    http: await walk(coverage, source, { title: 'A call over HTTP that a person approves', opens: openHttp }),
  }
}

async function walk(
  coverage: Coverage,
  source: string,
  { title, opens }: { readonly title: string; readonly opens: Opens },
): Promise<Walk> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-house-')))
  const opened = await opens(folder)
  try {
    for (let count = 0; count < warmUps; count++) await opened.again()
    const ran: RanFiles = await coverage.during(opened.again)
    const files = await orderOf(ran, opened.again)
    return { title, files: files.map((file) => file.slice(source.length)) }
  } finally {
    await opened.close()
    await rm(folder, { recursive: true })
  }
}

async function openYard(folder: string, confirm: boolean): Promise<ToolService> {
  const { createToolyard, defineTool } = await import('toolyard')
  const { name, description, schema, execute } = smallSample
  const tool = defineTool({ name, description, inputSchema: schema, confirm, execute })
  return createToolyard({ workspace: folder, tools: [tool], ...(confirm && { approvals: 'wait' }) })
}

const openWarm: Opens = async (folder) => {
  const yard = await openYard(folder, false)
  return {
    again: async () => {
      expectOk(await yard.call(smallSample.name, smallSample.inputs[0]))
    },
    close: () => yard.close(),
  }
}

const openHttp: Opens = async (folder) => {
  const yard = await openYard(folder, true)
  const { createHttpServer, TokenBook } = await import('../../packages/toolyard/src/serve/http/index.ts')
  const tokens = new TokenBook(yard.store.tokens)
  const { value } = await tokens.create({ name: 'house', role: 'admin' })
  const server = await createHttpServer(yard, { port: 0, tokens })
  const ask: Asks = async (path, body) => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  return {
    again: async () => {
      const called = ask(`/api/tools/${smallSample.name}/call`, { input: smallSample.inputs[0] })
      const { id, digest } = await waiting(ask)
      await ask(`/api/approvals/${id}/approve`, { digest })
      expectOk((await called) as { status: string })
    },
    async close() {
      await server[Symbol.asyncDispose]()
      await yard.close()
    },
  }
}

type Asks = (path: string, body?: object) => Promise<unknown>

interface Item {
  readonly id: string
  readonly digest: string
}

async function waiting(ask: Asks): Promise<Item> {
  const ends = performance.now() + longestWaitMs
  while (performance.now() < ends) {
    await sleep(looksAfterMs)
    const { items } = (await ask('/api/approvals?status=pending')) as { items: Item[] }
    const [item] = items
    if (item) return item
  }
  throw new Error('no approval came into the inbox')
}

function expectOk({ status }: { readonly status: string }): void {
  if (status !== 'ok') throw new Error(`the call that is measured ended as "${status}"`)
}
