/** An agent's run of 40 steps, whose process is killed at random moments: the thread, the journal and the effects tell one story. */
import { checkRun } from './check-run.ts'
import { type Gate, guarantee } from './gate.ts'
import { killMany } from './kill-runs.ts'
import { addAgents, openYard, type Turn, yardTerms } from './yard.ts'

const steps = 40
const holdMs = 40
const textsOf = (runId: string): string[] => Array.from({ length: steps }, (_, step) => `${runId}-${step}`)
/** Every second call only reads. The prompt is the run's id. */
const script: readonly Turn[] = [
  ...textsOf('{{prompt}}').map((text, step) => ({
    text: `Step ${step}.`,
    calls: [{ tool: step % 2 === 0 ? 'mark' : 'look', input: { text } }],
  })),
  { text: 'Done.' },
]

export const gate: Gate = {
  title: `a run of ${steps} steps, its process killed at random moments`,
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run(run) {
    const terms = { ...(await yardTerms(run.place)), holdMs }
    const yard = await openYard(terms, false)
    try {
      await addAgents(yard, run.place.folder, { worker: script })
      const { kills, runs } = await killMany(run, {
        terms,
        yard,
        wanted: run.isShort ? 5 : 40,
        workers: run.isShort ? 2 : 5,
      })
      const problems: string[] = []
      for (const runId of runs)
        problems.push(
          ...(await checkRun(yard, { runId, texts: textsOf(runId), result: 'Done.', log: terms.log })),
        )
      problems.push(...(await yard.store.calls.verify()).problems)
      const measured = `${kills} kills in ${runs.length} runs: one history each, no step twice, the same end`
      return [guarantee('runs that a kill has changed', problems, { measured })]
    } finally {
      await yard.close()
    }
  },
}
