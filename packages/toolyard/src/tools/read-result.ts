/** `read_result`: slices of an answer that was too long to show at once. */
import { Buffer, isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { defineTool, type Services, type StoredResult } from '../define/index.ts'
import { parsePath, readPath, ToolyardError } from '../kernel/index.ts'
import { type AnswerWith, answerWith } from './output-lib/answer-with.ts'
import { cutFields } from './output-lib/cut-fields.ts'
import { pickLines } from './results-lib/pick-lines.ts'

const defaultLines = 500

const outputSchema = z.strictObject({
  text: z.string().optional().describe('Lines, without grep'),
  matches: z
    .array(z.strictObject({ line: z.int(), text: z.string() }))
    .optional()
    .describe('Lines that match, with grep'),
  total_lines: z.int().describe('Lines of the result, or of the part that path names'),
  next_offset: z.int().optional().describe('Where to read on'),
  dropped: z.int().optional().describe('Characters in the middle that were not kept'),
  ...cutFields,
})

type ReadResultAnswer = AnswerWith<z.output<typeof outputSchema>>

export default defineTool({
  name: 'read_result',
  description:
    'Read more of a stored result. Long answers are cut and kept under a handle; give the handle and a line to go on from, or search it with grep, or pick a part of JSON with path.',
  category: 'system',
  permission: 'read',
  effects: 'none',
  tags: ['results'],
  inputSchema: z.strictObject({
    handle: z.string().min(1).describe('The handle that the cut answer names'),
    offset: z.int().min(1).default(1).describe('First line to show'),
    limit: z.int().min(1).max(2000).default(defaultLines).describe('Lines to show at most'),
    grep: z.string().min(1).optional().describe('Show only lines that match this regular expression (RE2)'),
    path: z
      .string()
      .min(1)
      .optional()
      .describe('Show only this part of a JSON result, such as items[0].name'),
  }),

  outputSchema,

  async execute({ handle, offset, limit, grep, path }, { services, signal }): Promise<ReadResultAnswer> {
    const stored = (await services.results?.read(handle)) ?? (await attachedText(services, handle))
    if (!stored)
      throw new ToolyardError('not_found', `there is no stored result "${handle}"`, {
        hint: 'Results are kept for a while only; call the tool again.',
      })
    const text = path === undefined ? stored.text : pick(stored.text, path)
    const { lines, matching, total } = await pickLines(text, { offset, limit, pattern: grep, signal })
    const facts = { total_lines: total, ...(stored.dropped > 0 && { dropped: stored.dropped }) }
    if (lines.length === 0)
      return answerWith(
        `No lines${grep === undefined ? ` from line ${offset} on` : ' match'}; the result has ${total} lines.`,
        facts,
      )
    const body = lines.map((line) => (grep === undefined ? line.text : `${line.number}: ${line.text}`))
    const left = matching - (offset - 1) - lines.length
    const next = offset + lines.length
    const note = left > 0 ? `\n[${left} more lines; continue with offset=${next}]` : ''
    const lost = stored.dropped > 0 ? `\n[${stored.dropped} characters in the middle were not kept]` : ''
    const shown = body.join('\n')
    return answerWith(shown + note + lost, {
      ...(grep === undefined
        ? { text: shown }
        : { matches: lines.map((line) => ({ line: line.number, text: line.text })) }),
      ...facts,
      ...(left > 0 && { next_offset: next }),
    })
  },
})

/** A text that was attached to a message of this conversation. */
async function attachedText(
  { attachments }: Services,
  handle: string,
): Promise<Pick<StoredResult, 'text' | 'dropped'> | undefined> {
  const found = await attachments?.read(handle)
  if (!found || !isUtf8(found.bytes)) return undefined
  return { text: Buffer.from(found.bytes).toString(), dropped: 0 }
}

/** The part of the parsed text that a path leads to. */
function pick(text: string, path: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ToolyardError('invalid_arguments', 'path: this result is not JSON', {
      hint: 'Read it by offset, or use grep.',
    })
  }
  const steps = parsePath(path)
  if (!steps)
    throw new ToolyardError('invalid_arguments', `path: "${path.slice(0, 200)}" is not a path`, {
      hint: 'Write it as in items[0].name, items[*].id or ["odd key"].',
    })
  const found = readPath(value, steps)
  if ('missing' in found)
    throw new ToolyardError('invalid_arguments', `path: there is nothing at ${found.missing}`, {
      hint: found.known,
    })
  return typeof found.value === 'string' ? found.value : JSON.stringify(found.value, null, 2)
}
