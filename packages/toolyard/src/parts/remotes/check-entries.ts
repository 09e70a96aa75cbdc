/**
 * Checks that settings of named entries share: names, keys, secrets by reference, texts and numbers.
 *
 * @module
 */
import { referencesIn } from '../../host/index.ts'
import { checkKeys, isPlainObject, tellValue, ToolyardError } from '../../kernel/index.ts'

/** As it stands in an address, and in the names of callers. */
const namePattern = /^[A-Za-z0-9][\w-]{0,63}$/

export function checkEntry(
  name: string,
  spec: unknown,
  { place, keys }: { readonly place: string; readonly keys: readonly string[] },
): void {
  if (!namePattern.test(name))
    throw wrong(`${place}: "${name.slice(0, 100)}" can't be a name`, {
      hint: 'Use up to 64 letters, digits, "-" and "_".',
    })
  if (!isPlainObject(spec))
    throw wrong(`${place}.${name} must be an object, not ${tellValue(spec)}`, {
      hint: `Settings: ${keys.join(', ')}.`,
    })
  checkKeys(spec, keys, `${place}.${name}`)
}

/** A value in the configuration would be read by all who read that. */
export function checkSecret(secret: unknown, at: string): void {
  const isReference =
    typeof secret === 'string' && /^\$\{\w+\}$/.test(secret) && referencesIn(secret).length === 1
  if (isReference) return
  throw wrong(`${at} must be a reference to an environment variable`, {
    hint: "Put the secret into a variable and write its name: '${DEPLOY_SECRET}'.",
  })
}

export function checkText(value: unknown, at: string): void {
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return
  throw wrong(`${at} must be a text, not ${tellValue(value)}`, { hint: 'Correct it, or leave it out.' })
}

export function checkNumber(
  value: unknown,
  at: string,
  { least, most }: { readonly least: number; readonly most: number },
): void {
  if (value === undefined) return
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return
  throw wrong(`${at} must be a whole number from ${least} to ${most}, not ${tellValue(value)}`, {
    hint: 'Correct it, or leave it out.',
  })
}

export function wrong(message: string, { hint }: { readonly hint: string }): ToolyardError {
  return new ToolyardError('invalid_config', message, { hint })
}
