/** Calls of schedules that need a person wait without a worker, and go on in whichever process when they are answered. */
import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { schedules } from '../src/parts/index.ts'
import type { Settings, ToolService } from '../src/runtime/index.ts'
import type { SlotState } from '../src/store/index.ts'
import { marksIn, openDurable } from './agents/durable-yard.ts'

async function groundFor(test: TestContext) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-parked-')))
  const yards: ToolService[] = []
  test.after(async () => {
    for (const yard of yards) await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  const open = async (settings?: Settings): Promise<ToolService> => {
    const yard = await openDurable(folder, settings)
    yards.push(yard)
    return yard
  }
  return { folder, open }
}

/** Begins the schedule now; answers its id. */
async function begin(yard: ToolService, tool: string): Promise<string> {
  const kept = yard.installation.part(schedules)
  const given = { name: tool, schedule: '1d', work: { tool, args: { text: tool } } }
  const { id } = await kept.add({ principal: 'ann' }, given, 1000)
  await kept.run(id, 'ann')
  return id
}

async function comesTo(yard: ToolService, id: string, state: SlotState): Promise<void> {
  const kept = yard.installation.part(schedules)
  for (let tries = 0; (await kept.history(id, 1))[0]?.state !== state; tries++) {
    if (tries > 1200) throw new Error(`it did not come to be ${state}`)
    await sleep(25)
  }
}

async function approve(yard: ToolService): Promise<void> {
  const [item] = await yard.inbox.list({ status: 'pending' })
  await yard.inbox.approve(item?.id ?? '', { by: 'ann' })
}

describe('the call of a schedule that needs a person', () => {
  it('holds no place of a worker', async (test) => {
    const { folder, open } = await groundFor(test)
    const yard = await open({ engine: { concurrency: 1 } })
    const paying = await begin(yard, 'pay')
    await comesTo(yard, paying, 'waiting')
    await comesTo(yard, await begin(yard, 'mark'), 'done')
    await approve(yard)
    await comesTo(yard, paying, 'done')
    assert.deepEqual(marksIn(folder), ['mark', 'pay'])
  })

  it('is made by another process, if the one that asked is gone', async (test) => {
    const { folder, open } = await groundFor(test)
    const first = await open()
    const paying = await begin(first, 'pay')
    await comesTo(first, paying, 'waiting')
    await first.close()
    const answering = await open({ engine: { work: false } })
    await approve(answering)
    const second = await open()
    await comesTo(second, paying, 'done')
    assert.deepEqual(marksIn(folder), ['pay'])
  })

  it('fails when it is refused', async (test) => {
    const { folder, open } = await groundFor(test)
    const yard = await open()
    const paying = await begin(yard, 'pay')
    await comesTo(yard, paying, 'waiting')
    const [item] = await yard.inbox.list({ status: 'pending' })
    await yard.inbox.reject(item?.id ?? '', { by: 'ann' })
    await comesTo(yard, paying, 'failed')
    assert.deepEqual(marksIn(folder), [])
  })
})
