/**
 * Figures of the runs of agents in this process: how they ended, and what their models used and took.
 *
 * @module
 */
import type { AnswerWatch, AskedModel, ObservedRun, RunObserver, RunWatch } from '../../agents/index.ts'
import { isOpenRun } from '../../store/index.ts'
import {
  counter,
  type Durations,
  gauge,
  histogramLines,
  labels,
  noDurations,
  noteDuration,
  rowOf,
  type Sample,
  textOf,
} from './metric-text.ts'

/** Agents and models with a row of their own; the others share one. */
const most = 200
const tokenTypes = {
  inputTokens: 'input',
  outputTokens: 'output',
  cachedTokens: 'cache_read',
  cacheWriteTokens: 'cache_write',
  reasoningTokens: 'reasoning',
} as const

type Counts = Map<string, number>
type UsedByRun = Partial<Record<keyof typeof tokenTypes | 'cost', number | undefined>>

export class RunFigures implements RunObserver {
  /** By agent, then by status and reason. */
  readonly #ends = new Map<string, Counts>()
  /** By agent: `cost`, and tokens by type. */
  readonly #used = new Map<string, Counts>()
  /** By model. */
  readonly #requests = new Map<string, Counts>()
  readonly #tokens = new Map<string, Counts>()
  readonly #durations = new Map<string, Durations>()
  #running = 0

  begin({ record }: ObservedRun): RunWatch {
    this.#running++
    const { agent } = record
    let before: UsedByRun = record
    return {
      note: (event) => {
        if (!('usage' in event)) return
        const used = rowOf(this.#used, agent, { most, make: noCounts })
        for (const [kind, type] of [...Object.entries(tokenTypes), ['cost', 'cost'] as const]) {
          const key = kind as keyof UsedByRun
          count(used, type, (event.usage[key] ?? 0) - (before[key] ?? 0))
        }
        before = event.usage
      },
      end: (run) => {
        this.#running--
        if (!isOpenRun(run))
          count(rowOf(this.#ends, agent, { most, make: noCounts }), `${run.status} ${run.reason ?? ''}`)
      },
    }
  }

  ask({ model, startedAt = Date.now() }: AskedModel): AnswerWatch {
    return {
      end: ({ usage = {}, error = 'ok' }) => {
        count(rowOf(this.#requests, model, { most, make: noCounts }), error)
        noteDuration(rowOf(this.#durations, model, { most, make: noDurations }), Date.now() - startedAt)
        const tokens = rowOf(this.#tokens, model, { most, make: noCounts })
        for (const [kind, type] of Object.entries(tokenTypes))
          count(tokens, type, usage[kind as keyof typeof tokenTypes] ?? 0)
      },
    }
  }

  lines(): readonly string[] {
    const ends = samples(this.#ends, (agent, key) => {
      const [status = '', reason = ''] = key.split(' ')
      return labels({ agent, status, reason })
    })
    const requests = samples(this.#requests, (model, outcome) => labels({ model, outcome }))
    const tokens = samples(this.#tokens, (model, type) => labels({ model, type }))
    const used = [...this.#used]
    const costs = used.map(([agent, counts]): Sample => [labels({ agent }), counts.get('cost') ?? 0])
    const spent = used.flatMap(([agent, counts]) =>
      Object.values(tokenTypes).map((type): Sample => [labels({ agent, type }), counts.get(type) ?? 0]),
    )
    const latency = 'toolyard_model_duration_seconds'
    return [
      gauge('toolyard_runs_running', 'Runs of agents that go on in this process.', this.#running),
      counter('toolyard_runs_total', 'Runs of agents that ended, by agent, status and reason.', ends),
      counter('toolyard_run_cost_total', 'What runs cost, in the currency of the prices, by agent.', costs),
      counter(
        'toolyard_run_tokens_total',
        'Tokens of runs by agent and type, estimated where a service does not tell them.',
        spent,
      ),
      counter('toolyard_model_requests_total', 'Questions to models, by model and outcome.', requests),
      counter(
        'toolyard_model_tokens_total',
        'Tokens that services told, by model and type; cache and reasoning are part of input and output.',
        tokens,
      ),
    ]
      .flatMap(textOf)
      .concat(
        histogramLines(
          { name: latency, help: 'How long models took to answer.', label: 'model' },
          this.#durations,
        ),
      )
  }
}

function noCounts(): Counts {
  return new Map()
}

function count(counts: Counts, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function samples(
  rows: ReadonlyMap<string, Counts>,
  told: (row: string, key: string) => string,
): readonly Sample[] {
  return [...rows].flatMap(([row, counts]) => [...counts].map(([key, sum]): Sample => [told(row, key), sum]))
}
