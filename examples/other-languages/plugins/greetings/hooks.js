/** Nobody is greeted by an empty name. */
export default [
  {
    name: 'greetings: names',
    type: 'PRE_TOOL_USE',
    tools: ['greet', 'farewell'],
    handler: ({ arguments: { name } }) =>
      String(name).trim() === '' ? { action: 'deny', message: 'Ask for the name first.' } : undefined,
  },
]
