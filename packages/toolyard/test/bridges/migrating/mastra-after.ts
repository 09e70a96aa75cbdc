/** The same agent, with its tool in a yard. */
import { Agent, type AgentConfig } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { createToolyard } from 'toolyard'
import { fromMastraTools, toMastraTools } from 'toolyard/mastra'
import { z } from 'zod'

const pay = createTool({
  id: 'pay',
  description: 'Pays an invoice.',
  inputSchema: z.object({ amount: z.number() }),
  requireApproval: ({ amount }) => amount > 100,
  execute: async ({ amount }) => `paid ${amount}`,
})

export async function payInvoice(model: AgentConfig['model']): Promise<string> {
  await using yard = await createToolyard({ tools: fromMastraTools({ pay }) })
  const tools = await toMastraTools(yard)
  const clerk = new Agent({ id: 'clerk', name: 'Clerk', instructions: 'Pay invoices.', model, tools })
  const mastra = new Mastra({ agents: { clerk }, storage: new InMemoryStore(), logger: false })
  const agent = mastra.getAgent('clerk')
  const { runId = '' } = await agent.generate('Pay the 500.')
  // The person approves.
  const { text } = await agent.approveToolCallGenerate({ runId })
  return text
}
