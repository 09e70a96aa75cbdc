/** Document, 参数验证: one parameter for each kind of check. */
export const probeTool = {
  name: 'probe',
  description: 'Takes one of each',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 2, maxLength: 4 },
      count: { type: 'integer', minimum: 1, maximum: 3 },
      ratio: { type: 'number' },
      flag: { type: 'boolean' },
      list: { type: 'array', items: { type: 'string' } },
      mode: { type: 'string', enum: ['a', 'b'] },
      inner: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
    required: ['text'],
  },
  execute: (): string => 'ran',
}

export const wrongParams: readonly object[] = [
  {},
  { text: 5 },
  { text: 'a' },
  { text: 'abc', count: 4 },
  { text: 'abc', flag: 'yes' },
  { text: 'abc', list: [1] },
  { text: 'abc', mode: 'c' },
  { text: 'abc', inner: {} },
]
