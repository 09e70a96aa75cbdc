/** Runs that wait for an approval hold no process: all of them are killed, others come, every request is answered. */
import type { ToolService } from '../../../src/runtime/index.ts'
import { Children } from './child.ts'
import { checkRun } from './check-run.ts'
import { type Gate, guarantee, speed } from './gate.ts'
import { untilCount } from './wait.ts'
import { addAgents, openYard, yardTerms } from './yard.ts'

export const gate: Gate = {
  title: '5,000 parked approvals, kill everything, answer all',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run({ place, isShort, tell }) {
    const runs = Array.from({ length: isShort ? 50 : 5000 }, (_, index) => `run-${index}`)
    const terms = await yardTerms(place)
    const yard = await openYard(terms, false)
    try {
      const pay = { tool: 'pay', input: { text: '{{prompt}}' } }
      await addAgents(yard, place.folder, { payer: [{ calls: [pay] }, { text: 'Paid.' }] })
      await using children = new Children()
      const doomed = [
        await children.start('yard-process.ts', { ...terms, start: { agent: 'payer', runs } }),
        await children.start('yard-process.ts', terms),
      ]
      await untilCount(runs.length, () => yard.inbox.count({ status: 'pending' }), { what: 'runs that wait' })
      tell(`${runs.length} wait`)
      await Promise.all(doomed.map((child) => child.kill()))
      await children.start('yard-process.ts', terms)
      const begin = performance.now()
      await approveAll(yard)
      tell('all are answered')
      await untilCount(0, () => openRuns(yard, runs.length), { what: 'runs that are open', everyMs: 500 })
      const seconds = (performance.now() - begin) / 1000
      const problems: string[] = []
      for (const runId of runs)
        problems.push(...(await checkRun(yard, { runId, texts: [runId], result: 'Paid.', log: terms.log })))
      const bar = `${runs.length} done`
      return [
        guarantee('runs that were answered', problems, { bar }),
        speed('answered and taken up', runs.length / seconds, { unit: '/s' }),
      ]
    } finally {
      await yard.close()
    }
  },
}

async function approveAll({ inbox }: ToolService): Promise<void> {
  for (let page = await inbox.list({ status: 'pending', limit: 100 }); page.length > 0;) {
    for (const { id } of page) await inbox.approve(id, { by: 'ann' })
    page = await inbox.list({ status: 'pending', limit: 100 })
  }
}

async function openRuns({ store }: ToolService, limit: number): Promise<number> {
  return (await store.runs.list({ status: ['queued', 'running', 'waiting'], limit })).length
}
