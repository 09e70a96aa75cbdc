/**
 * `discriminator`: the branches of a choice, each with the value that names it.
 *
 * Only what the document spells out in a `mapping` is used: the names of schemas are often not what servers send.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'
import { mergeAllOf } from './all-of.ts'
import { isObject, type SchemaPass, type OpenApiSchema } from './pass.ts'

export function discriminated(
  branches: readonly OpenApiSchema[],
  source: Readonly<Record<string, unknown>>,
  { list, pass }: { readonly list: readonly unknown[]; readonly pass: SchemaPass },
): OpenApiSchema[] {
  const { discriminator } = source
  const property = isPlainObject(discriminator) ? discriminator['propertyName'] : undefined
  const mapping = isPlainObject(discriminator) ? discriminator['mapping'] : undefined
  if (typeof property !== 'string' || !isPlainObject(mapping)) return [...branches]
  return branches.map((branch, index) => {
    const original = list[index]
    const ref = isPlainObject(original) ? original['$ref'] : undefined
    const values = Object.keys(mapping).filter((value) => isMeant(mapping[value], ref))
    if (values.length === 0 || !isObject(branch)) return branch
    const named = values.length === 1 ? { const: values[0] } : { enum: values }
    return mergeAllOf({ properties: { [property]: named }, required: [property] }, [branch], pass)
  })
}

/** A mapping names a schema by its reference or by its name alone. */
function isMeant(target: unknown, ref: unknown): boolean {
  if (typeof target !== 'string' || typeof ref !== 'string') return false
  return target === ref || ref.endsWith(`/${target}`)
}
