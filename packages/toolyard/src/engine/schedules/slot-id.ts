/**
 * The id of one slot of a schedule: the same in every process, so that the slot runs once.
 *
 * A job that takes up a slot whose first job was lost has a number more. Neither has a ":".
 *
 * @module
 */
export interface SlotRef {
  readonly scheduleId: string
  readonly at: number
}

const form = /^slot-(?<schedule>[\w.]+)-(?<seconds>\d{1,12})(?:-r\d+)?$/
const idForm = /^[\w.]{1,80}$/

/** Whether a schedule may have this id. */
export function isScheduleId(id: string): boolean {
  return idForm.test(id)
}

export function slotId({ scheduleId, at }: SlotRef): string {
  return `slot-${scheduleId}-${Math.floor(at / 1000)}`
}

/** `round`: how often the slot was found without a job that does it. */
export function jobId(slot: SlotRef, round = 0): string {
  return round === 0 ? slotId(slot) : `${slotId(slot)}-r${round}`
}

/** Undefined if it is no id of a slot. */
export function slotOfJob(id: string): SlotRef | undefined {
  const { schedule, seconds } = form.exec(id)?.groups ?? {}
  return schedule === undefined ? undefined : { scheduleId: schedule, at: Number(seconds) * 1000 }
}
