/**
 * From the options to the sources that they name. What reads a source is loaded where one is named.
 *
 * @module
 */
import { resolve } from 'node:path'
import { type DiscoverProblem, type SourceTools, withFacts } from '../define/index.ts'
import type { LegacyRegistry } from '../discover/legacy/index.ts'
import type { McpToolDefinition } from '../kinds/mcp/definition/index.ts'
import type { HostAccess, TrustGate } from '../host/index.ts'
import { hintOf, messageOf } from '../kernel/index.ts'
import { entryOf, type RegistryEntry } from '../registry/index.ts'
import type { McpConnections } from './mcp.ts'
import type { Settings } from './settings.ts'
import type { OwnState } from './own-state.ts'
import type { OpenSource, Sources } from './sources.ts'
import { registryFiles } from './trusted-parts.ts'

export interface SourcePlace {
  /** What paths in the options are relative to. */
  readonly folder: string
  readonly state: OwnState
  readonly host: HostAccess
  readonly mcp: McpConnections
  /** The registry of the older form, where there is one. */
  readonly older: LegacyRegistry | undefined
}

/** Read before all else: what it names is kept from being written, and its secrets from being shown. */
export async function readOlderRegistry(
  { toolRegistry, environment = process.env }: Settings,
  folder: string,
  trust?: TrustGate,
): Promise<LegacyRegistry | undefined> {
  if (toolRegistry === undefined) return undefined
  await trust?.files(registryFiles(resolve(folder, toolRegistry)))
  const { readToolRegistry } = await import('../discover/legacy/index.ts')
  return readToolRegistry(resolve(folder, toolRegistry), { environment })
}

export async function openSources(sources: Sources, options: Settings, place: SourcePlace): Promise<void> {
  const { toolFolders = [], programs = [], rest = [], openapi = [], mcpTools = {} } = options
  const { older } = place
  if (toolFolders.length > 0) sources.add(await folderSource(options, place))
  if (programs.length > 0) sources.add(await programSource(options, place))
  if (rest.length > 0) {
    const { restTool } = await import('../kinds/rest/definition/index.ts')
    for (const spec of rest)
      await sources.tryAdd(`rest: ${spec.name}`, async () =>
        fixed(`rest: ${spec.name}`, {
          // Written by people: what can't be enforced is refused, as in code.
          tools: [withFacts(restTool(spec), { source: 'config' })],
          problems: [],
        }),
      )
  }
  for (const spec of openapi)
    await sources.tryAdd(spec.document, async () => {
      const { openApiTools } = await import('../discover/openapi/index.ts')
      const { documentReader } = await import('./read-document.ts')
      const { folder, host } = place
      const found = await openApiTools(spec, { read: documentReader({ named: spec.document, folder, host }) })
      return { ...fixed(spec.document, found), isForeign: true }
    })
  for (const [name, definition] of Object.entries(mcpTools))
    await sources.tryAdd(`mcpTools.${name}`, () => mcpToolSource(name, definition, place.mcp))
  if (older) {
    for (const [name, spec] of Object.entries(older.mcpServers)) place.mcp.name(name, spec)
    sources.add(fixed(older.file, older))
  }
  const servers = await place.mcp.source()
  if (servers) sources.add(servers)
}

async function folderSource(options: Settings, place: SourcePlace): Promise<OpenSource> {
  const { toolFolders = [], toolIndex, watch = false } = options
  const { folder, state, host } = place
  const { discoverTools } = await import('../discover/index.ts')
  const { file, problem } = indexOf(toolIndex, state)
  const discovery = await discoverTools({
    folders: toolFolders.map((path) => resolve(folder, path)),
    ...(file !== undefined && { indexFile: resolve(folder, file) }),
    trust: host.settings.trust,
  })
  return {
    name: 'tool folders',
    entries: () => discovery.tools,
    problems: () => [...discovery.problems, ...problem],
    ...(watch && { watch: (onChange) => discovery.watch(onChange) }),
    close: async () => discovery[Symbol.asyncDispose](),
  }
}

/** Where what is known of tool files is kept. Without a folder for it everything works, only slower. */
function indexOf(
  named: Settings['toolIndex'],
  state: OwnState,
): { readonly file?: string; readonly problem: readonly DiscoverProblem[] } {
  if (named === false) return { problem: [] }
  if (named !== undefined) return { file: named, problem: [] }
  try {
    return { file: state.file('tools.json'), problem: [] }
  } catch (error) {
    const hint = hintOf(error)
    const reason = `The tool index cannot be written: ${messageOf(error)}`
    return { problem: [{ file: 'tools.json', reason, ...(hint !== undefined && { hint }) }] }
  }
}

async function programSource(
  { programs = [], watch = false }: Settings,
  { folder, host }: SourcePlace,
): Promise<OpenSource> {
  const { programTools } = await import('../discover/programs/index.ts')
  const found = await programTools(programs, { folder, trust: host.settings.trust })
  let now: SourceTools = found
  return {
    name: 'programs',
    entries: () => now.tools.map(entryOf),
    problems: () => now.problems,
    ...(watch && {
      watch: (onChange) =>
        found.watch((changed) => {
          now = changed
          onChange()
        }),
    }),
  }
}

async function mcpToolSource(
  name: string,
  definition: McpToolDefinition,
  mcp: McpConnections,
): Promise<OpenSource> {
  const { appMcpTool } = await import('../kinds/mcp/definition/index.ts')
  const tool = withFacts(appMcpTool(name, definition), { source: 'config' })
  mcp.describe(definition)
  return fixed(`mcpTools.${name}`, { tools: [tool], problems: [] })
}

/** Tools of a description that is read once. */
function fixed(name: string, { tools, problems }: SourceTools): OpenSource {
  const entries = tools.map((tool): RegistryEntry => ({ ...entryOf(tool), file: name }))
  return { name, entries: () => entries, problems: () => problems }
}
