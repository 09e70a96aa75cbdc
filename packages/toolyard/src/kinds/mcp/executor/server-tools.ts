/**
 * What one server says of its tools, now or when it was last reached, and whether that is still what was accepted.
 *
 * @module
 */
import type { DiscoverProblem, Tool } from '../../../define/index.ts'
import { isProgramSpec, type McpServerSpec, mcpTools, offerTools } from '../definition/index.ts'
import { canonicalJson, isPlainObject, sha256 } from '../../../kernel/index.ts'
import { nameServer } from './fault.ts'
import type { ListedTools } from './list-tools.ts'
import type { KnownServer, ToolCache } from './tool-cache.ts'

export interface ServerToolsParts {
  readonly name: string
  readonly spec: McpServerSpec
  readonly origin: string
  readonly cache: ToolCache
}

/** A list as it came over a connection. */
export interface FreshList extends ListedTools {
  readonly serverName: string | undefined
  readonly isLegacy: boolean
  readonly at: number
}

export class ServerTools {
  readonly #parts: ServerToolsParts
  readonly #spec: string
  #tools: ReadonlyMap<string, Tool> = new Map()
  #isKnown: boolean
  #offers: readonly Tool[] | undefined
  problems: readonly DiscoverProblem[] = []

  constructor(parts: ServerToolsParts) {
    this.#parts = parts
    this.#spec = sha256(canonicalJson(wayOf(parts.spec)))
    // Of some servers nothing is taken that they offer: there is nothing to find out.
    this.#isKnown = parts.spec.tools?.exclude?.includes('*') ?? false
    const { known } = this
    if (known) this.#make(known.tools, known.serverName)
  }

  get all(): readonly Tool[] {
    return [...this.#tools.values()]
  }

  get size(): number {
    return this.#tools.size
  }

  /** What it offers beside tools. */
  get offers(): readonly Tool[] {
    const { name, spec } = this.#parts
    return (this.#offers ??= offerTools(name, wayOf(spec)))
  }

  /** Whether it is known which tools it has. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  /** What is remembered of the server. */
  get known(): KnownServer | undefined {
    return this.#parts.cache.get(this.#parts.name, this.#spec)
  }

  /** Whether the server says the same of a tool as when this one was made. */
  isCurrent({ manifest }: Tool): boolean {
    return this.#tools.get(manifest.name)?.manifest.fingerprint === manifest.fingerprint
  }

  /** Takes a list in place of the one before; answers whether anything is other than before. */
  take({ definitions, problem, serverName, isLegacy, at }: FreshList): boolean {
    const { name, origin, cache } = this.#parts
    const before = this.#digest()
    this.#make(definitions, serverName)
    if (problem !== undefined)
      this.problems = [{ file: origin, reason: `${nameServer(name)} ${problem}` }, ...this.problems]
    const originals = new Set(this.all.map(originalOf))
    const tools = definitions.filter((one) => isPlainObject(one) && originals.has(String(one['name'])))
    cache.put(name, { spec: this.#spec, at, isLegacy, serverName, tools })
    return before !== this.#digest()
  }

  #make(definitions: readonly unknown[], serverName: string | undefined): void {
    const { name, spec, origin } = this.#parts
    const { tools, problems } = mcpTools({
      server: name,
      origin,
      definitions,
      identity: { way: wayOf(spec), serverName: serverName ?? null },
      isHttp: !isProgramSpec(spec),
      filter: spec.tools,
    })
    this.#tools = new Map(tools.map((tool) => [tool.manifest.name, tool]))
    this.problems = problems
    this.#isKnown = true
  }

  #digest(): string {
    return JSON.stringify([this.all.map(({ manifest }) => manifest.fingerprint), this.problems])
  }
}

function originalOf({ implementation }: Tool): string {
  return implementation.kind === 'mcp' ? implementation.mcp.name : ''
}

/** Who a server is: how it is reached. What only says how it is used does not count. */
function wayOf(spec: McpServerSpec): object {
  if (!isProgramSpec(spec)) return { url: spec.url }
  const { command, args = [], env = {}, cwd = null } = spec
  return { command, args, env, cwd }
}
