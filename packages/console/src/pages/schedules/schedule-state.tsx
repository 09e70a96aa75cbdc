/** Whether a schedule comes due, and how its runs ended, as a dot and a word. */
import type { ReactNode } from 'react'
import type { Schedule, ScheduleSlot } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Dot, type Tone } from '../../components/badge.tsx'
import { stateOf } from './timetable-words.ts'

const tones = { active: 'ok', waiting: 'warn', paused: 'warn', over: 'plain' } as const

export function ScheduleState({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { schedules: words } = useWords()
  const state = stateOf(schedule)
  return <Dot tone={tones[state]}>{words.states[state]}</Dot>
}

const slotTones: Readonly<Record<ScheduleSlot['state'], Tone>> = {
  queued: 'plain',
  started: 'accent',
  waiting: 'warn',
  done: 'ok',
  failed: 'bad',
  skipped: 'plain',
  missed: 'warn',
  unknown: 'warn',
}

export function SlotState({ state }: Pick<ScheduleSlot, 'state'>): ReactNode {
  const { schedules: words } = useWords()
  return <Dot tone={slotTones[state]}>{words.slotStates[state]}</Dot>
}
