import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, textOf } from '../define/index.ts'
import { createToolyard, type ToolService, type ToolyardOptions } from '../index.ts'

describe('a question of a tool', () => {
  const open = (more: ToolyardOptions) => createToolyard({ approvals: 'wait', ...more })
  const pending = async (yard: ToolService) => {
    for (;;) {
      const [item] = await yard.inbox.list()
      if (item) return item
      await sleep(5)
    }
  }

  it('may be answered by anybody', async () => {
    const asker = defineTool({
      name: 'asker',
      description: 'Asks.',
      permission: 'read',
      effects: 'none',
      timeoutMs: 100,
      execute: async (_input, { ask }) => ask({ question: 'Which colour?', choices: ['red', 'blue'] }),
    })
    await using yard = await open({ tools: [asker] })
    const call = yard.call('asker')
    const item = await pending(yard)
    assert.deepEqual([item.kind, item.text, item.choices], ['question', 'Which colour?', ['red', 'blue']])
    await assert.rejects(yard.inbox.answer(item.id, 'green', { by: 'ann' }), { hint: /red, blue/ })
    await sleep(150)
    await yard.inbox.answer(item.id, 'blue', { by: 'ann' })
    assert.equal(textOf(await call), 'blue')
  })

  it('shows choices without secrets, and tells the tool which one was chosen', async () => {
    let chosen = ''
    const asker = defineTool({
      name: 'asker',
      description: 'Asks.',
      permission: 'read',
      effects: 'none',
      execute: async (_input, { ask }) => {
        chosen = await ask({ question: 'Which one?', choices: ['none', 'hunter2-hunter2'] })
      },
    })
    await using yard = await open({
      tools: [asker],
      secrets: ['PASS'],
      environment: { PASS: 'hunter2-hunter2' },
    })
    const call = yard.call('asker')
    const item = await pending(yard)
    assert.doesNotMatch(JSON.stringify(item), /hunter2/)
    await yard.inbox.answer(item.id, item.choices?.[1] ?? '', { by: 'ann' })
    await call
    assert.equal(chosen, 'hunter2-hunter2')
  })

  it('goes to the person who makes the call, where one is given', async () => {
    const asker = defineTool({
      name: 'asker',
      description: 'Asks.',
      permission: 'read',
      effects: 'none',
      execute: async (_input, { ask }) => ask({ question: 'Which colour?' }),
    })
    await using yard = await createToolyard({ tools: [asker] })
    const asked: string[] = []
    const person = {
      ask: async () => ({ decision: 'reject', by: 'ann' }) as const,
      question: async ({ text }: { readonly text: string }) => {
        asked.push(text)
        return { text: 'green', by: 'ann' }
      },
    }
    assert.equal(textOf(await yard.call('asker', {}, { person })), 'green')
    assert.deepEqual(asked, ['Which colour?'])
    assert.equal((await yard.call('asker')).error?.code, 'denied')
  })
})

describe('an approval by the person who makes the call', () => {
  it('lets just that call run, and reaches the calls inside it', async () => {
    const inner = defineTool({
      name: 'inner',
      description: 'Writes.',
      permission: 'write',
      effects: 'local_state',
      execute: () => 'done',
    })
    const outer = defineTool({
      name: 'outer',
      description: 'Calls.',
      permission: 'read',
      effects: 'none',
      execute: async (_input, { call }) => textOf(await call('inner', {})),
    })
    await using yard = await createToolyard({ tools: [inner, outer], policy: { ask: ['inner'] } })
    const asked: string[] = []
    const person = {
      ask: async ({ tool }: { readonly tool: string }) => {
        asked.push(tool)
        return { decision: 'approve', by: 'ann' } as const
      },
    }
    assert.equal(textOf(await yard.call('outer', {}, { person })), 'done')
    assert.deepEqual(asked, ['inner'])
    assert.equal((await yard.call('inner')).status, 'denied')
  })
})
