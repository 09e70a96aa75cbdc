/**
 * The answers of a model that a runner asks by itself, as its events tell them: each begins where the one before it, or its calls, ended.
 *
 * @module
 */
import type { RunRecord } from '../../store/index.ts'
import type { RunEvent, RunUsage } from './run-event.ts'
import type { AnswerWatch, AskedModel } from './run-observer.ts'
import { usageOf } from './run-usage.ts'

interface Watching {
  /** Wall time. */
  readonly now: () => number
  readonly ask: (asked: AskedModel) => AnswerWatch | undefined
}

const tokenKinds = [
  'inputTokens',
  'outputTokens',
  'cachedTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const

export class AnswersFromEvents {
  readonly #run: Pick<RunRecord, 'id' | 'model'>
  readonly #watching: Watching
  #since: number
  #before: RunUsage

  constructor(run: RunRecord, watching: Watching) {
    this.#run = run
    this.#watching = watching
    this.#since = watching.now()
    this.#before = usageOf(run)
  }

  note(event: RunEvent): void {
    if (event.type === 'retry') this.#tell({ error: 'unavailable', message: event.reason })
    if (event.type === 'usage' || event.type === 'done') {
      const { usage } = event
      const isStep = usage.steps > this.#before.steps
      if (isStep) this.#tell({ usage: difference(usage, this.#before) })
      this.#before = usage
    }
    if (event.type !== 'text' && event.type !== 'reasoning') this.#since = this.#watching.now()
  }

  #tell(answered: Parameters<AnswerWatch['end']>[0]): void {
    const { id: runId, model = '' } = this.#run
    this.#watching.ask({ runId, model, startedAt: this.#since })?.end(answered)
  }
}

function difference(now: RunUsage, before: RunUsage): Omit<RunUsage, 'steps'> {
  const counts = tokenKinds.flatMap((kind) => {
    const count = now[kind]
    return count === undefined ? [] : [[kind, count - (before[kind] ?? 0)] as const]
  })
  return { inputTokens: 0, outputTokens: 0, ...Object.fromEntries(counts) }
}
