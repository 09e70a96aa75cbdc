/**
 * What runs or waits right now, from everywhere that knows: the journal's intents, processes that are asked, the inbox, and calls in
 * the background.
 *
 * @module
 */
import type { z } from 'zod'
import type { BackgroundCall } from '../../parts/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { CallRecord, InboxEntry } from '../../store/index.ts'
import { anywhereOf, backgroundOf } from './background-call.ts'
import type { journalNow } from './shapes/journal-stats.ts'

type Now = z.input<typeof journalNow>
type NowCall = Now['items'][number]

const mostListed = 200
const openStates = ['queued', 'running', 'waiting'] as const

export async function callsNow(yard: ToolService): Promise<Now> {
  const [written, running, asked, background] = await Promise.all([
    yard.journal.list({ status: 'running', brief: true, limit: mostListed }),
    anywhereOf(yard).running(),
    yard.inbox.list({ status: 'pending', limit: mostListed }),
    Promise.all(openStates.map((state) => backgroundOf(yard).list({ state, limit: mostListed }))),
  ])
  const found = new Map<string, NowCall>()
  const add = (call: NowCall): void => void found.set(call.id, { ...found.get(call.id), ...call })
  for (const call of background.flat()) add(ofBackground(call))
  for (const call of written) add(ofJournal(call))
  for (const call of running) add({ ...call, state: 'running', canStop: true })
  for (const item of asked) add({ ...ofInbox(item), ...askedOf(found.get(item.callId), item) })
  const all = [...found.values()].toSorted((left, right) => left.startedAt - right.startedAt)
  const waiting = await yard.inbox.count({ status: 'pending' })
  return { items: all.slice(0, mostListed), total: Math.max(all.length, all.length - asked.length + waiting) }
}

function ofJournal({
  id,
  tool,
  startedAt,
  agent,
  principal,
  origin,
  threadId,
  parentId,
}: CallRecord): NowCall {
  return {
    id,
    tool,
    state: 'running',
    startedAt,
    agent,
    principal,
    origin,
    threadId,
    parentId,
    canStop: true,
  }
}

function ofBackground({ id, tool, state, createdAt, agent, principal, threadId }: BackgroundCall): NowCall {
  const open = state === 'ended' ? 'running' : state
  return {
    id,
    tool,
    state: open,
    startedAt: createdAt,
    agent,
    principal,
    origin: 'background',
    threadId,
    canStop: true,
  }
}

function ofInbox({ callId, tool, agent, principal, threadId, createdAt }: InboxEntry): NowCall {
  return {
    id: callId,
    tool,
    state: 'waiting',
    startedAt: createdAt,
    agent,
    principal,
    threadId,
    canStop: false,
  }
}

/** What is known of the call from elsewhere stays, but that it waits. */
function askedOf(
  known: NowCall | undefined,
  { id, kind, createdAt, expiresAt }: InboxEntry,
): Partial<NowCall> & Pick<NowCall, 'waitsFor'> {
  return { ...known, state: 'waiting', waitsFor: { kind, id, since: createdAt, expiresAt } }
}
