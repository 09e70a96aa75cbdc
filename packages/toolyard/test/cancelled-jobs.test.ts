/** Who cancels a job cancels what it is about: nothing brings the work back, neither an answer nor a sweep. */
import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobState, JobView } from '../src/engine/index.ts'
import { schedules } from '../src/parts/index.ts'
import { jobs } from '../src/parts/jobs/part.ts'
import type { ToolService } from '../src/runtime/index.ts'
import { marksIn, openDurable } from './agents/durable-yard.ts'

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 1200; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(25)
  }
  throw new Error('it did not come to be so')
}

async function yardFor(test: TestContext): Promise<{ yard: ToolService; folder: string }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-cancelled-')))
  const payer = [{ calls: [{ tool: 'pay', input: { text: 'paid by the run' } }] }, { text: 'done' }]
  await writeFile(join(folder, 'payer.json'), JSON.stringify(payer))
  const yard = await openDurable(folder)
  await yard.agents.create({ name: 'payer', model: 'scripted/payer.json', toolIds: ['pay'] })
  test.after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { yard, folder }
}

/** The job of a kind, once it is in a state. */
function jobIn(yard: ToolService, kind: string, state: JobState): Promise<JobView> {
  return until(async () => {
    const page = await yard.installation.part(jobs).list({ states: [state], skip: 0, limit: 100 })
    return page.jobs.find((view) => view.job.kind === kind)
  })
}

const byAnn = { by: 'ann' } as const

describe('a job that is cancelled', () => {
  it('ends its call, which waits for a person, and asks no one any more', async (test) => {
    const { yard, folder } = await yardFor(test)
    const { id } = await yard.background.start('pay', { text: 'paid' }, {})
    const { job } = await jobIn(yard, 'call', 'parked')
    const [item] = await yard.inbox.list({ status: 'pending', callId: id })
    assert.equal((await yard.installation.part(jobs).cancel(job.id, byAnn)).state, 'cancelled')
    const result = await yard.background.result(id)
    assert.deepEqual([result.status, result.error?.code], ['cancelled', 'cancelled'])
    await assert.rejects(yard.inbox.approve(item?.id ?? '', byAnn))
    assert.deepEqual(marksIn(folder), [])
  })

  it('stops its run, which waits for a person', async (test) => {
    const { yard, folder } = await yardFor(test)
    const { runId } = await yard.runs.start({ agent: 'payer', prompt: 'pay' })
    const { job } = await jobIn(yard, 'run', 'parked')
    const [item] = await yard.inbox.list({ status: 'pending' })
    assert.equal((await yard.installation.part(jobs).cancel(job.id, byAnn)).state, 'cancelled')
    assert.equal((await yard.runs.endOf(runId)).status, 'stopped')
    await assert.rejects(yard.inbox.approve(item?.id ?? '', byAnn))
    assert.deepEqual(marksIn(folder), [])
  })

  it('leaves the time of its schedule out, and the next one comes', async (test) => {
    const { yard, folder } = await yardFor(test)
    const kept = yard.installation.part(schedules)
    const work = { tool: 'mark', args: { text: 'marked' } }
    const { id, next } = await kept.add({ principal: 'ann' }, { name: 'm', schedule: '2m', work }, 1000)
    const { job } = await jobIn(yard, 'schedule', 'delayed')
    assert.equal((await yard.installation.part(jobs).cancel(job.id, byAnn)).state, 'cancelled')
    assert.deepEqual((await kept.find(id)).next.slice(0, 2), next.slice(1))
    const [slot] = await kept.history(id, 10)
    assert.deepEqual([slot?.at, slot?.state, slot?.reason], [next[0], 'skipped', 'cancelled by ann'])
    assert.notEqual((await jobIn(yard, 'schedule', 'delayed')).job.id, job.id)
    assert.deepEqual(marksIn(folder), [])
  })

  it('stops the run that the time of its schedule waits for', async (test) => {
    const { yard, folder } = await yardFor(test)
    const kept = yard.installation.part(schedules)
    const work = { message: 'pay', agent: 'payer' }
    const { id } = await kept.add({ principal: 'ann' }, { name: 'm', schedule: '1d', work }, 1000)
    await kept.run(id, 'ann')
    const { job } = await jobIn(yard, 'schedule', 'parked')
    await yard.installation.part(jobs).cancel(job.id, byAnn)
    const [slot] = await kept.history(id, 10)
    assert.deepEqual([slot?.state, slot?.reason], ['failed', 'cancelled by ann'])
    assert.equal((await yard.runs.endOf(slot?.runId ?? '')).status, 'stopped')
    assert.deepEqual(marksIn(folder), [])
  })

  it('asks no one any more about the call of its schedule', async (test) => {
    const { yard, folder } = await yardFor(test)
    const kept = yard.installation.part(schedules)
    const work = { tool: 'pay', args: { text: 'paid' } }
    const { id } = await kept.add({ principal: 'ann' }, { name: 'm', schedule: '1d', work }, 1000)
    await kept.run(id, 'ann')
    const { job } = await jobIn(yard, 'schedule', 'parked')
    const [item] = await yard.inbox.list({ status: 'pending' })
    await yard.installation.part(jobs).cancel(job.id, byAnn)
    await assert.rejects(yard.inbox.approve(item?.id ?? '', byAnn))
    assert.equal((await kept.history(id, 10))[0]?.state, 'failed')
    assert.deepEqual(marksIn(folder), [])
  })

  it('has not ended yet', async (test) => {
    const { yard } = await yardFor(test)
    const { id } = await yard.background.start('look', { text: 'looked' }, {})
    await yard.background.result(id)
    const { job } = await jobIn(yard, 'call', 'done')
    await assert.rejects(yard.installation.part(jobs).cancel(job.id, byAnn), { code: 'conflict' })
  })
})
