/**
 * A tree of real files: what is installed here, several times, as hard links where the file system has them.
 *
 * @module
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url))

export interface TreeSize {
  readonly copies: number
  /** Only this package, not all. */
  readonly package?: string
}

/** Answers how many files there are. */
export function growTree(folder: string, { copies, package: name = '' }: TreeSize): number {
  const from = realpathSync(join(installed, name))
  let files = 0
  for (let copy = 0; copy < copies; copy++) files += plant(from, join(folder, `copy-${copy}`))
  return files
}

/** Links are left out. */
function plant(from: string, to: string): number {
  mkdirSync(to)
  let files = 0
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) files += plant(source, target)
    else if (entry.isFile()) {
      place(source, target)
      files++
    }
  }
  return files
}

function place(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
