/**
 * `planMigration`: what a legacy registry becomes in the modern form. Plans only: nothing is written, nothing of the project is
 * run.
 *
 * @module
 */
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { LegacyDefinition, LegacyRegistry, LegacyWay } from '../legacy-registry.ts'
import { SecretMover } from './move-secrets.ts'
import { writeConfig } from './write-config.ts'
import { writeToolFile } from './write-tool-file.ts'

export interface PlannedFile {
  readonly path: string
  readonly text: string
}

/** Something that only a person can do, or should look at. */
export interface MigrationNote {
  readonly file: string
  readonly reason: string
  readonly hint?: string
}

export interface Migration {
  readonly files: readonly PlannedFile[]
  readonly notes: readonly MigrationNote[]
}

type FunctionDefinition = LegacyDefinition & { readonly way: LegacyWay & { readonly kind: 'function' } }

const usualFolder = 'tools'
const otherFolder = 'toolyard-tools'
const privateHost =
  /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|\[::1\])$/i

/** `out` is the folder of the new configuration. */
export async function planMigration(registry: LegacyRegistry, out: string): Promise<Migration> {
  const functions = registry.definitions.filter(
    (one): one is FunctionDefinition => one.way.kind === 'function',
  )
  const names = fileNames(functions)
  const folder = await toolFolder(out, names)
  const notes: MigrationNote[] = []
  const files: PlannedFile[] = []
  for (const [index, definition] of functions.entries()) {
    const path = join(out, folder, names[index] ?? '')
    const { text, doubt } = await writeToolFile(definition, path)
    files.push({ path, text })
    if (doubt !== undefined) notes.push({ file: path, reason: doubt })
  }
  const secrets = new SecretMover()
  const privateTargets = targetsOf(registry)
  const text = writeConfig({
    registry,
    toolFolder: functions.length > 0 ? folder : undefined,
    secrets,
    privateTargets,
  })
  const config = join(out, 'toolyard.config.ts')
  return {
    files: [{ path: config, text }, ...files],
    notes: [
      ...secrets.moved.map(({ variable, file }) => ({
        file,
        reason: `a secret stands in this file; the new form reads it from ${variable}`,
        hint: `Set ${variable} for the process that runs Toolyard, and take the value out of the file.`,
      })),
      ...notes,
      ...privateTargets.map((target) => ({
        file: config,
        reason: `${target} is in a private network: network.allow lets every tool reach it`,
        hint: 'Take it out where that is not wanted.',
      })),
      ...strangers(registry),
      ...dynamic(registry),
    ],
  }
}

/** `get_weather` → `get-weather.ts`; a name that begins with "_" would be passed over. */
function fileNames(functions: readonly FunctionDefinition[]): string[] {
  const taken = new Set<string>()
  return functions.map(({ facts }) => {
    const stem = facts.name.replace(/^_+/, '').replaceAll('_', '-').toLowerCase() || 'tool'
    let name = stem
    for (let count = 2; taken.has(name); count++) name = `${stem}-${count}`
    taken.add(name)
    return `${name}.ts`
  })
}

/** Every file of a tool folder is a tool: one that holds other things is left alone. */
async function toolFolder(out: string, names: readonly string[]): Promise<string> {
  const there = await readdir(join(out, usualFolder)).catch(() => [])
  return there.every((name) => names.includes(name)) ? usualFolder : otherFolder
}

function targetsOf({ definitions, mcpServers }: LegacyRegistry): string[] {
  const urls = [
    ...definitions.flatMap(({ way }) => (way.kind === 'rest' ? [way.rest.baseUrl] : [])),
    ...Object.values(mcpServers).map(({ url }) => url),
  ]
  const targets = urls.flatMap((url) => {
    const parsed = URL.parse(url)
    if (!parsed || !privateHost.test(parsed.hostname)) return []
    return [`${parsed.hostname}:${parsed.port || (parsed.protocol === 'https:' ? '443' : '80')}`]
  })
  return [...new Set(targets)]
}

/** Servers that tools name without their address. */
function strangers({ definitions, mcpServers }: LegacyRegistry): MigrationNote[] {
  return definitions.flatMap(({ file, way }) =>
    way.kind === 'mcp' && !Object.hasOwn(mcpServers, way.mcp.server)
      ? [
          {
            file,
            reason: `the MCP server "${way.mcp.server}" has no address here`,
            hint: 'Add it to mcpServers in toolyard.config.ts, or name your mcp.json there: mcpFile.',
          },
        ]
      : [],
  )
}

function dynamic({ definitions, project }: LegacyRegistry): MigrationNote[] {
  return definitions.flatMap(({ file, facts, way }) =>
    way.kind === 'mcp' && way.isDynamic
      ? [
          {
            file,
            reason: `"${facts.name}" is described by its server now, and has the server's name before its own`,
            hint: `Look at it with "toolyard accept" in ${relative(process.cwd(), project) || '.'}: nothing of a server runs before someone has accepted it.`,
          },
        ]
      : [],
  )
}
