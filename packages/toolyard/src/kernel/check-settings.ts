/**
 * Settings by name: an unknown name is refused, with the name that was probably meant.
 *
 * @module
 */
import { ToolyardError } from './error.ts'
import { didYouMean } from './text/near.ts'

/** Throws `invalid_config` at the first key of `given` that is not `known`. `place` is where it stands: `policy`, `limits.output`. */
export function checkKeys(given: object, known: readonly string[], place: string): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue
    throw new ToolyardError(
      'invalid_config',
      `${place}: "${key}" is not a setting.${didYouMean(key, known)}`,
      {
        hint: `Settings: ${known.join(', ')}.`,
      },
    )
  }
}

/** A value that should not be there, in a few words. */
export function tellValue(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 200)}"`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}
