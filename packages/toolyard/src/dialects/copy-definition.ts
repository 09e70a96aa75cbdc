/**
 * Definitions as they are handed out: compiled once and kept, so that each caller gets a copy.
 *
 * @module
 */
import type { DialectName } from './dialect.ts'
import type { ProviderDefinition } from './provider-types.ts'

/** A copy that a caller may add to, as is done for a provider's cache; only the schema in it is shared, and not to be changed. */
export function copyDefinition<Dialect extends DialectName>(definition: object): ProviderDefinition<Dialect> {
  const copy: object =
    'function' in definition && typeof definition.function === 'object'
      ? { ...definition, function: { ...definition.function } }
      : { ...definition }
  return copy as ProviderDefinition<Dialect>
}
