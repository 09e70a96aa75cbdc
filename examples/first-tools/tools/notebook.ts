/** A notebook that lasts as long as the conversation. Add a line, or list all of them. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

/** One object per thread: made on first use, disposed when the thread ends. */
class Notebook {
  readonly #lines: string[] = []

  execute({ action, line }: { action: 'add' | 'list'; line?: string | undefined }): string {
    if (action === 'add' && line !== undefined) this.#lines.push(line)
    return this.#lines.length === 0 ? '(empty)' : this.#lines.map((text, index) => `${index + 1}. ${text}`).join('\n')
  }
}

export default defineTool({
  inputSchema: z.object({
    action: z.enum(['add', 'list']).describe('What to do'),
    line: z.string().optional().describe('The line to add'),
  }),
  permission: 'write',
  effects: 'local_state',
  examples: [{ input: { action: 'add', line: 'buy milk' }, output: '1. buy milk' }],
  create: () => new Notebook(),
})
