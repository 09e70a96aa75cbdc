/**
 * An older result → a line that says where the whole of it is.
 *
 * @module
 */
import { textOf } from '../../../define/index.ts'
import type { ToolResultPart } from '../../models/model.ts'

export interface FoldingOptions {
  /** Whether the model has `read_result`. */
  readonly canRead: boolean
  /** Keeps a text and answers its handle. */
  readonly keep?: ((result: { tool: string; text: string }) => Promise<string | undefined>) | undefined
}

/** Shorter results are not worth a line. */
const minLength = 400
const mark = 'was left out to save room.'

export function isFoldable({ content }: ToolResultPart): boolean {
  return content.some((block) => (block.type === 'text' ? block.text.length > minLength : 'data' in block))
}

/** With the first `head` characters of it, if some are wanted. */
export async function foldResult(
  part: ToolResultPart,
  folding: FoldingOptions,
  head = 0,
): Promise<ToolResultPart> {
  const text = textOf(part)
  const handle =
    part.handle ?? (folding.canRead ? await folding.keep?.({ tool: part.tool, text }) : undefined)
  const size = text.includes(mark) ? '' : ` (${text.length.toLocaleString('en-US')} characters in all)`
  const next =
    handle !== undefined && folding.canRead
      ? `read_result with the handle "${handle}" shows it.`
      : 'Call the tool again if it is needed.'
  const begin = head > 0 ? `${text.slice(0, head).toWellFormed()}\n` : ''
  const what = head > 0 ? 'The rest of this result' : 'This result'
  const line = `${begin}[${what} of ${part.tool}${size} ${mark} ${next}]`
  return {
    ...part,
    content: [{ type: 'text', text: line }],
    ...(handle !== undefined && { handle }),
  }
}
