/** `read_thread`: what was said earlier in this conversation. */
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { cutFields } from '../../tools/output-lib/index.ts'
import type { SaidMessage } from './thread-access.ts'

const mostCharacters = 4000

const said = z.strictObject({
  number: z.int().describe('Its place in the conversation, from 1 on'),
  by: z.string().describe('user, assistant, tool, or who else said it'),
  text: z.string(),
  characters: z.int().optional().describe('Length of the whole text, if it is cut'),
})

export default defineTool({
  name: 'read_thread',
  description:
    'Read earlier messages of this conversation, also those that were summarised or cut to save room. Give the number of the first message, or words to find.',
  category: 'system',
  permission: 'read',
  effects: 'none',
  tags: ['conversation', 'history', 'results'],
  inputSchema: z.strictObject({
    from: z.int().min(1).default(1).describe('Number of the first message to show'),
    count: z.int().min(1).max(100).default(20).describe('Messages to show at most'),
    find: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Show only messages that contain this text, in any case'),
    offset: z
      .int()
      .min(0)
      .default(0)
      .describe('Characters of each message to skip, to read on in a long one'),
  }),
  outputSchema: z.strictObject({
    messages: z.array(said),
    total: z.int().describe('Messages of the conversation'),
    next: z.int().optional().describe('Number to read on from'),
    ...cutFields,
  }),

  async execute({ from, count, find, offset }, { services }) {
    if (!services.thread)
      throw new ToolyardError('unavailable', 'this call belongs to no conversation', {
        hint: 'It works in conversations of agents.',
      })
    const all = await services.thread.messages()
    const words = find?.toLowerCase()
    const found = all
      .slice(from - 1)
      .filter(({ text }) => words === undefined || text.toLowerCase().includes(words))
    const next = found[count]?.number
    return {
      messages: found.slice(0, count).map((message) => shown(message, offset)),
      total: all.length,
      ...(next !== undefined && { next }),
    }
  },

  render({ messages, total, next }) {
    if (messages.length === 0) return `No messages. The conversation has ${total}.`
    const lines = messages.map(({ number, by, text, characters }) => {
      const rest = characters === undefined ? '' : `\n[${characters} characters in all; read on with offset]`
      return `#${number} ${by}: ${text}${rest}`
    })
    const more = next === undefined ? '' : `\n\n[more from message ${next} on; ${total} messages in all]`
    return lines.join('\n\n') + more
  },
})

function shown({ number, by, text }: SaidMessage, offset: number): z.output<typeof said> {
  const part = text.slice(offset, offset + mostCharacters).toWellFormed()
  return { number, by, text: part, ...(part.length < text.length && { characters: text.length }) }
}
