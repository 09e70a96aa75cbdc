/**
 * What the MCP servers offer beside tools, as one caller may use it: prompts, resources, and completions for them.
 *
 * A server's offers are shown to callers that are shown one of its tools: so what no person has accepted, what a rule denies and what an
 * agent does not have is hidden. To use one is a call through the pipeline, which decides again; here it is only found.
 *
 * @module
 */
import type { McpAccess, McpOfferMethod, McpPrompt } from '../../define/index.ts'
import { offerName, serverPrefix, toolNameOf } from '../../kinds/mcp/definition/index.ts'
import { ToolyardError, visibleText } from '../../kernel/index.ts'
import { boundTools, type Core, errorOf, isHidden, mayUseOneOf } from '../../pipeline/index.ts'
import { findOwner, type OfferedResource, own, type ServerResources, withAddresses } from './addresses.ts'

export interface OfferedPrompt extends McpPrompt {
  readonly server: string
  /** Its name as the server knows it. */
  readonly original: string
}

/** What to call, to use an offer. */
export interface OfferCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface OfferCaller {
  readonly agent?: string | undefined
}

export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

type Kind = 'prompts' | 'resources'

/** How long a list waits for a server. One that answers later is told as a change. */
const patienceMs = 10_000
/** And for one that let the last list wait in vain. */
const shortMs = 500
/** Longer ones belong to no server. */
const maxAddress = 4096
const methods: Readonly<Record<Kind, McpOfferMethod>> = {
  prompts: 'prompts/get',
  resources: 'resources/read',
}

export class McpOffers {
  readonly #core: Core
  /** Servers whose last list did not come in time, by kind and name. */
  readonly #late = new Set<string>()

  constructor(core: Core) {
    this.#core = core
  }

  /** By the names that tools of the same servers have: `server__prompt`. */
  async prompts(caller: OfferCaller): Promise<readonly OfferedPrompt[]> {
    const all = await this.#all(caller, 'prompts', (mcp, server, signal) => mcp.prompts(server, signal))
    const { redactor } = this.#core
    return all.flatMap(({ server, items }) =>
      items.flatMap((prompt) => {
        const offered = { ...prompt, server, original: prompt.name, name: toolNameOf(server, prompt.name) }
        const safe = redactor.redactValue(offered) as OfferedPrompt
        return safe.original === prompt.name ? [safe] : []
      }),
    )
  }

  /** Resources, and templates for more of them. */
  async resources(caller: OfferCaller): Promise<readonly OfferedResource[]> {
    return withAddresses(await this.#resources(caller))
  }

  /** Also by the name that its server gives it, where no other prompt has that. */
  async prompt(
    caller: OfferCaller,
    name: string,
    given: Readonly<Record<string, unknown>> | undefined,
  ): Promise<OfferCall | undefined> {
    const found = await this.#findPrompt(caller, name)
    if (!found) return undefined
    const input = { name: found.original, ...(given && { arguments: given }) }
    return { tool: offerName(found.server, 'prompts/get'), input }
  }

  /** Throws where several servers have it. */
  async resource(caller: OfferCaller, uri: string): Promise<OfferCall | undefined> {
    if (uri.length > maxAddress) return undefined
    // An address that names its server needs no list.
    const open = (await this.#open(caller, 'resources')).map((server) => ({ server, resources: [] }))
    const found = findOwner(uri, open) ?? findOwner(uri, await this.#resources(caller))
    if (found && 'several' in found)
      throw new ToolyardError(
        'invalid_arguments',
        `several servers have the resource "${visibleText(uri.slice(0, 500))}"`,
        {
          hint: `Name one of them: ${visibleText(found.several.join(', '))}.`,
        },
      )
    return found && { tool: offerName(found.server, 'resources/read'), input: { uri: found.original } }
  }

  async completion(
    caller: OfferCaller,
    ref: CompletionRef,
    rest: Readonly<Record<string, unknown>>,
  ): Promise<OfferCall | undefined> {
    const found =
      ref.type === 'ref/prompt'
        ? await this.#findPrompt(caller, ref.name)
        : await this.#findTemplate(caller, ref.uri)
    if (!found) return undefined
    const { server, original } = found
    const named = ref.type === 'ref/prompt' ? { name: original } : { uri: original }
    const input = { ...rest, ref: { type: ref.type, ...named } }
    return { tool: offerName(server, 'completion/complete'), input }
  }

  /** A name that begins with a server's is never another's, also while that server can't be reached. */
  async #findPrompt(caller: OfferCaller, name: string): Promise<OfferedPrompt | undefined> {
    const servers = this.#core.services.mcp?.servers() ?? []
    const isNamed = servers.some((server) => name.startsWith(`${serverPrefix(server.name)}__`))
    const all = await this.prompts(caller)
    return isNamed
      ? all.find((prompt) => prompt.name === name)
      : only(all.filter(({ original }) => original === name))
  }

  async #findTemplate(caller: OfferCaller, uri: string): Promise<OfferedResource | undefined> {
    const all = await this.resources(caller)
    const known = all.find((resource) => resource.uri === uri)
    return known ?? (own.test(uri) ? undefined : only(all.filter(({ original }) => original === uri)))
  }

  /** An address that holds a secret can't be shown, nor be read without it: such a resource is left out. */
  async #resources(caller: OfferCaller): Promise<readonly ServerResources[]> {
    const all = await this.#all(caller, 'resources', (mcp, server, signal) => mcp.resources(server, signal))
    const { redactor } = this.#core
    return all.map(({ server, items }) => ({
      server,
      resources: items.flatMap((resource) => {
        const safe = redactor.redactValue(resource) as typeof resource
        return safe.uri === resource.uri ? [safe] : []
      }),
    }))
  }

  async #all<T>(
    caller: OfferCaller,
    kind: Kind,
    list: (mcp: McpAccess, server: string, signal: AbortSignal) => Promise<readonly T[]>,
  ): Promise<readonly { readonly server: string; readonly items: readonly T[] }[]> {
    const { mcp } = this.#core.services
    if (!mcp) return []
    return Promise.all(
      (await this.#open(caller, kind)).map(async (server) => {
        const key = `${kind} ${server}`
        const signal = AbortSignal.timeout(this.#late.has(key) ? shortMs : patienceMs)
        // A server that can't be reached takes no other's offers with it.
        const items = await list(mcp, server, signal).catch(() => [])
        if (signal.aborted) this.#late.add(key)
        else this.#late.delete(key)
        return { server, items }
      }),
    )
  }

  /** The servers whose offers a caller may use. */
  async #open(caller: OfferCaller, kind: Kind): Promise<readonly string[]> {
    const { clock, people, services } = this.#core
    const { mcp } = services
    const { rights } = people
    if (!mcp) return []
    await rights.fresh(clock.now())
    const bound = boundTools(rights, { agent: caller.agent })
    if (bound?.kind === 'refused') throw errorOf(bound)
    return mcp.servers().flatMap(({ name }) => (this.#isOpen(name, kind, caller) ? [name] : []))
  }

  #isOpen(server: string, kind: Kind, caller: OfferCaller): boolean {
    const { tools, policy } = this.#core
    const entry = tools.get(offerName(server, methods[kind]))
    if (!entry?.beside || isHidden(policy, entry.manifest)) return false
    return mayUseOneOf(this.#core, caller, entry.beside())
  }
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined
}
