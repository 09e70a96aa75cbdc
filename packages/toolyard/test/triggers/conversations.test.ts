/** Deliveries that name a conversation: a run that goes on hears them, and the next one knows what was said. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defineTool } from 'toolyard'
import type { TriggerSpec } from '../../src/define/index.ts'
import type { RunRecord } from '../../src/store/index.ts'
import { folderFor, sampleTools, type Site, until } from '../http/support.ts'
import { openTriggers, trigger } from './support.ts'

interface Held {
  readonly site: Site
  /** Lets the tool of the run answer. */
  readonly release: () => void
}

/** An agent whose first step waits in a tool until it is let go. */
async function openHeld(test: TestContext, spec: Partial<TriggerSpec> = {}): Promise<Held> {
  const workspace = await folderFor(test)
  const turns = [{ calls: [{ tool: 'hold', input: {} }] }, { text: 'Heard.' }]
  await writeFile(join(workspace, 'script.json'), JSON.stringify(turns))
  const { promise, resolve } = Promise.withResolvers<string>()
  test.after(() => resolve('late'))
  const hold = defineTool({ name: 'hold', description: 'Waits.', execute: () => promise })
  const { site } = await openTriggers(
    test,
    { agent: 'helper', prompt: 'Answer.', conversation: '{{body.chat.id}}', ...spec },
    {
      workspace,
      tools: [...sampleTools, hold],
      agents: { create: [{ name: 'helper', toolIds: ['hold'], model: 'scripted/script.json' }] },
    },
  )
  return { site, release: () => resolve('done') }
}

const said = (id: number | string, text: string) => ({ chat: { id }, text })

async function endOf({ yard }: Site, runId: string | undefined): Promise<RunRecord> {
  return until(async () => {
    const found = await yard.runs.find(runId ?? '')
    return ['running', 'queued', 'waiting'].includes(found.status) ? undefined : found
  }, 'the end of the run')
}

async function textsOf({ yard }: Site, threadId: string): Promise<readonly string[]> {
  const messages = await yard.store.threads.messages(threadId)
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

describe('a trigger with a conversation', () => {
  it('says what comes to the run that goes on there, once', async (test) => {
    const { site, release } = await openHeld(test)
    const first = await trigger(site, said(7, 'hello'))
    const nonce = randomUUID()
    const second = await trigger(site, said(7, 'and then'), { nonce })
    assert.equal(second.status, 202, JSON.stringify(second.body))
    assert.deepEqual([second.body.runId, second.body.duplicate], [first.body.runId, false])
    assert.match(second.body.messageId ?? '', /^msg_/)
    const again = await Promise.all([1, 2, 3].map(() => trigger(site, said(7, 'and then'), { nonce })))
    assert.ok(again.every(({ body }) => body.duplicate === true && body.runId === first.body.runId))
    release()
    const run = await endOf(site, first.body.runId)
    assert.deepEqual([run.status, run.result], ['done', 'Heard.'])
    const texts = await textsOf(site, run.threadId)
    assert.deepEqual(
      texts.map((text) => /"text": "(.*)"/.exec(text)?.[1]),
      ['hello', 'and then'],
    )
    assert.match(texts[1] ?? '', /came from outside/)
    const late = await trigger(site, said(7, 'and then'), { nonce })
    assert.deepEqual([late.body.duplicate, late.body.runId], [true, run.id])
    assert.equal((await site.yard.runs.list()).length, 1)
  })

  it('begins the next run in the same conversation, and another one for another name', async (test) => {
    const { site, release } = await openHeld(test)
    release()
    const runs: RunRecord[] = []
    for (const id of [7, 7, '7 ', 'x'])
      runs.push(await endOf(site, (await trigger(site, said(id, 'hello'))).body.runId))
    const threads = runs.map(({ threadId }) => threadId)
    assert.equal(threads[0], threads[1])
    assert.equal(new Set(threads).size, 3)
    assert.equal((await textsOf(site, threads[0] ?? '')).length, 2)
  })

  it('refuses a body that names none', async (test) => {
    const { site } = await openHeld(test)
    const { status, body } = await trigger(site, { text: 'hello' })
    assert.equal(status, 400)
    assert.match(body.error?.message ?? '', /lacks/)
  })

  it('is checked with the configuration', async (test) => {
    for (const [spec, problem] of [
      [{ conversation: 'always the same' }, /names no part of the body/],
      [{ conversation: '{{chat.id}}' }, /is not a place in the body/],
      [{ conversation: undefined, interrupt: true }, /needs a conversation/],
      [{ interrupt: 'yes' as never }, /true or false/],
      [{ agent: undefined, tool: 'echo', prompt: undefined }, /is for agents/],
    ] as const)
      await assert.rejects(openHeld(test, spec), problem)
  })
})
