import { tool } from 'toolyard/decorators'
import { z } from 'zod'

const inputSchema = z.object({ text: z.string().describe('The text to count') })

/** Counts lines, words and characters of a text. */
@tool({
  inputSchema,
  permission: 'read',
  effects: 'none',
  examples: [{ input: { text: 'one two' }, output: { lines: 1, words: 2, characters: 7 } }],
})
export class WordCount {
  execute({ text }: z.infer<typeof inputSchema>) {
    return {
      lines: text.split('\n').length,
      words: text.split(/\s+/).filter(Boolean).length,
      characters: text.length,
    }
  }
}
