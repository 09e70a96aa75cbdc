/**
 * The job of a slot, submitted under an id that every process gives it.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { Engine } from '../engine.ts'
import type { Job } from '../jobs.ts'
import { jobId, type SlotRef } from './slot-id.ts'

/** Slots further away are left to a later sweep. */
export const horizonMs = 300_000
/** A slot that is late by so much gets another job. */
const retryMs = 30_000
/** Of a slot's job, if the database is away. */
const attempts = 5

export interface SubmitParts {
  readonly engine: Pick<Engine, 'jobs'>
  readonly clock: Clock
  readonly queue: string
}

export function slotJob(id: string, queue: string, notBefore?: number): Job {
  return { id, queue, kind: 'schedule', notBefore, attempts, onCrash: 'retry' }
}

export async function submitSlot({ engine, clock, queue }: SubmitParts, slot: SlotRef): Promise<void> {
  const lateMs = clock.wall() - slot.at
  if (lateMs < -horizonMs) return
  const round = Math.max(0, Math.floor(lateMs / retryMs))
  await engine.jobs.submit(slotJob(jobId(slot, round), queue, slot.at))
}
