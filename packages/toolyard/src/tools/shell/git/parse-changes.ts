/**
 * `git diff --raw --numstat -z`, read into facts.
 *
 * @module
 */
import { fields } from './path-specs.ts'

export interface ChangedFile {
  readonly path: string
  readonly from?: string
  readonly change: string
  /** Lines; absent if the file is binary. */
  readonly added?: number
  readonly deleted?: number
}

const changes: Readonly<Record<string, string>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type changed',
  U: 'conflict',
}

export function parseChanges(text: string): ChangedFile[] {
  const parts = fields(text)
  const files = new Map<string, ChangedFile>()
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    if (part.startsWith(':')) {
      const letter = part.at(part.lastIndexOf(' ') + 1) ?? ''
      const first = parts[++at] ?? ''
      const isMoved = letter === 'R' || letter === 'C'
      const path = isMoved ? (parts[++at] ?? '') : first
      const known = files.get(path)
      if (known?.change !== 'conflict')
        files.set(path, { path, change: changes[letter] ?? letter, ...(isMoved && { from: first }) })
    } else {
      const [, added = '', deleted = '', name = ''] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(part) ?? []
      const path = name === '' ? (parts[(at += 2)] ?? '') : name
      const known = files.get(path)
      if (known && added !== '-')
        files.set(path, { ...known, added: Number(added), deleted: Number(deleted) })
    }
  }
  return [...files.values()]
}
