/** The same agent, with its tool in a yard. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tool } from '@langchain/core/tools'
import { Command, MemorySaver } from '@langchain/langgraph'
import { createAgent } from 'langchain'
import { createToolyard } from 'toolyard'
import { fromLangChainTools, toLangChainTools } from 'toolyard/langchain'
import { z } from 'zod'

const pay = tool(async ({ amount }) => `paid ${amount}`, {
  name: 'pay',
  description: 'Pays an invoice.',
  schema: z.object({ amount: z.number() }),
})

export async function payInvoice(model: BaseChatModel): Promise<string> {
  await using yard = await createToolyard({
    tools: fromLangChainTools([pay], { interruptOn: { pay: true } }),
  })
  const agent = createAgent({
    model,
    tools: await toLangChainTools(yard),
    checkpointer: new MemorySaver(),
  })
  const config = { configurable: { thread_id: '1' } }
  await agent.invoke({ messages: [{ role: 'user', content: 'Pay the 500.' }] }, config)
  // The person approves.
  const { messages } = await agent.invoke(
    new Command({ resume: { decisions: [{ type: 'approve' }] } }),
    config,
  )
  return messages.at(-1)?.text ?? ''
}
