/**
 * `{a,b}` in a glob, written out: every alternative as a glob of its own, never more than a thousand of them.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'

const mostAlternatives = 1000

/**
 * The globs that `pattern` stands for, without braces; a brace after a backslash or in a character class is a letter.
 */
export function expandBraces(pattern: string): string[] {
  const read = readSequence(pattern, 0, 0)
  if (read.end < pattern.length) refuseGlob(pattern, 'a } without its {')
  return read.globs
}

interface ExpandedGlobs {
  readonly globs: string[]
  /** Where reading stopped. */
  readonly end: number
}

/** Up to the end, or to the comma or brace that ends this alternative. */
function readSequence(pattern: string, start: number, depth: number): ExpandedGlobs {
  let globs = ['']
  let at = start
  while (at < pattern.length) {
    const letter = pattern[at]
    if (letter === '}' || (letter === ',' && depth > 0)) break
    if (letter === '{') {
      const read = readAlternatives(pattern, at + 1, depth + 1)
      if (globs.length * read.globs.length > mostAlternatives)
        refuseGlob(pattern, `more than ${mostAlternatives} alternatives`)
      globs = globs.flatMap((before) => read.globs.map((after) => before + after))
      at = read.end
    } else {
      const end = letter === '[' ? classEnd(pattern, at) : letter === '\\' ? at + 2 : at + 1
      const text = pattern.slice(at, end)
      globs = globs.map((before) => before + text)
      at = end
    }
  }
  return { globs, end: at }
}

function readAlternatives(pattern: string, start: number, depth: number): ExpandedGlobs {
  const globs: string[] = []
  let at = start
  for (;;) {
    const read = readSequence(pattern, at, depth)
    globs.push(...read.globs)
    if (globs.length > mostAlternatives) refuseGlob(pattern, `more than ${mostAlternatives} alternatives`)
    at = read.end + 1
    if (pattern[read.end] === '}') return { globs, end: at }
    if (read.end >= pattern.length) return refuseGlob(pattern, 'a { without its }')
  }
}

/** Behind the bracket that closes the class at `start`; one that follows the opening bracket is a letter. */
export function classEnd(pattern: string, start: number): number {
  const negated = pattern[start + 1] === '!' || pattern[start + 1] === '^'
  const end = pattern.indexOf(']', start + (negated ? 3 : 2))
  return end < 0 ? refuseGlob(pattern, 'a [ without its ]') : end + 1
}

function refuseGlob(pattern: string, reason: string): never {
  throw new ToolyardError('invalid_arguments', `the glob "${pattern.slice(0, 200)}" has ${reason}`, {
    hint: 'Use **, *, ?, [ab] and {a,b}; put a backslash before a letter that is meant as it is.',
  })
}
