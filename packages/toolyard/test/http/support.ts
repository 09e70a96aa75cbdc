/** A real server on a free port, with a token of every role, and a client for it. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type AnyTool, createToolyard, defineTool, type ToolService } from 'toolyard'
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
  TokenBook,
} from '../../src/serve/http/index.ts'
import type { TokenRole } from '../../src/store/index.ts'
import type { ToolyardOptions } from '../../src/runtime/index.ts'

export type Role = Exclude<TokenRole, 'agent'>

export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

export interface RequestOptions {
  readonly as?: Role | 'nobody' | { readonly token: string }
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** What a refusal says. */
export interface Refusal {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly hint?: string
    readonly details?: unknown
  }
}

export class Site {
  readonly yard: ToolService
  readonly server: HttpServer
  readonly tokens: TokenBook
  readonly #values: Readonly<Record<Role, string>>
  /** A stream ends when the collector takes its answer. */
  readonly #streams: Response[] = []

  constructor(
    yard: ToolService,
    server: HttpServer,
    door: { tokens: TokenBook; values: Record<Role, string> },
  ) {
    this.yard = yard
    this.server = server
    this.tokens = door.tokens
    this.#values = door.values
  }

  get url(): string {
    return this.server.url
  }

  token(role: Role): string {
    return this.#values[role]
  }

  /** Sends a request as an administrator, unless it is said otherwise. */
  async send(
    method: string,
    path: string,
    { as = 'admin', body, headers, signal }: RequestOptions = {},
  ): Promise<Response> {
    const token = typeof as === 'object' ? as.token : as === 'nobody' ? undefined : this.#values[as]
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) this.#streams.push(answer)
    return answer
  }

  async close(): Promise<void> {
    await this.server[Symbol.asyncDispose]()
    await this.yard.close()
    this.#streams.length = 0
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects
  async json<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<Answer<T>> {
    const response = await this.send(method, path, options)
    return { status: response.status, headers: response.headers, body: (await response.json()) as T }
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects
  async get<T = Record<string, unknown>>(path: string, options?: RequestOptions): Promise<T> {
    const { status, body } = await this.json<T>('GET', path, options)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** The result of a call. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects
  async call<T = { status: string; data?: unknown }>(
    tool: string,
    input: unknown,
    more: object = {},
  ): Promise<T> {
    const { status, body } = await this.json<T>('POST', `/api/tools/${tool}/call`, {
      body: { input, ...more },
    })
    if (status !== 200) throw new Error(`the call of ${tool} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
}

export interface SiteOptions extends ToolyardOptions {
  readonly server?: Partial<HttpServerOptions>
}

/** Closed with its test. */
export async function openSite(
  test: TestContext,
  { server: more = {}, ...options }: SiteOptions = {},
): Promise<Site> {
  const workspace = options.workspace ?? (await folderFor(test))
  const yard = await createToolyard({ approvals: 'wait', tools: [...sampleTools], ...options, workspace })
  const tokens = new TokenBook(yard.store.tokens)
  const values = {} as Record<Role, string>
  for (const role of ['viewer', 'operator', 'approver', 'admin'] as const)
    values[role] = (await tokens.create({ name: `the ${role}`, role })).value
  const server = await createHttpServer(yard, { port: 0, tokens, ...more })
  const site = new Site(yard, server, { tokens, values })
  test.after(() => site.close())
  return site
}

export async function folderFor(test: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-http-')))
  test.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const echo = defineTool({
  name: 'echo',
  description: 'Says again what it was given.',
  category: 'text',
  tags: ['sample', 'plain'],
  permission: 'read',
  effects: 'none',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
  execute: (input) => input,
})

/** Counts, one chunk a step, until it is told to stop. */
const count = defineTool({
  name: 'count',
  description: 'Counts to a number.',
  category: 'numbers',
  permission: 'read',
  effects: 'none',
  inputSchema: { to: Number },
  async *execute({ to }, { progress, signal }) {
    for (let step = 1; step <= to && !signal.aborted; step++) {
      progress({ done: step, total: to })
      yield `${step}\n`
      await new Promise((resolve) => {
        setTimeout(resolve, 2)
      })
    }
    return { to }
  },
})

/** Asks a person before every call. */
export const note = defineTool({
  name: 'note',
  description: 'Writes a note down.',
  permission: 'write',
  effects: 'local_state',
  confirm: true,
  inputSchema: { text: String },
  execute: ({ text }) => `noted: ${text}`,
})

/** Asks a person while it runs. */
const choose = defineTool({
  name: 'choose',
  description: 'Lets a person choose.',
  permission: 'read',
  effects: 'none',
  async execute(_input, { ask }) {
    return `chosen: ${await ask({ question: 'Which one?', choices: ['left', 'right'] })}`
  },
})

/** Asks a person with a form that has every kind of field. */
export const fillIn = defineTool({
  name: 'fill_in',
  description: 'Lets a person fill in a form.',
  permission: 'read',
  effects: 'none',
  async execute(_input, { ask }) {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Your name', minLength: 1, pattern: '^A' },
        day: { type: 'string', format: 'date', default: '2026-07-28' },
        size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'], default: 'm' },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1, default: ['a'] },
        count: { type: 'integer', minimum: 1, exclusiveMaximum: 10, multipleOf: 2, default: 2 },
        sure: { type: 'boolean', default: true },
      },
      required: ['name'],
    } as const
    return JSON.stringify(await ask({ question: 'Who?', schema }))
  },
})

const fail = defineTool({
  name: 'fail',
  description: 'Fails.',
  permission: 'read',
  effects: 'none',
  execute() {
    throw new Error('it broke')
  },
})

export const sampleTools: readonly AnyTool[] = [echo, count, note, choose, fail]

export interface SentEvent {
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
}

/** The events of a stream as they come. Ends with the stream. */
export async function* eventsOf(response: Response): AsyncGenerator<SentEvent, void, undefined> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
      if (!block.startsWith(':'))
        yield {
          id: field('id'),
          type: field('event'),
          data: JSON.parse(field('data')) as Record<string, unknown>,
        }
    }
  }
}

/** Looks again and again until it is there. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
  const end = performance.now() + 120_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`it never came: ${what}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
