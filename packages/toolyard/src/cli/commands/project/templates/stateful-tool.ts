/** `--kind stateful`: one object per conversation, which remembers. */
import { testFile } from './source-text.ts'
import type { Template } from './template.ts'

export const statefulTool: Template = (plan) => {
  const { name, stem } = plan
  const facts = { ...plan, permission: 'read', effects: 'none', confirm: false } as const
  const tool = `/** Keeps a list for the conversation. Call it with an item to add one. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    item: z.string().optional().describe('What to add; leave it out to see the list'),
  }),
  permission: 'read',
  effects: 'none',

  // Called once for every conversation; what it makes lives as long.
  create() {
    const items: string[] = []
    return {
      async execute({ item }) {
        // Start here: this only remembers what it was given.
        if (item !== undefined) items.push(item)
        return { items: [...items] }
      },
    }
  },
})
`
  const steps = [
    "const inOne = { threadId: 'one' }",
    `await yard.call('${name}', { item: 'milk' }, inOne)`,
    `const kept = await yard.call('${name}', {}, inOne)`,
    "assert.deepEqual(kept.data, { items: ['milk'] })",
    `const other = await yard.call('${name}', {}, { threadId: 'two' })`,
    'assert.deepEqual(other.data, { items: [] })',
  ]
  return [
    { path: `${stem}.ts`, text: tool, use: 'loaded' },
    { path: `${stem}.test.ts`, text: testFile(facts, steps) },
  ]
}
