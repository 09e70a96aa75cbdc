/**
 * A run as a row.
 *
 * @module
 */
import type { RunRecord } from '../runs.ts'
import { optional, plain } from './call-row.ts'
import type { Row } from './database.ts'

export function rowOfRun(run: RunRecord, owner: string) {
  return {
    id: plain(run.id),
    agent: plain(run.agent),
    thread_id: plain(run.threadId),
    task: plain(run.task),
    label: optional(run.label),
    parent_id: optional(run.parentId),
    parent_thread_id: optional(run.parentThreadId),
    batch: optional(run.batch),
    depth: run.depth,
    status: run.status,
    steps: run.steps,
    input_tokens: run.inputTokens,
    output_tokens: run.outputTokens,
    result: optional(run.result),
    error: optional(run.error),
    started_at: run.startedAt,
    ended_at: run.endedAt ?? null,
    owner,
    principal: optional(run.principal),
    attempt: run.attempt,
    reason: optional(run.reason),
    waits_for: optional(run.waitsFor),
    plan: run.plan === undefined ? null : JSON.stringify(run.plan),
    job: optional(run.job),
    root_id: optional(run.rootId),
    model: optional(run.model),
    output: run.output === undefined ? null : plain(JSON.stringify(run.output)),
    cost: run.cost ?? null,
    cached_tokens: run.cachedTokens ?? null,
    cache_write_tokens: run.cacheWriteTokens ?? null,
    reasoning_tokens: run.reasoningTokens ?? null,
    call_id: optional(run.callId),
    files: run.files === undefined ? null : plain(JSON.stringify(run.files)),
  }
}

export function runOfRow(row: Row): RunRecord {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  const number = (column: string): number | undefined => (row[column] as number | null) ?? undefined
  return {
    id: row['id'] as string,
    agent: row['agent'] as string,
    threadId: row['thread_id'] as string,
    principal: text('principal'),
    task: row['task'] as string,
    label: text('label'),
    parentId: text('parent_id'),
    parentThreadId: text('parent_thread_id'),
    callId: text('call_id'),
    rootId: text('root_id'),
    batch: text('batch'),
    depth: row['depth'] as number,
    status: row['status'] as RunRecord['status'],
    attempt: row['attempt'] as number,
    reason: text('reason'),
    waitsFor: text('waits_for'),
    plan: row['plan'] == null ? undefined : (JSON.parse(row['plan'] as string) as RunRecord['plan']),
    job: text('job'),
    steps: row['steps'] as number,
    inputTokens: row['input_tokens'] as number,
    outputTokens: row['output_tokens'] as number,
    cachedTokens: number('cached_tokens'),
    cacheWriteTokens: number('cache_write_tokens'),
    reasoningTokens: number('reasoning_tokens'),
    cost: number('cost'),
    model: text('model'),
    result: text('result'),
    output: row['output'] == null ? undefined : (JSON.parse(row['output'] as string) as unknown),
    files: row['files'] == null ? undefined : (JSON.parse(row['files'] as string) as RunRecord['files']),
    error: text('error'),
    startedAt: row['started_at'] as number,
    endedAt: number('ended_at'),
  }
}
