/**
 * A long text → its beginning and a line that says where the whole of it is. The same cut gives the same words.
 *
 * @module
 */
import { textOf } from '../../../define/index.ts'
import { attachedLine, type MessagePart, type TextCut, type ThreadMessage } from '../../../store/index.ts'
import type { ToolResultPart } from '../../models/model.ts'

/** Keeps a text and answers its handle. */
export type Keep = (result: { readonly tool: string; readonly text: string }) => Promise<string | undefined>

/** Shorter ones are not worth a line. */
const minLength = 400

export function isFoldable({ content }: ToolResultPart): boolean {
  return content.some((block) => (block.type === 'text' ? block.text.length > minLength : 'data' in block))
}

/** How a result is cut: the whole of it is kept first, if there is a place for it. */
export async function cutOf(part: ToolResultPart, head: number, keep: Keep | undefined): Promise<TextCut> {
  const handle = part.handle ?? (await keep?.({ tool: part.tool, text: textOf(part) }))
  return { head, ...(handle !== undefined && { handle }) }
}

function foldResult(part: ToolResultPart, { head, handle }: TextCut): ToolResultPart {
  const text = textOf(part)
  const next =
    handle === undefined
      ? 'Call the tool again if it is needed.'
      : `read_result with the handle "${handle}" shows it.`
  const begin = head > 0 ? `${text.slice(0, head).toWellFormed()}\n` : ''
  const what = head > 0 ? 'The rest of this result' : 'This result'
  const line = `${begin}[${what} of ${part.tool} (${count(text)} characters in all) was left out to save room. ${next}]`
  return { ...part, content: [{ type: 'text', text: line }], ...(handle !== undefined && { handle }) }
}

/** What a person or an agent said that is longer than there is room for. */
function foldMessage(message: ThreadMessage, { head }: TextCut): ThreadMessage {
  const parts = message.parts.map((part): MessagePart => {
    if (part.type !== 'text' || part.text.length <= head) return part
    const begin = part.text.slice(0, head).toWellFormed()
    const note = `[The rest of this message (${count(part.text)} characters in all) was left out: it is longer than there is room for. read_thread shows it.]`
    return { ...part, text: `${begin}\n${note}` }
  })
  return { ...message, parts }
}

/** The words in place of a picture or a file that is shown no more. */
function foldAttached(message: ThreadMessage, cuts: Readonly<Record<string, TextCut>>): ThreadMessage {
  const parts = message.parts.map((part): MessagePart => {
    if (!isAttachment(part) || !cuts[part.handle]) return part
    const isText = part.type === 'file' && part.pages === undefined
    const why = `left out to save room${isText ? '; read_result with its handle shows it' : ''}`
    return { type: 'text', text: attachedLine(part, why) }
  })
  return { ...message, parts }
}

type KeptPart = Extract<MessagePart, { type: 'image' | 'file'; handle: string }>

/** Whether it is shown by its bytes. */
export function isAttachment(part: MessagePart): part is KeptPart {
  return (part.type === 'image' || part.type === 'file') && 'handle' in part
}

/** All cuts of a view in one message. */
export function withCuts(given: ThreadMessage, cuts: Readonly<Record<string, TextCut>>): ThreadMessage {
  const isCutOff = given.parts.some((part) => isAttachment(part) && cuts[part.handle])
  const message = isCutOff ? foldAttached(given, cuts) : given
  const own = cuts[message.id]
  if (own) return foldMessage(message, own)
  if (message.role !== 'tool') return message
  let isCut = false
  const parts = message.parts.map((part) => {
    const cut = part.type === 'tool_result' ? cuts[part.callId] : undefined
    if (!cut || part.type !== 'tool_result') return part
    isCut = true
    return foldResult(part, cut)
  })
  return isCut ? { ...message, parts } : message
}

function count(text: string): string {
  return text.length.toLocaleString('en-US')
}
