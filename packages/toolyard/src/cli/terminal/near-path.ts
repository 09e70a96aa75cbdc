/** Paths as people read them. */
import { isAbsolute, relative } from 'node:path'

/** A path as a person would type it from here. */
export function nearPath(file: string): string {
  if (!isAbsolute(file)) return file
  const near = relative(process.cwd(), file)
  return near === '' || near.startsWith('..') || isAbsolute(near) ? file : near
}
