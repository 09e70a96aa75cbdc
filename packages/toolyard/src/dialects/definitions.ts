/**
 * The `$defs` of a schema under conversion: each target of a `$ref` converted once, under a plain name.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'

interface SchemaDefinition<Node> {
  readonly name: string
  /** Undefined while it is being made: a reference that meets it then closes a cycle. */
  node: Node | undefined
}

export interface SchemaDefinitions<Node extends { readonly schema: JsonSchema }> {
  /** The definition for `ref`, made by `make` when it is first asked for. */
  at(ref: string, make: () => Node): SchemaDefinition<Node>
  /** `{ $defs }`, or an empty object if no reference was met. */
  keyword(): { readonly $defs?: Readonly<Record<string, JsonSchema>> }
}

export function createDefinitions<Node extends { readonly schema: JsonSchema }>(): SchemaDefinitions<Node> {
  const byRef = new Map<string, SchemaDefinition<Node>>()
  const names = new Set<string>()
  return {
    at(ref, make) {
      const known = byRef.get(ref)
      if (known) return known
      const definition: SchemaDefinition<Node> = { name: freeName(ref, names), node: undefined }
      byRef.set(ref, definition)
      definition.node = make()
      return definition
    },
    keyword() {
      if (byRef.size === 0) return {}
      const entries = [...byRef.values()].map(({ name, node }) => [name, node?.schema ?? {}] as const)
      return { $defs: Object.fromEntries(entries) }
    },
  }
}

function freeName(ref: string, names: Set<string>): string {
  const tail = ref.split('/').at(-1) ?? ''
  const base = tail
    .replaceAll(/[^a-zA-Z0-9_]+/g, '_')
    .replace(/^_*(?=\d|$)/, 'def_')
    .slice(0, 48)
  const plain = ref === '#' ? 'root' : base
  let name = plain
  for (let count = 2; names.has(name); count++) name = `${plain}_${count}`
  names.add(name)
  return name
}
