/**
 * What the options load and start outside the sandbox, told to a graph: tool folders, plugins, the older registry, documents,
 * and the commands of hooks, servers and programs.
 *
 * @module
 */
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StartedCommand } from '../host/index.ts'
import { filesBelow, type TrustGraph } from '../host/trust/index.ts'
import { isPlainObject } from '../kernel/index.ts'
import type { Settings } from './settings.ts'

export interface PartsPlace {
  readonly workspace: string
  /** What paths in the options are relative to. */
  readonly folder: string
  /** Those of `mcpFile`. */
  readonly servers: Readonly<Record<string, unknown>>
  /** Files of functions that the older registry names. */
  readonly modules: readonly string[]
}

/** Everything that shows without reading manifests of programs. */
export function addParts(graph: TrustGraph, options: Settings, place: PartsPlace): void {
  const { folder, workspace, modules } = place
  const { toolFolders = [], plugins = [], toolRegistry, openapi = [], mcpFile, claude } = options
  const own = ownPackage()
  if (own !== undefined) graph.file(own, 'data')
  // They run outside the sandbox, also where this program is linked and no installed package.
  graph.package('@vscode/ripgrep', '.', import.meta.dirname)
  graph.package('playwright-core', '.', import.meta.dirname)
  graph.file(process.execPath, 'data')
  for (const path of toolFolders) addFolder(graph, resolve(folder, path))
  for (const plugin of plugins) addPlugin(graph, plugin, folder)
  if (toolRegistry !== undefined)
    for (const path of registryFiles(resolve(folder, toolRegistry))) graph.file(path, 'data')
  for (const path of modules) graph.file(path, 'loaded')
  for (const { document } of openapi)
    if (typeof document === 'string' && !/^https?:/i.test(document))
      graph.file(resolve(folder, document), 'data')
  if (mcpFile !== undefined) graph.file(resolve(folder, mcpFile), 'data')
  // Any agent may name its runner.
  graph.package('@anthropic-ai/claude-agent-sdk', '.', resolve(workspace, claude?.sdkFolder ?? '.'))
  for (const command of commandsOf(options, place)) graph.command(command)
}

/** Programs with their manifests. One that can't be read counts alone: it is no tool. */
export async function addPrograms(graph: TrustGraph, options: Settings, place: PartsPlace): Promise<void> {
  const { toolFolders = [], programs = [], plugins = [] } = options
  const { folder, workspace } = place
  const { fixedWords, isManifest, readProgram } = await import('../kinds/program/definition/index.ts')
  const local = plugins.map(useOf).filter((use) => typeof use === 'string' && isPath(use)) as string[]
  const folders = [...toolFolders, ...local, ...programs.filter((path) => !isManifest(path))]
  const manifests = [
    ...programs.filter(isManifest).map((path) => resolve(folder, path)),
    ...folders.flatMap((path) => filesBelow(resolve(folder, path), isManifest)),
  ]
  for (const file of new Set(manifests)) {
    graph.file(file, 'data')
    const tool = await readProgram({ file, source: 'app' }).catch(() => undefined)
    if (tool?.implementation.kind !== 'external') continue
    const { external } = tool.implementation
    graph.command({ name: file, argv: fixedWords(external), cwd: workspace, env: external.env })
  }
}

/** The files of the folder that an older registry is in: it reads those beside it. */
export function registryFiles(file: string): string[] {
  return filesBelow(dirname(file), (name) => name.endsWith('.toml'))
}

/** Hooks and servers that are written wrongly are refused where they are read, with a better reason. */
export function commandsOf(
  { hooks = [], mcpServers = {} }: Settings,
  { workspace, servers }: Pick<PartsPlace, 'workspace' | 'servers'>,
): StartedCommand[] {
  const handlers = hooks.map((hook) => ['hook', (hook as { readonly handler?: unknown }).handler] as const)
  const named = Object.entries({ ...servers, ...mcpServers })
  return [...handlers, ...named].flatMap(([name, spec]) => {
    const { command, args, cwd, env } = isPlainObject(spec) ? spec : {}
    if (typeof command !== 'string') return []
    const here = (text: string): string => text.replaceAll('${workspaceFolder}', workspace)
    const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string')
    const variables = Object.entries(isPlainObject(env) ? env : {}).filter(
      ([, value]) => typeof value === 'string',
    )
    return {
      name,
      argv: words.map(here),
      cwd: resolve(workspace, typeof cwd === 'string' ? here(cwd) : '.'),
      env: Object.fromEntries(variables.map(([key, value]) => [key, here(value as string)])),
    }
  })
}

/** Everything in the folder: a helper, a file that is read, a program. Documents are none of it. */
function addFolder(graph: TrustGraph, folder: string): void {
  for (const path of filesBelow(folder, (name) => !/\.(?:md|txt)$/i.test(name))) graph.file(path, 'loaded')
}

function addPlugin(graph: TrustGraph, plugin: unknown, folder: string): void {
  const use = useOf(plugin)
  if (typeof use !== 'string') return
  if (isPath(use)) addFolder(graph, resolve(folder, use))
  else graph.package(use, '.', folder)
}

function useOf(plugin: unknown): unknown {
  return isPlainObject(plugin) && 'use' in plugin ? plugin['use'] : plugin
}

function isPath(use: string): boolean {
  return /^\.{1,2}(?:[\\/]|$)/.test(use) || isAbsolute(use)
}

/** Where this program itself is installed; undefined if it runs from its sources. */
function ownPackage(): string | undefined {
  const here = fileURLToPath(import.meta.url)
  const found = /^(.*[\\/]node_modules[\\/]toolyard)[\\/]/.exec(here)?.[1]
  return found === undefined ? undefined : join(found, 'package.json')
}
