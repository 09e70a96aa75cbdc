/**
 * `readToolRegistry`: a legacy registry file and the tool files that it names become tools.
 *
 * Nothing is run while it is read: functions are imported on their first call, servers are reached when they are needed. A
 * file that can't be used is reported with its line and a remedy, and never stops the others.
 *
 * @module
 */
import { realpath } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Tool } from '../../define/index.ts'
import { createRedactor, createSecretReader } from '../../host/index.ts'
import { buildLegacyTool } from './build-tool.ts'
import { secretsOfRest, secretsOfTexts } from './find-secrets.ts'
import type { LegacyDefinition, LegacyDisabled, LegacyProblem, LegacyRegistry } from './legacy-registry.ts'
import { type ListedFile, listToolFiles, type RegistryPlace } from './list-tool-files.ts'
import { placeFault } from './place-fault.ts'
import { readDefinition, type ReadTool } from './read-definition.ts'
import { LegacyServers } from './read-mcp.ts'
import { type FileFindings, noFindings, Table, type TableContext } from './table.ts'
import { isTomlFile, readTomlFile, type TomlFile } from './toml-file.ts'
import { registryKeys } from './tool-keys.ts'
import { readToolSets, type ToolSets } from './tool-sets.ts'

export interface ReadRegistryOptions {
  /** Where `${NAME}` of numbers, switches and names is read from; the process's environment by default. */
  readonly environment?: NodeJS.ProcessEnv
  /** The folder of the project: two above `configs/tools`, else that of the registry, by default. */
  readonly project?: string
}

/** Never rejects because of what the files say: that is in `problems`. */
export async function readToolRegistry(
  file: string,
  { environment = process.env, project }: ReadRegistryOptions = {},
): Promise<LegacyRegistry> {
  const path = await realpath(file).catch(() => resolve(file))
  const place: RegistryPlace = { file: path, project: project ?? projectOf(path) }
  const toml = await readTomlFile(path)
  if (!isTomlFile(toml)) return emptyRegistry(place, [toml])
  const findings = noFindings()
  const reader = createSecretReader(environment, createRedactor([]))
  const context: TableContext = { toml, findings, fill: (text, at) => reader.fill(text, at) }
  const registry = new Table(toml.data, context)
  registry.checkKeys(registryKeys)
  const { files, disabled } = await listToolFiles(registry, place)
  const servers = new LegacyServers()
  const read: ReadToolFile[] = []
  for (const listed of files)
    read.push(await readFile(listed, { ...context, project: place.project, servers }))
  const tools = withoutTwins(read)
  const sets = readToolSets(
    registry,
    tools.flatMap(({ tool }) => tool ?? []),
  )
  return assemble({ place, findings, tools, sets, disabled, servers })
}

interface ReadToolFile {
  readonly file: string
  readonly toml?: TomlFile
  readonly findings: FileFindings
  readonly tool: ReadTool | undefined
}

async function readFile(
  { path, kind }: ListedFile,
  shared: Pick<TableContext, 'fill'> & { readonly project: string; readonly servers: LegacyServers },
): Promise<ReadToolFile> {
  const findings = noFindings()
  const toml = await readTomlFile(path)
  if (isTomlFile(toml))
    return { file: path, toml, findings, tool: await readDefinition({ ...shared, toml, findings, kind }) }
  findings.problems.push(toml)
  return { file: path, findings, tool: undefined }
}

/** The first file to use a name keeps it. */
function withoutTwins(read: readonly ReadToolFile[]): ReadToolFile[] {
  const owners = new Map<string, string>()
  return read.map((one) => {
    const { file, findings, tool } = one
    if (!tool?.definition || !tool.isEnabled) return one
    const owner = owners.get(tool.name)
    if (owner === undefined) {
      owners.set(tool.name, file)
      return one
    }
    findings.problems.push({
      file,
      reason: `The name "${tool.name}" is taken by ${owner}`,
      hint: 'Give one of them another name, or switch one off with enabled = false.',
    })
    return { file, findings, tool: undefined }
  })
}

