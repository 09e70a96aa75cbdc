/** Makes a text loud. Use it for headlines and warnings. */
import { defineTool } from 'toolyard'

export default defineTool({
  // The short form of a schema: every parameter is required, and none has a description.
  inputSchema: { text: String, friendly: Boolean },
  permission: 'read',
  effects: 'none',
  examples: [{ input: { text: 'hi', friendly: true }, output: 'HI! :-)' }],

  execute: ({ text, friendly }) => `${text.toUpperCase()}!${friendly ? ' :-)' : ''}`,
})
