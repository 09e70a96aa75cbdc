/** A client that knows tasks, by hand, in the era without sessions. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, send } from './raw.ts'

const version = '2026-07-28'
const tasks = { 'io.modelcontextprotocol/tasks': {} }

export interface TaskClientOptions {
  /** Who it is, as the server under test reads it. */
  readonly user?: string
  readonly capabilities?: Readonly<Record<string, unknown>>
}

export interface ToldTask {
  readonly resultType?: string
  readonly taskId: string
  readonly status: string
  readonly statusMessage?: string
  readonly ttlMs: number | null
  readonly result?: { readonly content: readonly { readonly text?: string }[]; readonly isError?: boolean }
  readonly error?: { readonly code: number; readonly message: string }
  readonly inputRequests?: Readonly<Record<string, AskedInput>>
}

export interface AskedInput {
  readonly method: string
  readonly params: { readonly message: string; readonly requestedSchema: { readonly properties: object } }
}

export class TaskClient {
  readonly #url: URL
  readonly #options: TaskClientOptions

  constructor(url: URL, options: TaskClientOptions = {}) {
    this.#url = url
    this.#options = options
  }

  request(method: string, params: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { user, capabilities = { elicitation: {}, extensions: tasks } } = this.#options
    const name = params['taskId'] ?? params['name']
    return send(this.#url, {
      headers: {
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
        ...(user !== undefined && { 'x-user': user }),
      },
      body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: metaOf(capabilities) } },
    })
  }

  /** The task of a call. */
  async start(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<ToldTask> {
    return this.#task(await this.request('tools/call', { name, arguments: input }))
  }

  async get(taskId: string): Promise<ToldTask> {
    return this.#task(await this.request('tasks/get', { taskId }))
  }

  /** As it is when it has come to a status. */
  async until(taskId: string, ...statuses: readonly string[]): Promise<ToldTask> {
    for (const end = performance.now() + 120_000; ;) {
      const task = await this.get(taskId)
      if (statuses.includes(task.status)) return task
      if (performance.now() > end) throw new Error(`waited in vain: ${JSON.stringify(task)}`)
      await sleep(50)
    }
  }

  ended(taskId: string): Promise<ToldTask> {
    return this.until(taskId, 'completed', 'failed', 'cancelled')
  }

  #task({ body }: Answer): ToldTask {
    if (body.result && 'taskId' in body.result) return body.result as unknown as ToldTask
    throw new Error(`no task: ${JSON.stringify(body)}`)
  }
}

export function metaOf(capabilities: Readonly<Record<string, unknown>>): object {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'task-client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
}
