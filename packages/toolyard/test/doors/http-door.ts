/** The doors of the HTTP API, for the matrix: a real server, calls in JSON and as event streams. */
import type { ToolResult, ToolService } from 'toolyard'
import { createHttpServer, TokenBook } from '../../src/serve/http/index.ts'
import { type Door, type DoorEnvironment, type DoorKind, openYard } from './door.ts'
import { type Told, until } from './door-parts.ts'

/** Reads the result out of an answer, or where the answer says that it is. */
type Reads = (response: Response, get: Get) => Promise<Told>
type Get = (path: string) => Promise<unknown>

interface Story {
  readonly background?: { readonly state: string; readonly result?: ToolResult }
}

interface Refusal {
  readonly error: { readonly message: string; readonly hint?: string }
}

export const httpDoors: readonly DoorKind[] = [
  overHttp('HTTP', 'application/json', async (response) =>
    toldOf((await response.json()) as ToolResult | Refusal),
  ),
  overHttp('HTTP, as an event stream', 'text/event-stream', async (response) => {
    const text = await response.text()
    const [, data] = /event: result\ndata: (.*)\n/.exec(text) ?? []
    // A tool that is not there is told before any stream begins.
    if (data === undefined) return toldOf(JSON.parse(text) as Refusal)
    return toldOf((JSON.parse(data) as { result: ToolResult }).result)
  }),
]

/** Answered with an id, and looked at until it has ended, or waits for a person. */
export const inBackground: DoorKind = {
  name: 'HTTP, in the background',
  origin: 'http',
  knowsAgents: true,
  open: async (environment) => {
    const yard = await openYard(environment)
    const more = { background: true }
    return openServer(yard, environment, { accept: 'application/json', read: untilItEnds, more })
  },
}

async function untilItEnds(response: Response, get: Get): Promise<Told> {
  if (response.status !== 202) return toldOf((await response.json()) as Refusal)
  const { callId } = (await response.json()) as { callId: string }
  return until(async () => {
    const { background } = (await get(`/api/calls/${callId}`)) as Story
    if (background?.state === 'waiting') return { ok: false, text: 'it waits' }
    return background?.result && toldOf(background.result)
  }, `the end of ${callId}`)
}

function overHttp(name: string, accept: string, read: Reads): DoorKind {
  return {
    name,
    origin: 'http',
    knowsAgents: true,
    open: async (environment) => {
      const yard = await openYard(environment)
      return openServer(yard, environment, { accept, read })
    },
  }
}

async function openServer(
  yard: ToolService,
  { agent }: DoorEnvironment,
  { accept, read, more }: { readonly accept: string; readonly read: Reads; readonly more?: object },
): Promise<Door> {
  const tokens = new TokenBook(yard.store.tokens)
  const { value } = await tokens.create({ name: 'doors', role: 'operator' })
  const server = await createHttpServer(yard, { port: 0, tokens })
  const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json', accept }
  const get = async (path: string): Promise<unknown> => (await fetch(server.url + path, { headers })).json()
  return {
    async names() {
      if (agent === undefined) {
        const { items } = (await get('/api/tools?state=active&limit=5000')) as { items: { name: string }[] }
        return items.map(({ name }) => name)
      }
      const { definitions } = (await get(`/api/agents/${agent}/definitions/mcp`)) as {
        definitions: { name: string }[]
      }
      return definitions.map(({ name }) => name)
    },
    async call(tool, input) {
      const body = JSON.stringify({ input, ...(agent !== undefined && { agent }), ...more })
      const url = `${server.url}/api/tools/${tool}/call`
      return read(await fetch(url, { method: 'POST', headers, body }), get)
    },
    async close() {
      await server[Symbol.asyncDispose]()
      await yard.close()
    },
  }
}

function toldOf(answer: ToolResult | Refusal): Told {
  if (!('content' in answer)) return { ok: false, text: `${answer.error.message} ${answer.error.hint ?? ''}` }
  return {
    ok: answer.status === 'ok',
    text: answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  }
}
