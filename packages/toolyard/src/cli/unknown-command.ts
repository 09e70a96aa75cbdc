/** A word after a command that is neither one of its commands nor what it takes. */
import { didYouMean, ToolyardError } from '../kernel/index.ts'

export function unknownCommand(command: string, word: string, known: readonly string[]): ToolyardError {
  return new ToolyardError(
    'invalid_arguments',
    `unknown command '${command} ${word.slice(0, 100)}'.${didYouMean(word, known)}`,
    { hint: `Commands: ${known.join(', ')}.` },
  )
}

/** Ids have a digit, an underscore or a dash in them; a command that was mistyped has none. */
export function isCommandLike(word: string): boolean {
  return /^[a-z]+$/i.test(word)
}
