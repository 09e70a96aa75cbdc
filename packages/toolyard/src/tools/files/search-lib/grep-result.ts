/**
 * What `grep` answers, for programs and for the model.
 *
 * @module
 */
import { z } from 'zod'
import { visibleText } from '../../../kernel/index.ts'
import { cutFields } from '../../output-lib/cut-fields.ts'
import { visibleName } from './visible-name.ts'

const match = z.strictObject({
  line: z.int(),
  text: z.string().describe('Long lines are cut around the match'),
  context: z.literal(true).optional().describe('A line near a match'),
})

export const grepOutput = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        matches: z.array(match).optional().describe('In output_mode content'),
        count: z.int().optional().describe('Matching lines, in output_mode count'),
        binary: z.literal(true).optional().describe('It matches; its lines are not shown'),
      }),
    )
    .describe('In the order of their paths'),
  next_offset: z.int().optional().describe('Where the next page begins'),
  notes: z.array(z.string()).describe('What was not searched, and what to do about it'),
  ...cutFields,
})

export type GrepResult = z.output<typeof grepOutput>
export type GrepFile = GrepResult['files'][number]

export function renderGrep({ files, notes }: GrepResult): string {
  if (files.length === 0) return ['No matches.', ...notes].join('\n')
  const body = renderFiles(files)
  return notes.length === 0 ? body.join('\n') : `${body.join('\n')}\n\n[${notes.join('\n')}]`
}

/**
 * As grep prints them: `:` around the number of a line that matches, `-` around that of its context, `--` where lines
 * are left out.
 */
function renderFiles(files: readonly GrepFile[]): string[] {
  const hasContext = files.some(({ matches = [] }) => matches.some(({ context }) => context))
  return files.flatMap(({ path, matches, count, binary }, index) => {
    const name = visibleName(path)
    if (binary) return [`${name}: binary file matches`]
    if (!matches) return [count === undefined ? name : `${name}:${count}`]
    return matches.flatMap(({ line, text, context }, at) => {
      const mark = context ? '-' : ':'
      const isGap = at === 0 ? index > 0 : line !== (matches[at - 1]?.line ?? 0) + 1
      return [...(hasContext && isGap ? ['--'] : []), `${name}${mark}${line}${mark}${visibleText(text)}`]
    })
  })
}
