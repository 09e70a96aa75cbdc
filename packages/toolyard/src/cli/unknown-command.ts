/** A word after a command that is neither one of its commands nor what it takes. */
import { didYouMean, ToolyardError } from '../kernel/index.ts'

export function unknownCommand(command: string, word: string, known: readonly string[]): ToolyardError {
  return new ToolyardError(
    'invalid_arguments',
    `unknown command '${command} ${word.slice(0, 100)}'.${didYouMean(word, known)}`,
    { hint: `Commands: ${known.join(', ')}.` },
  )
}

/** Whether a word where an id may stand is rather one of the commands, mistyped. */
export function isCommandLike(word: string, known: readonly string[]): boolean {
  return /^[a-z]+$/i.test(word) && didYouMean(word, known) !== ''
}
