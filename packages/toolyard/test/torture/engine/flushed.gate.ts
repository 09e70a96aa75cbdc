/** Redis is emptied while runs wait in it: their rows bring each of them back, once. */
import { Children } from './child.ts'
import { checkRun } from './check-run.ts'
import { type Gate, guarantee, speed } from './gate.ts'
import { untilCount } from './wait.ts'
import { addAgents, openYard, yardTerms } from './yard.ts'

export const gate: Gate = {
  title: 'FLUSHALL with 1,000 runs queued',
  places: ['fleet'],
  isGuarantee: true,
  async run({ place, isShort, tell }) {
    const runs = Array.from({ length: isShort ? 50 : 1000 }, (_, index) => `run-${index}`)
    const terms = await yardTerms(place)
    const yard = await openYard(terms, false)
    try {
      const mark = { tool: 'mark', input: { text: '{{prompt}}' } }
      await addAgents(yard, place.folder, { worker: [{ calls: [mark] }, { text: 'Done.' }] })
      await using children = new Children()
      await children.start('yard-process.ts', { ...terms, work: false, start: { agent: 'worker', runs } })
      await place.redis?.with((client) => client.flushall())
      tell(`emptied with ${runs.length} runs`)
      const begin = performance.now()
      await children.start('yard-process.ts', terms)
      await children.start('yard-process.ts', terms)
      const done = async (): Promise<number> =>
        (await yard.store.runs.list({ status: 'done', limit: runs.length })).length
      await untilCount(runs.length, done, { what: 'runs that are done', patienceMs: 120_000, everyMs: 200 })
      const seconds = (performance.now() - begin) / 1000
      const problems: string[] = []
      for (const runId of runs)
        problems.push(...(await checkRun(yard, { runId, texts: [runId], result: 'Done.', log: terms.log })))
      return [
        guarantee('runs brought back, each once', problems, { bar: `${runs.length}` }),
        speed('until all had ended', seconds, { unit: 's' }),
      ]
    } finally {
      await yard.close()
    }
  },
}
