/**
 * `toolyard.config.ts`, written from what a legacy registry said.
 *
 * @module
 */
import type { RestFacts } from '../../../define/index.ts'
import { toolNameOf } from '../../../kinds/mcp/definition/index.ts'
import type { LegacyDefinition, LegacyRegistry } from '../legacy-registry.ts'
import type { SecretMover } from './move-secrets.ts'
import { type Code, codeOf, quoted, sourceOf } from './source-text.ts'

export interface ConfigParts {
  readonly registry: LegacyRegistry
  /** Where the tool files are, from the configuration; undefined if there are none. */
  readonly toolFolder: string | undefined
  readonly secrets: SecretMover
  /** `host:port` of private targets. */
  readonly privateTargets: readonly string[]
}

export function writeConfig({ registry, toolFolder, secrets, privateTargets }: ConfigParts): string {
  const { definitions } = registry
  const rates = definitions.flatMap(({ facts, ratePerMinute }) =>
    ratePerMinute === undefined ? [] : [[facts.name, ratePerMinute] as const],
  )
  const rest = definitions.flatMap((definition) => restSpec(definition, secrets) ?? [])
  const mcpTools = definitions.flatMap(mcpSpec)
  const servers = serverSpecs(registry, secrets)
  const config = {
    tools: {
      ...(toolFolder !== undefined && { folders: [toolFolder] }),
      ...(rest.length > 0 && { rest }),
    },
    mcp: {
      ...(Object.keys(servers).length > 0 && { servers }),
      ...(mcpTools.length > 0 && { tools: Object.fromEntries(mcpTools) }),
    },
    network: { ...(privateTargets.length > 0 && { allow: privateTargets }) },
    calls: { ...(rates.length > 0 && { limits: { ratePerMinute: Object.fromEntries(rates) } }) },
  }
  const members = Object.entries(config)
    .filter(([, group]) => Object.keys(group).length > 0)
    .map(([key, value]) => `  ${key}: ${sourceOf(value, 2)},\n`)
  return `import { defineConfig } from 'toolyard'

${setComment(registry)}export default defineConfig({
${members.join('')}})
`
}

function restSpec({ file, facts, way }: LegacyDefinition, secrets: SecretMover): object | undefined {
  if (way.kind !== 'rest') return undefined
  const { inputSchema: parameters, tags, ...others } = facts
  const config = secrets.rest(way.rest, { name: facts.name, file })
  return {
    ...others,
    ...(tags.length > 0 && { tags }),
    ...(parameters && { parameters }),
    config: {
      ...config,
      ...(way.base !== way.rest.baseUrl && { baseUrl: fromEnvironment(way.base) }),
    } satisfies {
      [Key in keyof RestFacts]: RestFacts[Key] | Code
    },
  }
}

/** A configuration is code: what was a reference there is read here. */
function fromEnvironment(reference: string): Code {
  const [, name = '', otherwise] = /^\$\{(\w+)(?::-([^}]*))?\}$/.exec(reference) ?? []
  const variable = `process.env[${quoted(name)}]`
  return codeOf(`${variable} ${otherwise === undefined ? "?? ''" : `|| ${quoted(otherwise)}`}`)
}

function mcpSpec({ facts, way }: LegacyDefinition): (readonly [string, object])[] {
  if (way.kind !== 'mcp' || way.isDynamic) return []
  const { server: serverName, name: toolName } = way.mcp
  const { name, inputSchema: parameters, timeoutMs: timeout, tags, examples: _examples, ...others } = facts
  const config = {
    serverName,
    ...(toolName !== name && { toolName }),
    ...(timeout !== undefined && { timeout }),
  }
  const told = { ...others, ...(tags.length > 0 && { tags }), ...(parameters && { parameters }) }
  return [[name, { ...told, config }]]
}

function serverSpecs(
  { mcpServers, definitions }: LegacyRegistry,
  secrets: SecretMover,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(mcpServers).map(([name, spec]) => {
      const file = definitions.find(({ way }) => way.kind === 'mcp' && way.mcp.server === name)?.file ?? ''
      const headers = spec.headers && secrets.texts(spec.headers, { name, file })
      return [name, { ...spec, ...(headers && { headers }) }]
    }),
  )
}

/** What a set was for is what agents are for now. */
function setComment({ toolSets, definitions }: LegacyRegistry): string {
  const written = new Set(definitions.map(nameNow))
  const lines = Object.entries(toolSets).map(([name, { description, enabled, tools: all }]) => {
    const tools = all.filter((tool) => written.has(tool))
    const said = `${name}${enabled ? '' : ' (switched off)'}${description === '' ? '' : `: ${description}`}`
    const command = `toolyard agent create ${name} --tools ${tools.join(',')}`
    return `//   ${oneLine(said)}\n${tools.length === 0 ? '' : `//     ${oneLine(command)}\n`}`
  })
  if (lines.length === 0) return ''
  return `// Tool sets of the old registry; an agent has the tools of a set after the command below it.\n${lines.join('')}\n`
}

/** As callers know it: a tool that its server describes has the server's name before its own. */
function nameNow({ facts, way }: LegacyDefinition): string {
  return way.kind === 'mcp' && way.isDynamic ? toolNameOf(way.mcp.server, way.mcp.name) : facts.name
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
