/** What the tests of this folder share: two tools, and a Toolyard that is closed after use. */
import { createToolyard, registerTool, type ToolService } from '../index.ts'

const echo = registerTool('echo', 'Answers its arguments.', {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
})((args: object) => args)
const count = registerTool('count', 'Counts.', { to: Number })(async function* ({ to }: { to: number }) {
  for (let at = 1; at <= to; at++) yield { at }
  if (to > 9) throw new Error('too far')
})

export async function withYard(use: (yard: ToolService) => Promise<void>): Promise<void> {
  await using yard = await createToolyard({ tools: [echo, count] })
  await use(yard)
}
