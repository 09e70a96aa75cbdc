/**
 * Values of flags and arguments as people write them.
 *
 * @module
 */
import { InvalidArgumentError } from 'commander'
import { ToolyardError } from '../kernel/index.ts'

export function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number from 1.')
}

/** Names with commas between them. */
export function nameList(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A whole number that a person wrote. Throws `invalid_arguments`. */
export function readNumber(
  text: string,
  { flag, least, most }: { readonly flag: string; readonly least: number; readonly most: number },
): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new ToolyardError(
    'invalid_arguments',
    flag === '--before'
      ? `--before: "${text}" is not the mark of a page`
      : `${flag}: "${text}" is not a number from ${least} to ${most}`,
    {
      hint:
        flag === '--before' ? 'Take the number that the page before has shown.' : `Write it as ${flag} 50.`,
    },
  )
}
