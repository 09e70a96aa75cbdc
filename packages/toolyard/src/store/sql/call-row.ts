/**
 * One call as a row, and back.
 *
 * @module
 */
import { sha256 } from '../../kernel/index.ts'
import type { CallRecord, CallStep } from '../calls.ts'
import type { Row } from './database.ts'

/** The columns of a call in the order in which they are written and hashed; `n` is the database's. */
export const callColumns = [
  'id',
  'tool',
  'fingerprint',
  'permission',
  'input',
  'explanation',
  'thread_id',
  'agent',
  'principal',
  'origin',
  'parent_id',
  'decision',
  'request_digest',
  'started_at',
  'status',
  'duration_ms',
  'ran',
  'result',
  'steps',
  'owner',
  'waited_ms',
  'active_ms',
] as const

/** Columns at the end that earlier versions did not have: where all of them are empty, a row is hashed as it was then. */
const laterColumns = 2

/** Characters of a result with its data. */
const mostResult = 1_000_000

export type CallValues = readonly (string | number | null)[]

export function valuesOf(record: CallRecord, owner: string): CallValues {
  return [
    plain(record.id),
    plain(record.tool),
    record.fingerprint,
    record.permission,
    json(record.input),
    optional(record.explanation),
    optional(record.threadId),
    optional(record.agent),
    plain(record.principal),
    plain(record.origin),
    optional(record.parentId),
    optional(record.decision),
    record.requestDigest ?? null,
    record.startedAt,
    record.status,
    record.durationMs,
    record.ran === undefined ? null : Number(record.ran),
    resultText(record.result),
    json(writtenSteps(record)),
    owner,
    record.waitedMs ?? null,
    record.activeMs ?? null,
  ]
}

export function recordOfRow(row: Row): CallRecord {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  const ran = row['ran'] as number | null
  return {
    id: row['id'] as string,
    tool: row['tool'] as string,
    fingerprint: row['fingerprint'] as string,
    permission: row['permission'] as CallRecord['permission'],
    input: parsed(row['input']),
    explanation: text('explanation'),
    threadId: text('thread_id'),
    agent: text('agent'),
    principal: row['principal'] as string,
    origin: row['origin'] as string,
    parentId: text('parent_id'),
    decision: text('decision'),
    requestDigest: text('request_digest'),
    startedAt: row['started_at'] as number,
    status: row['status'] as CallRecord['status'],
    durationMs: row['duration_ms'] as number,
    waitedMs: (row['waited_ms'] as number | null) ?? undefined,
    activeMs: (row['active_ms'] as number | null) ?? undefined,
    ran: ran === null ? undefined : ran === 1,
    result: parsed(row['result']) as CallRecord['result'],
    ...readSteps(parsed(row['steps']) as readonly CallStep[] | undefined),
    position: Number(row['n']),
  }
}

/** The step under which a stack is kept, the last one: it is part of the row that the audit chain covers. */
const stackStep = 'stack'

function writtenSteps({ steps, stack, durationMs: at }: CallRecord): readonly CallStep[] | undefined {
  return stack === undefined ? steps : [...(steps ?? []), { at, step: stackStep, text: stack }]
}

function readSteps(written: readonly CallStep[] | undefined): Pick<CallRecord, 'steps' | 'stack'> {
  const last = written?.at(-1)
  if (last?.step !== stackStep) return { steps: written }
  const steps = written?.slice(0, -1)
  return { steps: steps?.length ? steps : undefined, stack: last.text }
}

export function valuesOfRow(row: Row): CallValues {
  return callColumns.map((column) => row[column] as string | number | null)
}

/** What the audit chain keeps of a row. */
export function digestOfValues(values: CallValues): string {
  const isEarlier = values.at(-1) === null && values.at(-2) === null
  return sha256(JSON.stringify(isEarlier ? values.slice(0, -laterColumns) : values))
}

/** A result whose data is large is kept without it: the model's view is short, and the whole text is with the results. */
export function resultText(result: CallRecord['result']): string | null {
  const text = json(result)
  if (text === null || text.length <= mostResult || result === undefined) return text
  const { data: _, ...rest } = result
  return json(rest)
}

export function json(value: unknown): string | null {
  if (value === undefined) return null
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return jsonOfAnything(value)
  }
}

/** Schemas may make whole numbers of any size; a cycle has no JSON at all. */
function jsonOfAnything(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item))
  } catch {
    return '"(can’t be written as JSON)"'
  }
}

export function parsed(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : undefined
}

export function optional(text: string | undefined): string | null {
  return text === undefined ? null : plain(text)
}

/** Databases refuse zero bytes and halves of characters. */
export function plain(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\u2400') : whole
}
