/**
 * What a rule says of paths, in the form in which paths are compared: without `.`, empty parts and a way back.
 *
 * A rule that forbids or asks about a folder means what is in it as well, and the place where a link in its path leads. One
 * that allows means no more than it says.
 *
 * @module
 */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'

const wildcard = /[*?]/

export function pathPatterns(
  specifier: string | undefined,
  effect: 'deny' | 'ask' | 'allow',
): readonly string[] {
  if (specifier === undefined) return []
  const pattern = normalPattern(specifier)
  if (effect === 'allow') return [pattern]
  const places = isAbsolute(pattern) ? [pattern, realPattern(pattern)] : [pattern]
  return [...new Set(places.flatMap((place) => [place, ...below(place)]))]
}

function normalPattern(pattern: string): string {
  const root = pattern.startsWith('/') ? '/' : ''
  const parts: string[] = []
  for (const part of pattern.split('/')) {
    const last = parts.at(-1)
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (last !== undefined && last !== '..' && !wildcard.test(last)) parts.pop()
    else if (root === '' || last !== undefined) parts.push(part)
  }
  return root + [...parts, ...(pattern.endsWith('/') ? ['**'] : [])].join('/')
}

/** Everything in the folder that a pattern names, if it ends with a name. */
function below(pattern: string): string[] {
  if (pattern === '') return ['**']
  return wildcard.test(basename(pattern)) ? [] : [join(pattern, '**')]
}

/** With the real path of what is there before the first wildcard. */
function realPattern(pattern: string): string {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => wildcard.test(part))
  const named = first < 0 ? parts : parts.slice(0, first)
  const rest = first < 0 ? [] : parts.slice(first)
  return join(realPlace(named.join('/') || '/'), ...rest)
}

function realPlace(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(realPlace(above), basename(path))
  }
}
