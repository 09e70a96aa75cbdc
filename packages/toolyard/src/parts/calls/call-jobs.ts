/**
 * How calls and their jobs are named. A job carries the id of its call and nothing else; queues belong to a workspace.
 *
 * @module
 */
import type { Job } from '../../engine/index.ts'
import type { RequestedCall } from '../../store/index.ts'

/** The queue of tools that name none. */
export const ownQueue = 'calls'

const mark = 'call-'
/** No part of an id as it is written here. */
const secondMark = '@2'

/** The id of the job, and what it waits for while a person is asked. Callers choose ids of any characters. */
export function jobIdOf(callId: string): string {
  return mark + encodeURIComponent(callId.toWellFormed())
}

/** The id of the job that takes the place of one which ended without its call. */
export function secondJobIdOf(callId: string): string {
  return jobIdOf(callId) + secondMark
}

/** Undefined if it is no job of a call. */
export function callIdOf(jobId: string): string | undefined {
  if (!jobId.startsWith(mark)) return undefined
  const end = jobId.endsWith(secondMark) ? -secondMark.length : undefined
  try {
    return decodeURIComponent(jobId.slice(mark.length, end))
  } catch {
    return undefined
  }
}

/** A worker that died is followed by another: the journal says what has been done already. */
export function jobOf({ id, queue, principal }: Pick<RequestedCall, 'id' | 'queue' | 'principal'>): Job {
  return { id: jobIdOf(id), queue, kind: 'call', tenant: principal, onCrash: 'retry' }
}
