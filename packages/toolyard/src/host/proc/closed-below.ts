/**
 * What rules close to a call, as a list for the sandbox: a folder of which everything is closed stands for what is in it.
 *
 * Links are not followed, and what is in `node_modules` is left to rules that close all of it.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Names that no pattern was written for: a rule that closes them closes whatever is there. */
const anyNames = ['\u{1f512}', `${'\u{1f512}'.repeat(7)}.0`]
const skipped: ReadonlySet<string> = new Set(['node_modules'])

/** Of every folder in `roots`, by real paths. */
export async function closedBelow(
  roots: readonly string[],
  isClosed: (path: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = []
  const waiting = await Promise.all(roots.map((root) => realpath(root).catch(() => root)))
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !isAllClosed(path, isClosed)) {
        if (!skipped.has(entry.name) && !path.endsWith('/.git/objects')) waiting.push(path)
      } else if (entry.isDirectory() || (entry.isFile() && isClosed(path))) found.push(path)
    }
  }
  return found
}

function isAllClosed(folder: string, isClosed: (path: string) => boolean): boolean {
  return (
    isClosed(folder) ||
    anyNames.every((name) => isClosed(join(folder, name)) && isClosed(join(folder, name, name)))
  )
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}
