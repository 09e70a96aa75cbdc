/** The programs of the guide on migrating from LangChain and Mastra: before and after, the model reads and says the same. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { heard, modelThat as aiModelThat } from './ai-model.ts'
import { modelThat } from './langchain-model.ts'
import { payInvoice as langChainAfter } from './migrating/langchain-after.ts'
import { payInvoice as langChainBefore } from './migrating/langchain-before.ts'
import { payInvoice as mastraAfter } from './migrating/mastra-after.ts'
import { payInvoice as mastraBefore } from './migrating/mastra-before.ts'

const turns = [[{ tool: 'pay', input: { amount: 500 } }]] as const

describe('an agent that moves to a yard', () => {
  it('works as before in LangChain', async () => {
    for (const payInvoice of [langChainBefore, langChainAfter]) {
      const model = modelThat(...turns)
      assert.equal(await payInvoice(model), 'done')
      assert.deepEqual(
        model.heard.map(({ status, text }) => [status, text]),
        [['success', 'paid 500']],
      )
    }
  })

  it('works as before in Mastra', async () => {
    for (const payInvoice of [mastraBefore, mastraAfter]) {
      const model = aiModelThat(...turns)
      assert.equal(await payInvoice(model as never), 'done')
      assert.match(JSON.stringify(heard(model)), /"paid 500"/)
    }
  })
})
