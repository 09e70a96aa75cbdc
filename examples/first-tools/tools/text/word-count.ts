import { tool } from 'toolyard/decorators'

/** Counts lines, words and characters of a text. */
@tool({ permission: 'read', effects: 'none', inputSchema: { text: String }, examples: [{ input: { text: 'one two' }, output: { lines: 1, words: 2, characters: 7 } }] })
export class WordCount {
  execute({ text }: { text: string }) {
    return { lines: text.split('\n').length, words: text.split(/\s+/).filter(Boolean).length, characters: text.length }
  }
}
