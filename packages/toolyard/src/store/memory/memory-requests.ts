/** `RequestStore` in memory. */
import type { RequestedCall, RequestFilter, RequestRoom, RequestStore, SeenRequest } from '../requests.ts'

const defaultLimit = 100

export function createMemoryRequests(): RequestStore {
  /** In the order in which they came. */
  const calls = new Map<string, RequestedCall>()
  const open = ({ id, attempt }: SeenRequest): RequestedCall | undefined => {
    const call = calls.get(id)
    return call && call.state !== 'ended' && call.attempt === attempt ? call : undefined
  }
  return {
    add(call, room) {
      if (calls.has(call.id)) return 'taken'
      if (room && !hasRoom([...calls.values()], call, room)) return 'full'
      calls.set(call.id, structuredClone(call))
      return 'added'
    },
    find: (id) => calls.get(id),
    list: (filter) =>
      [...calls.values()]
        .toReversed()
        .filter((call) => fits(call, filter))
        .slice(0, filter.limit ?? defaultLimit)
        .map((call) => (filter.brief ? withoutTexts(call) : call)),
    move(seen, { from, state, attempt = seen.attempt, at }) {
      const call = open(seen)
      if (!call || (from !== undefined && call.state !== from)) return false
      calls.set(call.id, { ...call, state, attempt, updatedAt: at })
      return true
    },
    cancel(id, reason, at) {
      const call = calls.get(id)
      if (!call || call.state === 'ended') return false
      calls.set(id, { ...call, cancelled: call.cancelled ?? reason, updatedAt: at })
      return true
    },
    end(seen, { result, at }) {
      const call = open(seen)
      if (!call) return false
      const times = { updatedAt: at, endedAt: at, keptUntil: at + call.keepMs }
      calls.set(call.id, { ...withoutTexts(call), state: 'ended', result, ...times })
      return true
    },
    remove(id) {
      const isNew = calls.get(id)?.attempt === 0 && calls.get(id)?.state === 'queued'
      return isNew && calls.delete(id)
    },
    prune(now) {
      const gone = [...calls.values()].filter(({ keptUntil = Infinity }) => keptUntil < now)
      for (const { id } of gone) calls.delete(id)
      return gone.length
    },
  }
}

function withoutTexts({
  input: _input,
  terms: _terms,
  result: _result,
  ...facts
}: RequestedCall): RequestedCall {
  return facts
}

function hasRoom(
  all: readonly RequestedCall[],
  { principal }: RequestedCall,
  { perPrincipal, total }: RequestRoom,
): boolean {
  const open = all.filter(({ state }) => state !== 'ended')
  return open.length < total && open.filter((call) => call.principal === principal).length < perPrincipal
}

function fits(call: RequestedCall, filter: RequestFilter): boolean {
  const { workspace, principal, agent, threadId, states, updatedBefore = Infinity } = filter
  return (
    (workspace === undefined || call.workspace === workspace) &&
    (principal === undefined || call.principal === principal) &&
    (agent === undefined || call.agent === agent) &&
    (threadId === undefined || call.threadId === threadId) &&
    (states === undefined || states.includes(call.state)) &&
    call.updatedAt < updatedBefore
  )
}
