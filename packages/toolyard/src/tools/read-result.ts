/** `read_result`: slices of an answer that was too long to show at once. */
import { z } from 'zod'
import { defineTool } from '../define/index.ts'
import { parsePath, readPath, ToolyardError } from '../kernel/index.ts'
import { pickLines } from './results-lib/pick-lines.ts'

const defaultLines = 500

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

  async execute({ handle, offset, limit, grep, path }, { results, signal }) {
    const stored = await results.read(handle)
    if (!stored)
      throw new ToolyardError('not_found', `there is no stored result "${handle}"`, {
        hint: 'Results are kept for a while only; call the tool again.',
      })
    const text = path === undefined ? stored.text : pick(stored.text, path)
    const { lines, matching, total } = await pickLines(text, { offset, limit, pattern: grep, signal })
    if (lines.length === 0)
      return `No lines${grep === undefined ? ` from line ${offset} on` : ' match'}; the result has ${total} lines.`
    const body = lines.map((line) => (grep === undefined ? line.text : `${line.number}: ${line.text}`))
    const left = matching - (offset - 1) - lines.length
    const note = left > 0 ? `\n[${left} more lines; continue with offset=${offset + lines.length}]` : ''
    const lost = stored.dropped > 0 ? `\n[${stored.dropped} characters in the middle were not kept]` : ''
    return body.join('\n') + note + lost
  },
})

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
