/**
 * Background calls as any process sees them: rows of the store, and the streams of their jobs.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { type Engine, queueOf } from '../../engine/index.ts'
import { type Clock, didYouMean, type Ids, ToolyardError } from '../../kernel/index.ts'
import type { CallRights, Policy, ToolSource } from '../../pipeline/index.ts'
import type { RequestedCall, RequestState, Store } from '../../store/index.ts'
import { asJson, digestOfCall, keptTerms } from './asked-call.ts'
import type {
  BackgroundCall,
  BackgroundCalls,
  BackgroundFilter,
  BackgroundTerms,
  NumberedEvent,
} from './background-calls.ts'
import { jobIdOf, jobOf, ownQueue } from './call-jobs.ts'
import { cancelCall } from './cancel-call.ts'
import { watchCall } from './watch-call.ts'

export interface StoredCallsParts {
  readonly store: Pick<Store, 'requests' | 'inbox'>
  readonly engine: () => Promise<Engine>
  readonly clock: Clock
  readonly ids: Ids
  readonly tools: Pick<ToolSource, 'get' | 'nameOf' | 'snapshot'>
  readonly rights: Pick<CallRights, 'agentName'>
  readonly policy: Pick<Policy, 'mode' | 'within'>
  readonly workspace: string
  /** Whether other processes may make the calls. */
  readonly isDurable: boolean
  /** Characters of arguments. */
  readonly maxBytes: number
  /** Told before a call is handed over: where jobs are done in this process, it begins to take them. */
  readonly expect: () => Promise<void>
}

const dayMs = 86_400_000
const room = { perPrincipal: 5000, total: 50_000 }
const defaultLimit = 100
const shownId = 100
/** Characters, as its job is called: what every database takes as a key. */
const longestId = 2000

export class StoredCalls implements BackgroundCalls {
  readonly #parts: StoredCallsParts

  constructor(parts: StoredCallsParts) {
    this.#parts = parts
  }

  async start(tool: string, input: unknown, terms: BackgroundTerms): Promise<BackgroundCall> {
    const { store, engine, expect } = this.#parts
    const row = this.#row(tool, input, terms)
    const added = await store.requests.add(row, room)
    if (added === 'full')
      throw new ToolyardError('busy', 'too many calls wait in the background', {
        hint: 'Wait until some of them have ended, then call again.',
        retryable: true,
      })
    if (added === 'taken') return this.#again(row, terms)
    try {
      await expect()
      await (await engine()).jobs.submit(jobOf(row))
    } catch (error) {
      // What only can't be handed over now is handed over later, by a process that works.
      const isRefused = ToolyardError.isInstance(error) && error.code === 'busy'
      if (isRefused && (await store.requests.remove(row.id))) throw error
    }
    return viewOf(row, row.state)
  }

  async find(callId: string): Promise<BackgroundCall | undefined> {
    const { store } = this.#parts
    const row = await store.requests.find(callId)
    if (!row) return undefined
    const isAsked =
      row.state === 'running' &&
      (await store.inbox.list({ callId: row.id, status: 'pending', limit: 1 })).length > 0
    return viewOf(row, isAsked ? 'waiting' : row.state)
  }

  async list({
    state,
    limit = defaultLimit,
    ...owner
  }: BackgroundFilter): Promise<readonly BackgroundCall[]> {
    const { store } = this.#parts
    // Those that a worker still holds while a person is asked are `running` in their rows.
    const states: readonly RequestState[] | undefined =
      state === undefined ? undefined : state === 'waiting' ? ['waiting', 'running'] : [state]
    const rows = await store.requests.list({ ...owner, states, limit })
    const views: BackgroundCall[] = []
    for (const row of rows) {
      const view = row.state === 'running' ? await this.find(row.id) : viewOf(row, row.state)
      if (view && (state === undefined || view.state === state)) views.push(view)
    }
    return views
  }

  async *watch(
    callId: string,
    after = 0,
    signal?: AbortSignal,
  ): AsyncGenerator<NumberedEvent, void, undefined> {
    const { store, engine, clock } = this.#parts
    if (!(await store.requests.find(callId))) throw notKnown(callId)
    const { bus } = await engine()
    yield* watchCall({ bus, requests: store.requests, clock }, { callId, after, signal })
  }

  async result(callId: string, signal?: AbortSignal): Promise<ToolResult> {
    for await (const { event } of this.watch(callId, 0, signal))
      if (event.type === 'result') return event.result
    signal?.throwIfAborted()
    throw notKnown(callId)
  }

  cancel(callId: string, reason: string): Promise<boolean> {
    return cancelCall(this.#parts, callId, reason)
  }

  #row(named: string, input: unknown, given: BackgroundTerms): RequestedCall {
    const { tools, rights, policy, clock, ids, workspace, maxBytes, isDurable } = this.#parts
    requireId(given.callId)
    const tool = tools.nameOf(named)
    const manifest = tools.get(tool)?.manifest
    if (!manifest) throw noTool(named, given.agent === undefined ? tools.snapshot().names : [])
    const agent = given.agent === undefined ? undefined : rights.agentName(given.agent)
    const { mode } = policy.within(given.mode ?? policy.mode)
    const now = clock.wall()
    const asked = {
      id: given.callId ?? ids.next('call', now),
      workspace,
      queue: queueOf((isDurable && manifest.queue) || ownQueue, workspace),
      tool,
      input: asJson('the input', input, maxBytes),
      terms: asJson('what was said of the call', keptTerms({ ...given, agent, mode }), maxBytes),
    }
    return {
      ...asked,
      principal: given.principal ?? 'local',
      agent,
      threadId: given.threadId,
      digest: digestOfCall(asked),
      state: 'queued',
      attempt: 0,
      keepMs: given.keepMs ?? dayMs,
      createdAt: now,
      updatedAt: now,
    }
  }

  /** The id is known: to the same call, or to another. */
  async #again(
    { id, digest }: RequestedCall,
    { isNew = false }: Pick<BackgroundTerms, 'isNew'>,
  ): Promise<BackgroundCall> {
    const known = await this.#parts.store.requests.find(id)
    const view = known?.digest === digest && !isNew ? await this.find(id) : undefined
    if (view) return view
    throw new ToolyardError(
      'duplicate_call',
      `call id "${id.slice(0, shownId)}" was used before for another call`,
      {
        hint: 'Give every call an id of its own.',
      },
    )
  }
}

function viewOf(row: RequestedCall, state: RequestState): BackgroundCall {
  const { id, tool, principal, agent, threadId, result, createdAt, updatedAt, endedAt, keptUntil } = row
  return { id, tool, principal, agent, threadId, state, result, createdAt, updatedAt, endedAt, keptUntil }
}

function requireId(callId: string | undefined): void {
  if (callId === undefined || (callId !== '' && jobIdOf(callId).length <= longestId)) return
  const problem = callId === '' ? 'is empty' : `is too long (${callId.length} characters)`
  throw new ToolyardError('invalid_arguments', `the id of a call in the background ${problem}`, {
    hint: 'Give one such as a UUID, or none.',
  })
}

function notKnown(callId: string): ToolyardError {
  return new ToolyardError('not_found', `there is no call "${callId.slice(0, shownId)}" in the background`, {
    hint: 'Calls are kept here for a day after their end; the journal keeps them longer.',
  })
}

function noTool(name: string, names: readonly string[]): ToolyardError {
  const message = `there is no tool named "${name.slice(0, shownId)}".${didYouMean(name, names)}`
  return new ToolyardError('tool_not_found', message, { hint: 'Look at the list of tools.' })
}
