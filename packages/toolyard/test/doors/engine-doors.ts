/** Doors through which calls come that no caller waits for: schedules, and calls in the background. */
import { randomUUID } from 'node:crypto'
import type { ScheduleRecord } from '../../src/store/index.ts'
import { schedules } from '../../src/parts/index.ts'
import type { ToolResult, ToolService } from 'toolyard'
import {
  type Door,
  type DoorEnvironment,
  type DoorKind,
  inProcess,
  namesOf,
  openYard,
  toldOf,
} from './door.ts'
import { type Told, until } from './door-parts.ts'
import { inBackground } from './http-door.ts'

/** It waits for a person, and nobody waits for it. */
const waits: Told = { ok: false, text: 'it waits' }

export const engineDoors: readonly DoorKind[] = [
  { name: 'a schedule', origin: 'schedule', knowsAgents: true, open: scheduled },
  inProcess('TypeScript call() in the background', async (yard, { tool, input, ...options }) => {
    const begun = await yard.call(tool, input, { ...options, background: true })
    if (begun.status !== 'pending') return toldOf(begun)
    return until(async () => {
      const call = await yard.background.find(begun.callId)
      if (call?.state === 'waiting') return waits
      return call?.result && toldOf(call.result)
    }, `the end of ${begun.callId}`)
  }),
  inBackground,
]

/** Every call is a schedule of its own, which begins now. */
async function scheduled(environment: DoorEnvironment): Promise<Door> {
  const { agent } = environment
  const yard = await openYard(environment)
  const kept = yard.installation.part(schedules)
  return {
    names: () => namesOf(yard, agent),
    async call(tool, input) {
      const row = rowOf(yard, { tool, args: input }, agent)
      // As it would be if the tool was there when it was made.
      await yard.store.schedules.add(row)
      await kept.run(row.id, 'doors')
      const { state, callId = '' } = await until(async () => {
        const [slot] = await kept.history(row.id, 1)
        return slot && slot.state !== 'queued' && slot.state !== 'started' && slot
      }, 'the end of the slot')
      if (state === 'waiting') return waits
      const told = toldOf(await resultOf(yard, callId))
      return { ...told, ok: told.ok && state === 'done' }
    },
    close: () => yard.close(),
  }
}

function rowOf(yard: ToolService, work: ScheduleRecord['work'], agent: string | undefined): ScheduleRecord {
  const now = Date.now()
  return {
    id: `sch_${randomUUID().replaceAll('-', '')}`,
    workspace: yard.installation.workspace,
    name: randomUUID(),
    owner: { principal: 'local', agent },
    work,
    text: '0 9 * * *',
    zone: 'UTC',
    anchor: now,
    misfire: 'skip',
    overlap: 'skip',
    isPaused: false,
    createdAt: now,
    revision: 1,
  }
}

/** Calls that only read are written a moment after their answer. */
function resultOf(yard: ToolService, callId: string): Promise<ToolResult> {
  return until(async () => (await yard.journal.find(callId))?.result, `the row of ${callId}`)
}
