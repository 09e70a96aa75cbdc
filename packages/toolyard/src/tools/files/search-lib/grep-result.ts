/**
 * What `grep` answers, for programs and for the model.
 *
 * @module
 */
import { visibleText } from '../../../kernel/index.ts'
import type { GrepInput } from './grep-args.ts'
import type { MatchLine } from './read-matches.ts'
import { visibleName } from './visible-name.ts'

export interface GrepResult {
  readonly mode: GrepInput['output_mode']
  readonly files: readonly GrepFile[]
  /** Where the next page begins. */
  readonly next_offset?: number
  /** What was not searched, and what to do about it. */
  readonly notes: readonly string[]
}

export interface GrepFile {
  readonly file: string
  /** Matching lines, in mode `count`. */
  readonly count?: number
  readonly lines?: readonly MatchLine[]
  /** It matches, and its lines are not shown. */
  readonly isBinary?: true
}

export function renderGrep(result: GrepResult): string {
  const { mode, files, notes } = result
  if (files.length === 0) return ['No matches.', ...notes].join('\n')
  const body =
    mode === 'content'
      ? renderLines(files)
      : files.map(({ file, count }) =>
          count === undefined ? visibleName(file) : `${visibleName(file)}:${count}`,
        )
  return notes.length === 0 ? body.join('\n') : `${body.join('\n')}\n\n[${notes.join('\n')}]`
}

/**
 * As grep prints them: `:` around the number of a line that matches, `-` around that of its context, `--` where lines
 * are left out.
 */
function renderLines(files: readonly GrepFile[]): string[] {
  const hasContext = files.some(({ lines = [] }) => lines.some(({ isMatch }) => !isMatch))
  return files.flatMap(({ file, lines = [], isBinary }, index) => {
    const name = visibleName(file)
    if (isBinary) return [`${name}: binary file matches`]
    return lines.flatMap(({ line, text, isMatch }, at) => {
      const mark = isMatch ? ':' : '-'
      const isGap = at === 0 ? index > 0 : line !== (lines[at - 1]?.line ?? 0) + 1
      return [...(hasContext && isGap ? ['--'] : []), `${name}${mark}${line}${mark}${visibleText(text)}`]
    })
  })
}
