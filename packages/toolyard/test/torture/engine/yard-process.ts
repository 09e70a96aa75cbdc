/** A process that works for a Toolyard, as `toolyard worker` does; starts some runs first if it is told to. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ToolyardError } from '../../../src/kernel/index.ts'
import { threadOf } from './check-run.ts'
import { termsOf } from './child.ts'
import { openYard, type YardTerms } from './yard.ts'

export interface YardProcessTerms extends YardTerms {
  readonly work?: boolean
  readonly start?: { readonly agent: string; readonly runs: readonly string[] }
}

const { start, work = true, ...terms } = termsOf() as YardProcessTerms
const yard = await openYard(terms, work)
if (start) for (const runId of start.runs) await startRun(start.agent, runId)
process.send?.('ready')
setInterval(() => {}, 60_000)

/** Again, as callers do who are told to come later. */
async function startRun(agent: string, runId: string): Promise<void> {
  for (;;)
    try {
      await yard.runs.start({ agent, prompt: runId, runId, threadId: threadOf(runId) })
      return
    } catch (error) {
      if (!ToolyardError.from(error).retryable) throw error
      await sleep(500)
      if (await yard.store.runs.find(runId)) return
    }
}
