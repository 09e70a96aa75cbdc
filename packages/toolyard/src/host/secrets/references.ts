/**
 * References to secrets: `${NAME}` in a configuration stands for an environment variable.
 *
 * A value is read when it is used, and from then on never shown. Texts without a reference are given back as they are.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Redactor } from './redactor.ts'

export interface SecretReader {
  /** The text with every `${NAME}` replaced. Throws `unavailable` where a variable is not set; `place` says where it was written. */
  fill(text: string, place: string): string
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

export function createSecretReader(environment: NodeJS.ProcessEnv, redactor: Redactor): SecretReader {
  return {
    fill: (text, place) =>
      text.replaceAll(reference, (_, name: string, otherwise: string | undefined) => {
        const value = environment[name] || undefined
        if (value === undefined && otherwise !== undefined) return otherwise
        if (value === undefined)
          throw new ToolyardError('unavailable', `${place}: the environment variable ${name} is not set`, {
            hint: `Set ${name} for the process that runs Toolyard, and start it again.`,
          })
        redactor.add(value)
        return value
      }),
  }
}

/** The names that a text refers to. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(([, name = '']) => name)
}
