/**
 * Steps of runs as rows.
 *
 * @module
 */
import type { RunStep, RunStepCall } from '../run-steps.ts'
import type { RunStore } from '../runs.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase } from './database.ts'

const defaultLimit = 1000

export function stepRow({ build }: SqlDatabase, runId: string, step: RunStep): Change {
  return build
    .insertInto('run_steps')
    .values({
      run_id: plain(runId),
      number: step.number,
      attempt: step.attempt,
      model: optional(step.model),
      started_at: step.startedAt,
      compacted_at: step.compactedAt ?? null,
      first_at: step.firstAt ?? null,
      ended_at: step.endedAt,
      ended: step.end,
      retries: step.retries,
      error: optional(step.error),
      input_tokens: step.inputTokens,
      output_tokens: step.outputTokens,
      cached_tokens: step.cachedTokens ?? null,
      reasoning_tokens: step.reasoningTokens ?? null,
      cost: step.cost ?? null,
      // JSON itself writes halves of characters and zero bytes in a form that every database takes.
      calls: JSON.stringify(step.calls),
    })
    .compile()
}

export async function stepsOf(
  database: SqlDatabase,
  runId: string,
  { after = 0, limit = defaultLimit }: NonNullable<Parameters<RunStore['steps']>[1]>,
): Promise<readonly RunStep[]> {
  const query = database.build
    .selectFrom('run_steps')
    .selectAll()
    .where('run_id', '=', plain(runId))
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
  return (await rowsOf(database, query)).map(stepOfRow)
}

function stepOfRow(row: Row): RunStep {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  const number = (column: string): number | undefined => (row[column] as number | null) ?? undefined
  return {
    number: row['number'] as number,
    attempt: row['attempt'] as number,
    model: text('model'),
    startedAt: row['started_at'] as number,
    compactedAt: number('compacted_at'),
    firstAt: number('first_at'),
    endedAt: row['ended_at'] as number,
    end: row['ended'] as RunStep['end'],
    retries: row['retries'] as number,
    error: text('error'),
    inputTokens: row['input_tokens'] as number,
    outputTokens: row['output_tokens'] as number,
    cachedTokens: number('cached_tokens'),
    reasoningTokens: number('reasoning_tokens'),
    cost: number('cost'),
    calls: JSON.parse(row['calls'] as string) as RunStepCall[],
    position: Number(row['n']),
  }
}
