/** `search_tools`: finds tools that are not shown, and shows them from then on. */
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'

export default defineTool({
  name: 'search_tools',
  description:
    'Find tools by what they do. Not all of your tools are shown at once: say in a few words what you want to do, best in words that a description would use, and the tools that fit can be called from your next turn on. Use it before you say that something cannot be done.',
  category: 'system',
  permission: 'read',
  effects: 'local_state',
  tags: ['tools', 'find'],
  inputSchema: z.strictObject({
    query: z.string().min(1).max(500).describe('What you want to do, in a few words'),
    limit: z.int().min(1).max(20).default(5).describe('Tools to find at most'),
  }),
  outputSchema: z.strictObject({
    tools: z.array(z.strictObject({ name: z.string(), description: z.string() })).describe('Best first'),
    note: z.string().optional().describe('What is missing, and why'),
    ...cutFields,
  }),

  async execute({ query, limit }, { services: { finder }, tool }) {
    if (!finder)
      throw new ToolyardError('unavailable', `"${tool}" can't look for tools here`, {
        hint: 'Call it through a Toolyard that knows them.',
      })
    const { tools, note } = await finder.find(query, limit)
    return {
      tools: tools.map(({ name, description }) => ({ name, description })),
      ...(note !== undefined && { note }),
    }
  },

  render({ tools, note }, { query }) {
    const lines =
      tools.length === 0
        ? [`No tool fits "${query}". Try other words that a description may use, or fewer.`]
        : [
            ...tools.map(({ name, description }) => `${name}: ${description}`),
            '',
            'You can call them from your next turn on.',
          ]
    return [...lines, ...(note === undefined ? [] : [`Note: ${note}`])].join('\n')
  },
})
