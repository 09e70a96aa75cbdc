/**
 * What runs did: lists of them, the waterfall of one, and two side by side.
 *
 * @module
 */
import { z } from 'zod'
import type { ToolService } from '../../../runtime/index.ts'
import { type CallRecord, isOpenRun, type RunRecord } from '../../../store/index.ts'
import { answersDiff, readSpans, summarise } from '../../views/index.ts'
import { type HttpCaller, ownRows } from '../caller.ts'
import { type Route, route } from '../route.ts'
import type { HttpServices } from '../services.ts'
import { idParams, pageOf } from '../shapes/common.ts'
import { listedRun, runComparison, runSpan, runsQuery, runSummary, spansQuery } from '../shapes/runs.ts'
import { findRun, rowsOf, shownRun } from './runs.ts'

const mostCounted = 100
/** Calls inside calls, and dots in an id, that are looked at. */
const deepest = 16

export const runViewRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/runs',
    summary: 'Runs of agents, newest first, page by page.',
    access: 'viewer',
    agents: true,
    query: runsQuery,
    answer: pageOf(listedRun),
    handle: async (services, { query, caller }) => {
      const {
        agent,
        name,
        thread: threadId,
        parentThread: parentThreadId,
        parent: parentId,
        call: callId,
      } = query
      const { status, since, until, limit, after: before } = query
      const own = await rowsOf(services, caller, agent)
      const isTop = query.top === 'true'
      const agentPart = name === '' ? undefined : name
      const runs = await services.yard.runs.list({
        ...own,
        agentPart,
        threadId,
        parentThreadId,
        parentId,
        callId,
        isTop,
        status,
        since,
        until,
        before,
        limit,
        brief: query.brief === 'true',
      })
      const last = runs.length === limit ? runs.at(-1)?.position : undefined
      const items = runs.map(listedOf)
      return {
        items: isTop ? await withSubRuns(services, items) : items,
        next: last === undefined ? null : String(last),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id/spans',
    summary:
      'Where the time of a run went: steps of its model, calls, what waited for people, and runs of sub-agents, in order and page by page.',
    access: 'viewer',
    agents: true,
    params: idParams,
    query: spansQuery,
    answer: pageOf(runSpan).extend({ isOpen: z.boolean() }),
    handle: async (services, { params, query, caller }) => {
      const run = await findRun(services, caller, params.id)
      const { spans, next } = await readSpans(services.yard, run, query)
      return { items: spans, next, isOpen: isOpenRun(run) }
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id/summary',
    summary: 'How long a run’s model, its calls and people took, and which tools it used.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: runSummary,
    handle: async (services, { params, caller }) =>
      summarise(services.yard, await findRun(services, caller, params.id)),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id/compare/:other',
    summary: 'Two runs side by side, and what sets their answers apart.',
    access: 'viewer',
    agents: true,
    params: idParams.extend({ other: idParams.shape.id }),
    answer: runComparison,
    handle: async (services, { params, caller }) => {
      const [left, right] = await Promise.all([
        sideOf(services, caller, params.id),
        sideOf(services, caller, params.other),
      ])
      return { left, right, answers: answersDiff(left.run, right.run) }
    },
  }),
]

async function sideOf(services: HttpServices, caller: HttpCaller, id: string) {
  const run = await findRun(services, caller, id)
  return { run: shownRun(run), summary: await summarise(services.yard, run) }
}

type Listed = z.output<typeof listedRun>

function listedOf(run: RunRecord): Listed {
  return shownRun(run)
}

/** How many runs each of them started. */
async function withSubRuns({ yard }: HttpServices, runs: readonly Listed[]): Promise<Listed[]> {
  const counted: Listed[] = []
  for (const run of runs) {
    const below = await yard.store.runs.list({ parentId: run.id, limit: mostCounted, brief: true })
    counted.push(below.length === 0 ? run : { ...run, subRuns: below.length })
  }
  return counted
}

/** The run that a call belongs to, and the runs that it started; those that the caller may see. */
export async function runsOfCall(
  { yard, agents }: Pick<HttpServices, 'yard' | 'agents'>,
  caller: HttpCaller,
  call: CallRecord,
): Promise<{ readonly run?: Listed; readonly runs: Listed[] }> {
  const own = await ownRows(agents, caller)
  const isSeen = ({ agent, principal }: RunRecord): boolean =>
    own === undefined || (own.agent === agent && own.principal === principal)
  const started = await yard.store.runs.list({ callId: call.id, limit: mostCounted, brief: true })
  const run = await runOf(yard, await outermost(yard, call))
  return {
    ...(run && isSeen(run) && { run: listedOf(run) }),
    runs: started.filter(isSeen).map(listedOf).toReversed(),
  }
}

/** Calls inside a call have ids of their own. */
async function outermost({ journal }: ToolService, call: CallRecord): Promise<string> {
  let { id, parentId } = call
  for (let deep = 0; parentId !== undefined && deep < deepest; deep++) {
    const above: CallRecord | undefined = await journal.find(parentId)
    id = parentId
    parentId = above?.parentId
  }
  return id
}

/** The id of a run's call is that of the run and that of the call, with a dot between; both may hold dots. */
async function runOf({ store }: ToolService, callId: string): Promise<RunRecord | undefined> {
  let tries = 0
  for (
    let dot = callId.indexOf('.');
    dot > 0 && tries < deepest;
    dot = callId.indexOf('.', dot + 1), tries++
  ) {
    const run = await store.runs.find(callId.slice(0, dot))
    if (run) return briefly(run)
  }
  return undefined
}

function briefly({ result: _result, output: _output, ...run }: RunRecord): RunRecord {
  return run
}
