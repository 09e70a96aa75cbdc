/**
 * What the journal noted of a call, in the reader's language. The server notes it in English; what is not known here stays as it is.
 *
 * @module
 */
import { personName } from '../../components/caller-words.ts'
import type { Words } from '../../i18n/words.ts'

type Notes = Words['story']['notes']

/** How each note begins or looks, and how it is worded. */
const known: readonly (readonly [RegExp, (found: readonly string[], notes: Notes) => string])[] = [
  [/^waited for its turn$/, (_found, notes) => notes.turn],
  [/^asked for approval \(([^]*)\)$/, ([, why = ''], notes) => notes.asked(why)],
  [/^took up its earlier request \(([^]*)\)$/, ([, why = ''], notes) => notes.askedBefore(why)],
  [/^([^]+?) said approve(?:: ([^]*))?$/, ([, by = '', why], notes) => notes.approved(personName(by), why)],
  [/^([^]+?) said reject(?:: ([^]*))?$/, ([, by = '', why], notes) => notes.rejected(personName(by), why)],
  [/^asked: ([^]*)$/, ([, question = ''], notes) => notes.question(question)],
  [/^repaired: ([^]*)$/, ([, what = ''], notes) => notes.repaired(what)],
  [/^kept (\d+) bytes as (\S+)$/, ([, bytes = '', handle = ''], notes) => notes.kept(bytes, handle)],
]

export function noteWords(text: string, notes: Notes): string {
  for (const [pattern, word] of known) {
    const found = pattern.exec(text)
    if (found) return word(found, notes)
  }
  return text
}

/** Rules that people wrote stay as they are; those of the product have names. */
export function ruleWords(rule: string, { rules }: Words['story']): string {
  const names: Readonly<Record<string, string>> = rules.names
  const mode = /^mode (\S+)$/.exec(rule)?.[1]
  if (mode !== undefined) return rules.mode(mode)
  return (Object.hasOwn(names, rule) ? names[rule] : undefined) ?? rule
}
