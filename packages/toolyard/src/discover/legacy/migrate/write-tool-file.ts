/**
 * A tool file that hands its calls to the function of a legacy builtin or native tool.
 *
 * @module
 */
import { dirname, relative, sep } from 'node:path'
import { toSnakeCase } from '../../../kernel/index.ts'
import type { LegacyDefinition, LegacyWay } from '../legacy-registry.ts'
import { type InspectedExport, lookAtExport } from './look-at-export.ts'
import { quoted, sourceOf } from './source-text.ts'

export interface WrittenToolFile {
  readonly text: string
  /** What a person should look at. */
  readonly doubt?: string
}

export async function writeToolFile(
  { facts, way, type }: LegacyDefinition & { readonly way: LegacyWay & { readonly kind: 'function' } },
  path: string,
): Promise<WrittenToolFile> {
  const looked = await lookAtExport(way.module, way.exportName, facts.name)
  const local = looked.name === 'default' ? localName(facts.name) : looked.name
  const clause = looked.name === 'default' ? local : `{ ${looked.name} }`
  const { head, member, doubt } = type === 'STATEFUL' ? stateful(looked, local) : stateless(looked, local)
  const { tags, ...others } = facts
  const spec = Object.entries({ ...others, ...(tags.length > 0 && { tags }) }).map(
    ([key, value]) => `  ${key}: ${sourceOf(value, 2)},\n`,
  )
  const text = `import { defineTool } from 'toolyard'
import ${clause} from ${quoted(importPath(path, way.module))}
${head}
export default defineTool({
${spec.join('')}  ${member},
})
`
  return { text, ...(doubt !== undefined && { doubt }) }
}

interface Member {
  /** Stands before the definition. */
  readonly head: string
  readonly member: string
  readonly doubt?: string
}

function stateless({ kind }: InspectedExport, local: string): Member {
  if (kind === 'class')
    return {
      head: `\nconst instance = new ${local}()\n`,
      member: 'execute: instance.execute.bind(instance)',
    }
  if (kind === 'object' || kind === 'factory')
    return { head: '', member: `execute: ${local}.execute.bind(${local})` }
  const member = `execute: ${local}`
  return kind === 'unknown'
    ? { head: '', member, doubt: `execute is "${local}": check that this is a function of the arguments` }
    : { head: '', member }
}

function stateful({ kind }: InspectedExport, local: string): Member {
  if (kind === 'class') return { head: '', member: `create: () => new ${local}()` }
  if (kind === 'maker') return { head: '', member: `create: ${local}` }
  if (kind === 'function') return { head: '', member: `create: () => ({ execute: ${local} })` }
  if (kind === 'factory') return { head: '', member: `factory: ${local}` }
  if (kind === 'object') return { head: '', member: `create: () => ${local}` }
  return {
    head: '',
    member: `create: () => new ${local}()`,
    doubt: `create makes a new "${local}": check that this is a class with execute()`,
  }
}

/** `get_weather` → `getWeather`. */
function localName(tool: string): string {
  const name = toSnakeCase(tool).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `${name}Tool`
}

function importPath(from: string, module: string): string {
  const path = relative(dirname(from), module).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}
