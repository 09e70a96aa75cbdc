/** An agent of LangChain with a tool that a person reviews. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tool } from '@langchain/core/tools'
import { Command, MemorySaver } from '@langchain/langgraph'
import { type AgentMiddleware, createAgent, humanInTheLoopMiddleware } from 'langchain'
import { z } from 'zod'

const pay = tool(async ({ amount }) => `paid ${amount}`, {
  name: 'pay',
  description: 'Pays an invoice.',
  schema: z.object({ amount: z.number() }),
})

// The casts are for `exactOptionalPropertyTypes`, with which LangChain's own types do not fit.
const review = humanInTheLoopMiddleware({ interruptOn: { pay: true } } as never) as AgentMiddleware

export async function payInvoice(model: BaseChatModel): Promise<string> {
  const agent = createAgent({
    model,
    tools: [pay],
    middleware: [review],
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