interface RegistryParts {
  readonly place: RegistryPlace
  readonly findings: FileFindings
  readonly tools: readonly ReadToolFile[]
  readonly sets: ToolSets
  readonly disabled: ReadonlySet<string>
  readonly servers: LegacyServers
}

function assemble(parts: RegistryParts): LegacyRegistry {
  const { place, findings, sets, servers } = parts
  const problems = findings.problems.toSorted(byLine)
  const notes = findings.notes.toSorted(byLine)
  const tools: Tool[] = []
  const definitions: LegacyDefinition[] = []
  const disabled: LegacyDisabled[] = []
  for (const { file, toml, findings: own, tool } of parts.tools) {
    const reason = tool && whyOff(tool, parts)
    if (tool && reason !== undefined) {
      // What is wrong with a tool that is off can wait until it is on again; a switch that can't be read can't.
      if (own.hasBadSwitch) problems.push(...own.problems.toSorted(byLine))
      disabled.push({ file, name: tool.name, reason })
      continue
    }
    problems.push(...own.problems.toSorted(byLine))
    notes.push(...own.notes.toSorted(byLine))
    if (!tool?.definition) continue
    const definition = withTags(tool.definition, sets.tagsOf(tool.name))
    try {
      const built = buildLegacyTool(definition)
      if (built) tools.push(built)
      definitions.push(definition)
    } catch (error) {
      if (toml) problems.push(placeFault(error, toml))
    }
  }
  const used = serversOf(definitions, servers)
  return {
    file: place.file,
    project: place.project,
    tools,
    mcpServers: used,
    toolSets: sets.sets,
    problems,
    notes,
    secrets: secretsIn(definitions, used),
    definitions,
    disabled,
  }
}

function byLine({ line: left = 0 }: LegacyProblem, { line: right = 0 }: LegacyProblem): number {
  return left - right
}

function whyOff(tool: ReadTool, { sets, disabled }: RegistryParts): string | undefined {
  if (!tool.isEnabled) return 'it is switched off in its file'
  if (tool.type !== undefined && disabled.has(tool.type)) return `its kind is switched off in the registry`
  const set = sets.disabledBy(tool.name)
  return set === undefined ? undefined : `the tool set "${set}" is switched off`
}

function withTags(definition: LegacyDefinition, tags: readonly string[]): LegacyDefinition {
  if (tags.length === 0) return definition
  const { facts } = definition
  return { ...definition, facts: { ...facts, tags: [...new Set([...facts.tags, ...tags])] } }
}

/** The servers of tools that are on, and of what a server offers only what a file names without describing it. */
function serversOf(
  definitions: readonly LegacyDefinition[],
  servers: LegacyServers,
): LegacyRegistry['mcpServers'] {
  const taken = new Map<string, string[]>()
  for (const { way } of definitions) {
    if (way.kind !== 'mcp') continue
    const include = taken.get(way.mcp.server) ?? []
    taken.set(way.mcp.server, way.isDynamic ? [...include, way.mcp.name] : include)
  }
  const specs = [...taken].flatMap(([name, include]) => {
    const spec = servers.get(name)
    return spec ? [[name, { ...spec, tools: { include } }] as const] : []
  })
  return Object.fromEntries(specs)
}

function secretsIn(
  definitions: readonly LegacyDefinition[],
  servers: LegacyRegistry['mcpServers'],
): string[] {
  const found = [
    ...definitions.flatMap(({ way }) => (way.kind === 'rest' ? secretsOfRest(way.rest) : [])),
    ...Object.values(servers).flatMap(({ headers }) => secretsOfTexts(headers)),
  ]
  return [...new Set(found)]
}

/** `project/configs/tools/__registry__.toml` → `project`. */
function projectOf(registry: string): string {
  const folder = dirname(registry)
  const isUsual = basename(folder) === 'tools' && basename(dirname(folder)) === 'configs'
  return isUsual ? dirname(dirname(folder)) : folder
}

function emptyRegistry({ file, project }: RegistryPlace, problems: readonly LegacyProblem[]): LegacyRegistry {
  return {
    file,
    project,
    problems,
    tools: [],
    mcpServers: {},
    toolSets: {},
    notes: [],
    secrets: [],
    definitions: [],
    disabled: [],
  }
}
