/**
 * Which languages a workspace is written in, by the endings of its files.
 *
 * @module
 */
import { extname } from 'node:path'
import type { Language } from './language.ts'
import { walkSources } from './source-folders.ts'

const maxFiles = 100_000

export async function presentLanguages(
  root: string,
  languages: readonly Language[],
): Promise<readonly Language[]> {
  const endings = new Set<string>()
  let left = maxFiles
  await walkSources(root, (_folder, names) => {
    for (const name of names) endings.add(extname(name).toLowerCase())
    left -= names.length
    return left > 0
  })
  return languages.filter((language) => Object.keys(language.endings).some((ending) => endings.has(ending)))
}
