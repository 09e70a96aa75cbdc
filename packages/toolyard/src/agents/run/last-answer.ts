/**
 * How a run ends whose process died between the model's last answer and the end of the run: as it would have ended there.
 *
 * @module
 */
import type { JsonSchema } from '../../kernel/index.ts'
import type { RunStepEnd, RunStore, ThreadMessage } from '../../store/index.ts'
import { readOutput, repairWords, wasRepaired } from '../loop/read-output.ts'
import { lastWords } from './open-calls.ts'
import type { RunEnd } from './run-event.ts'

export interface LastAnswer {
  readonly text: string
  readonly end: Exclude<RunStepEnd, 'interrupted' | 'failed'>
}

/** What the run said last, if its model wanted nothing more and nobody had broken it off. */
export async function lastAnswer(
  runs: Pick<RunStore, 'steps'>,
  runId: string,
  history: readonly ThreadMessage[],
): Promise<LastAnswer | undefined> {
  const text = lastWords(history, runId)
  if (text === undefined) return undefined
  const end = await lastEnd(runs, runId)
  return end === 'interrupted' || end === 'failed' ? undefined : { text, end }
}

/** `again`: what the model is asked once more, because its answer is not the data that the run is to give. */
export type AnswerEnd = { readonly reason: RunEnd; readonly output?: unknown } | { readonly again: string }

export async function endOfAnswer(
  { text, end }: LastAnswer,
  output: JsonSchema | undefined,
  { history, runId }: { readonly history: readonly ThreadMessage[]; readonly runId: string },
): Promise<AnswerEnd> {
  if (end !== 'answered') return { reason: end }
  if (output === undefined) return { reason: 'finished' }
  const read = await readOutput(text, output)
  if ('output' in read) return { reason: 'finished', output: read.output }
  return wasRepaired(history, runId) ? { reason: 'invalid_output' } : { again: repairWords(read.problem) }
}

/** A runner that tells no steps has answered. */
async function lastEnd(runs: Pick<RunStore, 'steps'>, runId: string): Promise<RunStepEnd> {
  let end: RunStepEnd = 'answered'
  for (let after: number | undefined = 0; after !== undefined;) {
    const last = (await runs.steps(runId, { after })).at(-1)
    end = last?.end ?? end
    after = last?.position
  }
  return end
}
