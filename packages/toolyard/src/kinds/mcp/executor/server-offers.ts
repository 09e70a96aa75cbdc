/**
 * What a server offers beside its tools, over one connection: its lists, kept for a moment, and what is asked of them.
 *
 * @module
 */
import type { Client } from '@modelcontextprotocol/client'
import type { McpOfferMethod, McpPrompt, McpResource } from '../../../define/index.ts'
import { readPrompts, readResources, readTemplates } from '../definition/index.ts'
import {
  isPlainObject,
  maxDelayMs,
  messageOf,
  ToolyardError,
  type JsonObject,
} from '../../../kernel/index.ts'
import type { ServerQuestion } from './answers.ts'
import { tellProgress } from './call-tool.ts'
import type { McpAnswer } from './content.ts'
import { exchange } from './exchange.ts'
import { nameServer, protocolCode } from './fault.ts'
import { listPages, type ServerList } from './list-pages.ts'
import { readOffer } from './offer-answers.ts'
import { anyResult, rawOf } from './raw-results.ts'
import type { RunningCall } from './running-call.ts'
import { untilAborted } from './until-aborted.ts'

export interface OfferParts {
  readonly server: string
  readonly client: Client
  readonly idleMs: number
  readonly answer: ServerQuestion
}

export type OfferKind = 'prompts' | 'resources'

const maxItems = 1000
const maxTemplates = 100
/** How long a list is taken for true that the server said nothing about. */
const freshMs = 2000
/** What servers answer where there is no such prompt or resource, or arguments do not fit. */
const deniedCodes = new Set([-32_002, -32_602])

const lists = {
  prompts: { method: 'prompts/list', key: 'prompts', most: maxItems },
  resources: { method: 'resources/list', key: 'resources', most: maxItems },
  templates: { method: 'resources/templates/list', key: 'resourceTemplates', most: maxTemplates },
} as const satisfies Record<string, ServerList>

export class ServerOffers {
  readonly #parts: OfferParts
  /** Until when each list counts: while it is being read, all wait for that. */
  readonly #kept = new Map<
    OfferKind,
    { readonly items: Promise<readonly unknown[]>; readonly until: number }
  >()

  constructor(parts: OfferParts) {
    this.#parts = parts
  }

  /** The list has changed: it is read again. */
  forget(kind: OfferKind): void {
    this.#kept.delete(kind)
  }

  async prompts(signal: AbortSignal): Promise<readonly McpPrompt[]> {
    return this.#list('prompts', signal, async () => readPrompts(await this.#pages('prompts')))
  }

  /** Templates stand behind. */
  async resources(signal: AbortSignal): Promise<readonly McpResource[]> {
    return this.#list('resources', signal, async () => {
      const resources = readResources(await this.#pages('resources'))
      // Servers without templates may refuse to list them.
      const templates = await this.#pages('templates').catch(() => [])
      return [...resources, ...readTemplates(templates)]
    })
  }

  /** For the caller whose call it is: questions of the server to a person go through it. */
  async ask(method: McpOfferMethod, params: JsonObject, call: RunningCall): Promise<McpAnswer> {
    try {
      const result = await this.request(method, params, { signal: call.signal, call })
      const read = readOffer(method, result)
      if (read) return read
    } catch (error) {
      throw this.#faultOf(error, method, call)
    }
    throw new ToolyardError(
      'tool_failed',
      `${nameServer(this.#parts.server)} answered something that is no result`,
    )
  }

  /** The result as it came. Without a call no person is asked anything. */
  async request(
    method: McpOfferMethod,
    params: JsonObject,
    { signal, call }: { readonly signal: AbortSignal; readonly call?: RunningCall },
  ): Promise<JsonObject> {
    const { client, answer, idleMs } = this.#parts
    const options = {
      signal,
      allowInputRequired: true,
      timeout: call ? maxDelayMs : idleMs,
      ...(call && { onprogress: (progress: object) => tellProgress(progress, call) }),
    }
    const result = await exchange({
      params,
      send: (current) => client.request({ method, params: current }, anyResult, options),
      answer: (asked, about) => answer(asked, about, call),
    })
    return rawOf(result) ?? (isPlainObject(result) ? result : {})
  }

  #faultOf(error: unknown, method: McpOfferMethod, call: RunningCall): unknown {
    const { server } = this.#parts
    if (call.isSilent)
      return new ToolyardError('timeout', `${nameServer(server)} said nothing for ${call.idleMs} ms`, {
        cause: error,
      })
    if (!deniedCodes.has(protocolCode(error) ?? 0)) return error
    const said = messageOf(error).slice(0, 2000)
    return method === 'resources/read'
      ? new ToolyardError('not_found', `${nameServer(server)} has no such resource: ${said}`)
      : new ToolyardError('invalid_arguments', `${nameServer(server)} does not take that: ${said}`)
  }

  /** One request for all who ask in the same moment: none of them can end it for the others. */
  async #list<T>(
    kind: OfferKind,
    signal: AbortSignal,
    read: () => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    if (!this.#parts.client.getServerCapabilities()?.[kind]) return []
    let kept = this.#kept.get(kind)
    if (!kept || performance.now() > kept.until) {
      const made = { items: read(), until: Infinity }
      made.items.then(
        () => (made.until = performance.now() + freshMs),
        () => (made.until = 0),
      )
      this.#kept.set(kind, (kept = made))
    }
    return (await untilAborted(kept.items, signal)) as readonly T[]
  }

  async #pages(list: keyof typeof lists): Promise<readonly unknown[]> {
    const { client, idleMs } = this.#parts
    return (await listPages(client, lists[list], { timeout: idleMs })).items
  }
}
