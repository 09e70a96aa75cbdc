/**
 * Holds one word of a command against what it is taken for.
 *
 * @module
 */
import type { Places } from './places.ts'
import type { Kind, Look } from './profiles/profile.ts'
import { at } from './wildcards.ts'

/** Files outside that hold nothing and keep nothing. */
const nowhere = new Set(['/dev/null'])
const maxSteps = 64
const number = /^[+-]?\d+(?:\.\d+)?[A-Za-z]{0,3}$/
/** What git's formats run a program for, to check signatures. */
const signature = /%[-+ ]?G|%\(\*?signature/

/** For a command that runs in one of `folders`. */
export function createLook(places: Places, folders: readonly string[]): Look {
  const outside = (word: string): boolean => folders.some((folder) => !places.isInside(at(folder, word)))
  const secret = (word: string): boolean => folders.some((folder) => places.isSensitive(at(folder, word)))
  const name = (word: string): string | undefined => {
    if (word.split('/').length > maxSteps) return 'a path of so many folders is not looked at'
    return nowhere.has(word) || !outside(word) ? undefined : `"${word}" is outside the workspace`
  }
  const path = (word: string): string | undefined =>
    name(word) ?? (word !== '-' && secret(word) ? `"${word}" may hold secrets` : undefined)
  const tree = (word: string, hidden = true): string | undefined => {
    const problem = path(word)
    if (problem !== undefined || word === '-') return problem
    for (const folder of folders) {
      const reason = places.hides(at(folder, word), hidden)
      if (reason !== undefined) return `"${word}" is read with everything below it, and ${reason}`
    }
    return undefined
  }
  const checks: Record<Kind, (word: string) => string | undefined> = {
    text: () => undefined,
    number: (word) => (number.test(word) ? undefined : `"${word}" is not a number`),
    format: (word) => (signature.test(word) ? `"${word}" runs a program that checks signatures` : undefined),
    name,
    path,
    /** Of a folder it would read whatever links in it lead to. */
    file: (word) =>
      path(word) ??
      (folders.some((folder) => places.isFolder(at(folder, word))) ? `"${word}" is a folder` : undefined),
    tree,
    visible: (word) => tree(word, false),
    /** `main..topic`, `HEAD~2:src/a.ts`, `:(exclude)x`: whatever may be a path is one. */
    revision: (word) =>
      word
        .split(':')
        .map((part) => (part === '' ? undefined : path(part)))
        .find((problem) => problem !== undefined),
  }
  return (kind, word) => checks[kind](word)
}
