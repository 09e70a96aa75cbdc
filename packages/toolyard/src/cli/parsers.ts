/**
 * Values of flags and arguments as people write them.
 *
 * @module
 */
import { InvalidArgumentError } from 'commander'

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
