/**
 * The words of a file between two lines of ours. Both lines hold the hash of what stands between them, so that nothing in the
 * file can pass for its end: a text can't name its own hash.
 *
 * @module
 */
import { sha256 } from '../kernel/index.ts'

const markLength = 16

export function quoted(name: string, text: string): string {
  const mark = sha256(text).slice(0, markLength)
  const file = JSON.stringify(name)
  return `--- file ${file} begins, ${mark} ---\n${text}\n--- file ${file} ends, ${mark} ---`
}
