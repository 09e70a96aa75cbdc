/**
 * References to secrets: `${NAME}` in a configuration stands for an environment variable.
 *
 * A value is read when it is used, and from then on never shown. Texts without a reference are given back as they are.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Redactor } from './redactor.ts'

/** Reads references to secrets; and takes secrets out for tools that show a part of something. */
export interface SecretReader extends Pick<Redactor, 'clean' | 'redactLines' | 'redactWindow'> {
  /** The text with every `${NAME}` replaced. Throws `unavailable` if a variable is not set; `place` says where it was written. */
  fill(text: string, place: string): string
  /**
   * From now on the value is never shown. With a name where it is the configuration's own; without one if another party
   * chose it, such as an access token: what holds that can't be approved.
   */
  hide(secret: string, name?: string): void
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

export function createSecretReader(environment: NodeJS.ProcessEnv, redactor: Redactor): SecretReader {
  const hidden = new Map<string, string | undefined>()
  const hide = (secret: string, name?: string): void => {
    if (hidden.has(secret) && (name === undefined || hidden.get(secret) !== undefined)) return
    hidden.set(secret, name)
    redactor.add(secret, name)
  }
  const value = ({ name, otherwise }: Reference, place: string): string => {
    const found = environment[name] || undefined
    if (found === undefined && otherwise !== undefined) return otherwise
    if (found === undefined)
      throw new ToolyardError('unavailable', `${place}: the environment variable ${name} is not set`, {
        hint: `Set ${name} for the process that runs Toolyard, and start it again.`,
        says: { key: 'variableNotSet', values: [name] },
      })
    hide(found, name)
    return found
  }
  const known = new Map<string, readonly TextPart[]>()
  return {
    hide,
    clean: (text) => redactor.clean(text),
    redactLines: (lines) => redactor.redactLines(lines),
    redactWindow: (window) => redactor.redactWindow(window),
    fill(text, place) {
      let parts = known.get(text)
      if (!parts) {
        parts = partsOf(text)
        if (known.size < mostKnown) known.set(text, parts)
      }
      let filled = ''
      for (const part of parts) filled += typeof part === 'string' ? part : value(part, place)
      return filled
    },
  }
}

interface Reference {
  readonly name: string
  readonly otherwise: string | undefined
}

type TextPart = string | Reference

/** Texts of definitions are filled with every call. */
const mostKnown = 10_000

function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(reference)) {
    parts.push(text.slice(end, match.index), { name: match[1] ?? '', otherwise: match[2] })
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

/** The names that a text refers to. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(([, name = '']) => name)
}
