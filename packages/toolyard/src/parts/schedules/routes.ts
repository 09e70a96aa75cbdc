/**
 * Schedules over HTTP: people see all of the workspace, operators make and change them.
 *
 * @module
 */
import { z } from 'zod'
import type { ToolService } from '../../runtime/index.ts'
import { keptToken, ownThread, personOf, type Route, route } from '../../serve/http/route/index.ts'
import { idParams, limit, listOf, whole } from '../../serve/http/shapes/common.ts'
import { newSchedule, schedule as scheduleOut, scheduleSlot } from '../../serve/http/shapes/schedules.ts'
import { schedules } from './part.ts'
import { type ScheduleView, workOf } from './schedule-access.ts'
import type { Schedules } from './schedules.ts'

/** People may let it come due every second. */
const leastMs = 1000

export const scheduleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/schedules',
    summary: 'What begins by itself in this workspace, with the next times.',
    access: 'viewer',
    answer: listOf(scheduleOut),
    handle: async ({ yard }) => whole((await keptBy(yard).list({})).map(shown)),
  }),
  route({
    method: 'POST',
    path: '/api/schedules',
    summary: 'Lets a tool be called, or a message be sent to an agent, at a time or every so often.',
    access: 'operator',
    status: 201,
    body: newSchedule,
    answer: scheduleOut,
    handle: async ({ yard }, { body, caller }) => {
      const { tz: zone, name: called, schedule } = body
      const threadId = body.threadId === undefined ? undefined : await ownThread(yard, caller, body.threadId)
      const owner = { principal: personOf(caller), role: caller.role, tokenId: keptToken(caller) }
      const given = { name: called, schedule, zone, misfire: body.misfire, overlap: body.overlap }
      return shown(await keptBy(yard).add(owner, { ...given, work: workOf({ ...body, threadId }) }, leastMs))
    },
  }),
  route({
    method: 'GET',
    path: '/api/schedules/:id/history',
    summary: 'What became of the times at which it was due, newest first.',
    access: 'viewer',
    params: idParams,
    query: z.object({ limit }),
    answer: listOf(scheduleSlot),
    handle: async ({ yard }, { params, query }) => {
      const slots = await keptBy(yard).history(params.id, query.limit)
      return whole(
        slots.map(({ id, at, state, by, reason, callId, runId, isRetried, endedAt }) => {
          return { id, at, state, by, reason, callId, runId, isRetried, endedAt }
        }),
      )
    },
  }),
  ...changes(),
]

/** Everything that is done with one of them. */
function changes(): readonly Route[] {
  const facts = { method: 'POST', access: 'operator', params: idParams, answer: scheduleOut } as const
  return [
    route({
      ...facts,
      path: '/api/schedules/:id/pause',
      summary: 'It does not come due until it is resumed.',
      handle: async ({ yard }, { params }) => shown(await keptBy(yard).pause(params.id)),
    }),
    route({
      ...facts,
      path: '/api/schedules/:id/resume',
      summary: 'It comes due again, from now on.',
      handle: async ({ yard }, { params }) => shown(await keptBy(yard).resume(params.id)),
    }),
    route({
      ...facts,
      path: '/api/schedules/:id/run',
      summary: 'Begins it now, beside its times.',
      handle: async ({ yard }, { params, caller }) => {
        await keptBy(yard).run(params.id, personOf(caller))
        return shown(await keptBy(yard).find(params.id))
      },
    }),
    route({
      ...facts,
      method: 'DELETE',
      path: '/api/schedules/:id',
      summary: 'Removes it with its history. What runs goes on; a call that waits for a person is not made.',
      handle: async ({ yard }, { params }) => shown(await keptBy(yard).remove(params.id)),
    }),
  ]
}

function keptBy(yard: ToolService): Schedules {
  return yard.installation.part(schedules)
}

function shown({ work, conversation, ...view }: ScheduleView) {
  return { ...view, ...work, ...conversation }
}
