/** Says goodbye to somebody. */
export default {
  category: 'greetings',
  permission: 'read',
  effects: 'none',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Who leaves' } },
    required: ['name'],
  },
  execute: ({ name }) => `Goodbye, ${name}!`,
}
