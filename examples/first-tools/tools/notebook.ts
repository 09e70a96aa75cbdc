/** A notebook that lasts as long as the conversation. Add a line, or list all of them. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

const inputSchema = z.object({
  action: z.enum(['add', 'list']).describe('What to do'),
  line: z.string().optional().describe('The line to add'),
})

/** One object per conversation: made on first use, disposed when the conversation ends. */
class Notebook {
  readonly #lines: string[] = []

  execute({ action, line }: z.infer<typeof inputSchema>): string {
    if (action === 'add' && line !== undefined) this.#lines.push(line)
    return this.#lines.map((text, index) => `${index + 1}. ${text}`).join('\n') || '(empty)'
  }

  dispose(): void {
    this.#lines.length = 0
  }
}

export default defineTool({
  inputSchema,
  permission: 'write',
  effects: 'local_state',
  examples: [{ input: { action: 'add', line: 'buy milk' }, output: '1. buy milk' }],
  create: () => new Notebook(),
})
