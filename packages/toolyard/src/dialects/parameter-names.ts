/**
 * Names of parameters for providers that do not take all: renamed on the way out, named back on the way in.
 *
 * Providers check the names of the root's properties only; deeper ones are left alone.
 *
 * @module
 */
import { isPlainObject, type JsonSchema } from '../kernel/index.ts'
import type { Decode } from './codec.ts'
import { withHash } from './names.ts'
import type { DialectNotes } from './notes.ts'
import { escapeSegment, rewriteRefs } from './schema-walk.ts'

export interface NameRule {
  readonly fits: RegExp
  readonly bad: RegExp
}

export type RenamedParameters =
  | { readonly schema: JsonSchema; readonly decode: Decode | undefined; readonly problem?: undefined }
  | { readonly problem: string }

export function renameParameters(schema: JsonSchema, rule: NameRule, notes: DialectNotes): RenamedParameters {
  const { properties = {} } = schema
  const renamed = new Map<string, string>()
  for (const name of Object.keys(properties))
    if (!rule.fits.test(name)) renamed.set(name, newName(name, rule))
  if (renamed.size === 0) return { schema, decode: undefined }
  const originals = new Map([...renamed].map(([name, wire]) => [wire, name]))
  for (const [name, wire] of renamed) {
    if (Object.hasOwn(properties, wire) || originals.get(wire) !== name)
      return { problem: `the parameter "${name}" would be renamed to "${wire}", which is taken` }
    notes.add('adapted', `/properties/${escapeSegment(name)}`, `the parameter is renamed to "${wire}"`)
  }
  const rename = (name: string): string => renamed.get(name) ?? name
  const moved = rewriteRefs(schema, (ref) => renameInRef(ref, renamed))
  const entries = Object.entries(moved.properties ?? {}).map(
    ([name, child]) => [rename(name), child] as const,
  )
  const { required } = moved
  return {
    schema: {
      ...moved,
      properties: Object.fromEntries(entries),
      ...(required && { required: required.map(rename) }),
    },
    decode: (args) => nameBack(args, originals),
  }
}

function newName(name: string, { fits, bad }: NameRule): string {
  const wire = withHash(name, bad)
  return fits.test(wire) ? wire : `_${wire.slice(1)}`
}

function renameInRef(ref: string, renamed: ReadonlyMap<string, string>): string {
  for (const [name, wire] of renamed) {
    const head = `#/properties/${escapeSegment(name)}`
    if (ref === head || ref.startsWith(`${head}/`)) return `#/properties/${wire}${ref.slice(head.length)}`
  }
  return ref
}

function nameBack(args: unknown, originals: ReadonlyMap<string, string>): unknown {
  if (!isPlainObject(args) || !Object.keys(args).some((key) => originals.has(key))) return args
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [originals.get(key) ?? key, value]))
}
