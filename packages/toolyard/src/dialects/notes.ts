/**
 * Collects what happened to a schema on its way to a provider: sentences, and the worst fidelity among them.
 *
 * @module
 */
import type { Fidelity } from './dialect.ts'

/** A schema of thousands of properties must not make thousands of sentences. */
const maxNotes = 40

const none: readonly string[] = Object.freeze([])
const order: readonly Fidelity[] = ['exact', 'adapted', 'lossy', 'rejected']

export interface DialectNotes {
  /** `sentence` goes behind the path: "a record becomes a list of { key, value }". */
  add(fidelity: Fidelity, path: string, sentence: string): void
  fidelity(): Fidelity
  list(): readonly string[]
}

export function createNotes(): DialectNotes {
  let sentences = none
  let worst: Fidelity = 'exact'
  let untold = 0
  return {
    add(fidelity, path, sentence) {
      if (order.indexOf(fidelity) > order.indexOf(worst)) worst = fidelity
      if (sentences.length < maxNotes) sentences = [...sentences, `${path || '/'}: ${sentence}`]
      else untold++
    },
    fidelity: () => worst,
    list: () => (untold > 0 ? [...sentences, `/: ${untold} more notes are left out`] : sentences),
  }
}
