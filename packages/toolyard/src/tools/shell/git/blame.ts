/**
 * `git blame --porcelain`, read into lines.
 *
 * @module
 */
import type { Git } from './open-git.ts'
import type { BlameLine } from './results.ts'

export interface BlameRequest {
  readonly name: string
  /** As of this commit; the work tree if there is none. */
  readonly commit: string | undefined
  readonly from: number
  readonly to: number | undefined
}

const usualLines = 200
const mostLines = 2000

export async function readBlame(
  git: Git,
  { name, commit, from, to }: BlameRequest,
): Promise<{ lines: readonly BlameLine[]; next_line?: number }> {
  const last = Math.max(from, Math.min(to ?? from + usualLines - 1, from + mostLines - 1))
  const { text } = await git.run([
    'blame',
    '--porcelain',
    `-L${from},${last + 1}`,
    ...(commit === undefined ? [] : [commit]),
    '--',
    name,
  ])
  const lines = parseBlame(text)
  const shown = lines.filter(({ line }) => line <= last)
  const goesOn = lines.length > shown.length && to === undefined
  return { lines: shown, ...(goesOn && { next_line: last + 1 }) }
}

export function parseBlame(text: string): BlameLine[] {
  const known = new Map<string, Map<string, string>>()
  const lines: BlameLine[] = []
  let [commit, line] = ['', 0]
  for (const row of text.split('\n')) {
    if (row.startsWith('\t')) lines.push(toLine({ commit, line, text: row.slice(1) }, known.get(commit)))
    else {
      const [, name, number] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row) ?? []
      if (name !== undefined) {
        ;[commit, line] = [name, Number(number)]
        if (!known.has(commit)) known.set(commit, new Map())
      } else {
        const at = row.indexOf(' ')
        known.get(commit)?.set(row.slice(0, at), row.slice(at + 1))
      }
    }
  }
  return lines
}

function toLine(
  { commit, line, text }: { readonly commit: string; readonly line: number; readonly text: string },
  facts: ReadonlyMap<string, string> | undefined,
): BlameLine {
  const seconds = Number(facts?.get('author-time') ?? 0)
  return {
    line,
    commit: commit.slice(0, 12),
    author: facts?.get('author') ?? '',
    date: new Date(seconds * 1000).toISOString().slice(0, 10),
    summary: facts?.get('summary') ?? '',
    text: text.replace(/\r$/, ''),
  }
}
