/** Makes a text loud. The short form of a schema: every field is required. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { text: String, times: Number },
  permission: 'read',
  effects: 'none',
  examples: [{ input: { text: 'hi', times: 2 }, output: 'HI! HI!' }],
  execute: ({ text, times }) => Array.from({ length: times }, () => `${text.toUpperCase()}!`).join(' '),
})
