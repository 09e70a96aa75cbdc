import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { type Approver, createToolyard, defineTool, type ToolService } from '../index.ts'

interface Seen {
  readonly asked: string[]
  readonly ended: string[]
}

async function open(
  confirm: (input: { amount: number }) => boolean | Promise<boolean>,
  seen: Seen,
  timeoutMs = 60_000,
) {
  const approver: Approver = {
    async ask({ callId, rule }) {
      seen.asked.push(`${callId} ${rule}`)
      return { decision: 'reject', by: 'the test' }
    },
  }
  return createToolyard({
    approver,
    hooks: [
      {
        name: 'told',
        type: 'POST_TOOL_USE',
        handler: ({ callId }) => void seen.ended.push(callId),
      },
    ],
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays.',
        inputSchema: z.object({ amount: z.number() }),
        confirm,
        timeoutMs,
        execute: ({ amount }) => `paid ${amount}`,
      }),
    ],
  })
}

describe('a tool that asks about some of its calls', () => {
  it('asks about those for which its function answers true, and runs the others with all their hooks', async () => {
    const seen: Seen = { asked: [], ended: [] }
    await using yard = await open(({ amount }) => amount > 100, seen)
    assert.equal((await yard.call('pay', { amount: 5 }, { callId: 'small' })).status, 'ok')
    assert.equal((await yard.call('pay', { amount: 500 }, { callId: 'large' })).error?.code, 'rejected')
    assert.deepEqual(seen, { asked: ['large confirm'], ended: ['small'] })
  })

  it('says so when it is explained', async () => {
    await using yard = await open(async ({ amount }) => amount > 100, { asked: [], ended: [] })
    assert.deepEqual(await effects(yard), ['allow', 'ask'])
  })

  it('asks where the function throws or answers no boolean', async () => {
    const seen: Seen = { asked: [], ended: [] }
    await using yard = await open(({ amount }) => {
      if (amount === 1) throw new Error('no idea')
      return undefined as never
    }, seen)
    await yard.call('pay', { amount: 1 }, { callId: 'thrown' })
    await yard.call('pay', { amount: 2 }, { callId: 'silent' })
    assert.deepEqual(seen.asked, ['thrown confirm', 'silent confirm'])
  })

  it('asks where the function does not answer in the time of the tool, and ends with the signal of the call', async () => {
    const seen: Seen = { asked: [], ended: [] }
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const never = (): Promise<boolean> => {
      start()
      return new Promise(() => {})
    }
    await using hasty = await open(never, seen, 20)
    assert.equal((await hasty.call('pay', { amount: 1 }, { callId: 'late' })).error?.code, 'rejected')
    assert.deepEqual((await effects(hasty)).slice(0, 1), ['ask'])
    await using patient = await open(never, seen)
    const abort = new AbortController()
    const running = patient.call('pay', { amount: 1 }, { signal: abort.signal })
    await started
    abort.abort()
    assert.equal((await running).status, 'cancelled')
    assert.deepEqual(seen.asked, ['late confirm'])
  })

  it('is shown as one that asks, and a wrong `confirm` is refused by name', async () => {
    await using yard = await open(() => false, { asked: [], ended: [] })
    assert.equal(yard.registry.get('pay')?.manifest.confirm, true)
    assert.throws(
      () => defineTool({ name: 'x', description: 'X.', confirm: 'yes' as never, execute: () => 1 }),
      /confirm must be a boolean or a function/,
    )
  })
})

async function effects(yard: ToolService): Promise<unknown[]> {
  const explained = await Promise.all([5, 500].map((amount) => yard.explain('pay', { amount })))
  return explained.map((one) => ('decision' in one ? one.decision.effect : one))
}
