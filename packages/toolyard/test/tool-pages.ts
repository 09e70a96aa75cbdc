/** The pages of the built-in tools, made from their manifests. */
import type { ToolManifest } from 'toolyard'
import { type Tool, withFacts } from '../src/define/index.ts'
import { builtinTools } from '../src/parts/index.ts'
import { type BuiltinGroup, builtinGroups } from '../src/tools/index.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** File names and their texts, the list of tools among them. */
export async function toolPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const list: string[] = []
  for (const group of builtinGroups) {
    const tools = await loadTools(group)
    list.push(`## ${group}\n`)
    for (const { manifest, aliases } of tools) {
      pages.set(`${manifest.name}.md`, pageOf(manifest, { group, aliases }))
      list.push(`- [\`${manifest.name}\`](${manifest.name}.md): ${firstSentence(manifest.description)}`)
    }
    list.push('')
  }
  const head = `# The built-in tools\n\nSwitch groups on with \`tools: { builtins: ['files', 'shell'] }\`; the command line and the server have all of them on.\nThese pages are made from the tools themselves by \`npm run docs\`.\n`
  pages.set('README.md', `${head}\n${list.join('\n').trimEnd()}\n`)
  return pages
}

/** What `src/tools/manifests.json` holds: all that is known of the tools without loading them, a line each. */
export async function manifestsText(): Promise<string> {
  const tools = (await Promise.all(builtinGroups.map(loadTools))).flat()
  const lines = tools.map(({ manifest }) => `${JSON.stringify(manifest.name)}: ${JSON.stringify(manifest)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

async function loadTools(group: BuiltinGroup): Promise<Tool[]> {
  const tools = await builtinTools(group)
  return Promise.all(tools.map(async ({ load }) => withFacts(await load(), { source: 'builtin' })))
}

interface Facts {
  readonly group: string
  readonly aliases: ReadonlyMap<string, string>
}

function pageOf(manifest: ToolManifest, { group, aliases }: Facts): string {
  const { name, description, permission, effects, streaming, idempotent, timeoutMs, tags } = manifest
  const facts = [
    `group \`${group}\``,
    `permission \`${permission}\``,
    `effects \`${effects}\``,
    ...(streaming ? ['streams'] : []),
    ...(idempotent ? ['idempotent'] : []),
    ...(timeoutMs === undefined ? [] : [`at most ${timeoutMs / 1000} s`]),
    ...(tags.length > 0 ? [`tags ${tags.map((tag) => `\`${tag}\``).join(', ')}`] : []),
  ]
  return [
    `# ${name}`,
    description,
    facts.join(' · '),
    parameters(manifest.inputSchema as Schema),
    otherNames(aliases),
    data(manifest.outputSchema as Schema | undefined),
    examples(manifest),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function parameters({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name) && schema.default === undefined
    const fallback =
      schema.default === undefined ? (isRequired ? 'required' : '') : `\`${JSON.stringify(schema.default)}\``
    return `| \`${name}\` | ${cell(typeOf(schema))} | ${fallback} | ${cell(schema.description ?? '')} |`
  })
  if (rows.length === 0) return '## Parameters\n\nNone.'
  return ['## Parameters\n', '| name | type | default | |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any')
  if (type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (type === 'object' && schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const { minimum, maximum } = schema
  const bounds = [
    ...(isBounded(minimum) ? [`from ${minimum}`] : []),
    ...(isBounded(maximum) ? [`to ${maximum}`] : []),
  ]
  return [type, ...bounds].join(' ')
}

function isBounded(bound: number | undefined): bound is number {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
}

/** What programs find in `data`, and MCP clients in `structuredContent`. */
function data({ properties = {}, required = [] }: Schema = {}): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `| \`${name}\` | ${cell(typeOf(schema))} | ${required.includes(name) ? 'always' : ''} | ${cell(schema.description ?? '')} |`,
  )
  if (rows.length === 0) return ''
  return [
    '## Data\n',
    'For programs, in `result.data` and in MCP’s `structuredContent`:\n',
    '| name | type | | |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** What models write instead, and is understood. */
function otherNames(aliases: ReadonlyMap<string, string>): string {
  if (aliases.size === 0) return ''
  const byName = Map.groupBy(aliases, ([, name]) => name)
  const lines = [...byName].map(
    ([name, pairs]) => `- \`${name}\`: ${pairs.map(([alias]) => `\`${alias}\``).join(', ')}`,
  )
  return `## Other names\n\nUnderstood, and never shown to a model:\n\n${lines.join('\n')}`
}

function examples({ name, examples: given = [] }: ToolManifest): string {
  if (given.length === 0) return ''
  const blocks = given.map(
    ({ title, input }) =>
      `${title ? `${title}:\n\n` : ''}\`\`\`json\n${JSON.stringify({ tool: name, input }, null, 2)}\n\`\`\``,
  )
  return `## Examples\n\n${blocks.join('\n\n')}`
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? text
}
