/** What the suites write down: a row of each kind to start from, and texts that databases trip over. */
import type { SuiteTest } from '../../kernel/conformance/index.ts'
import type { BoardPost, ToolManifest } from '../../define/index.ts'
import type { AgentRecord } from '../agents.ts'
import type { CallRecord } from '../calls.ts'
import type { CatalogueEntry, ToolVersion } from '../catalogue.ts'
import type { Grant } from '../grants.ts'
import type { InboxItem } from '../inbox.ts'
import type { Awaitable } from '../awaitable.ts'
import type { AccessToken } from '../tokens.ts'
import type { RunRecord } from '../runs.ts'
import type { CalendarEvent } from '../../define/index.ts'
import type { RecordChange } from '../records.ts'
import type { ThreadMessage } from '../threads.ts'

/** Opens an empty store, or a part of one, for one test; what must be closed is closed after it. */
export type Opens<T> = (test: SuiteTest) => Awaitable<T>

/** Signs of many scripts, a zero byte, halves of characters, what looks like SQL, line ends, and nothing at all. */
export const hostileTexts: readonly string[] = [
  'naïve 日本語 عربى ไทย 👩‍👩‍👧 \u{10ffff} e\u0301',
  'before\0after',
  'low \udc00 high \ud800',
  `'; drop table calls; -- " \\ $1 ? %s`,
  'one\r\ntwo\u2028three\tfour\u0007',
  '',
]

/** Stores need not keep zero bytes and halves of characters; they keep everything else. */
export function readable(text: string | undefined): string | undefined {
  return text?.toWellFormed().replaceAll('\0', '\u2400')
}

/** Without fields that say nothing. */
export function known<T extends object>(value: T | undefined): Partial<T> | undefined {
  if (value === undefined) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<T>
}

/** Without the place in the journal as well. */
export function facts(record: CallRecord | undefined): Partial<CallRecord> | undefined {
  return known(record && { ...record, position: undefined })
}

export async function idsOf(rows: Awaitable<readonly { readonly id: string }[]>): Promise<string[]> {
  return (await rows).map(({ id }) => id)
}

export async function namesOf(rows: Awaitable<readonly { readonly name: string }[]>): Promise<string[]> {
  return (await rows).map(({ name }) => name)
}

export function callRecord(id: string, over: Partial<CallRecord> = {}): CallRecord {
  return {
    id,
    tool: 'probe',
    fingerprint: 'f',
    permission: 'write',
    input: {},
    principal: 'local',
    origin: 'typescript',
    startedAt: 0,
    status: 'ok',
    durationMs: 1,
    ...over,
  }
}

/** The same before its tool has ended. */
export function runningCall(id: string, over: Partial<CallRecord> = {}): CallRecord {
  return callRecord(id, { status: 'running', durationMs: 0, ran: false, ...over })
}

export function manifestOf(name: string, over: Partial<ToolManifest> = {}): ToolManifest {
  return {
    name,
    description: `What ${name} does.`,
    category: 'general',
    type: 'STATELESS',
    source: 'app',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    permission: 'read',
    effects: 'none',
    confirm: false,
    streaming: false,
    idempotent: false,
    tags: [],
    version: '1.0.0',
    fingerprint: `fingerprint of ${name}`,
    ...over,
  }
}

export function toolEntry(name: string, over: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    id: `id of ${name}`,
    name,
    state: 'active',
    enabled: true,
    type: 'STATELESS',
    source: 'app',
    fingerprint: `fingerprint of ${name}`,
    facts: 'facts',
    version: 1,
    pinned: false,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_001,
    manifest: manifestOf(name),
    ...over,
  }
}

export function toolVersion(
  tool: CatalogueEntry,
  version: number,
  over: Partial<ToolVersion> = {},
): ToolVersion {
  return {
    toolId: tool.id,
    version,
    fingerprint: `fingerprint ${version}`,
    manifest: tool.manifest,
    reasons: [],
    seenAt: version,
    ...over,
  }
}

export function agentRecord(name: string, over: Partial<AgentRecord> = {}): AgentRecord {
  return {
    id: `id of ${name}`,
    name,
    prompt: 'Help.',
    settings: {},
    tools: [],
    createdAt: 1,
    updatedAt: 2,
    ...over,
  }
}

export function inboxItem(id: string, over: Partial<InboxItem> = {}): InboxItem {
  return {
    id,
    kind: 'approval',
    status: 'pending',
    callId: `call of ${id}`,
    tool: 'probe',
    principal: 'local',
    text: 'May it?',
    reason: 'it writes',
    rule: 'mode default',
    digest: 'd',
    bytes: '{}',
    createdAt: 1,
    expiresAt: 2,
    ...over,
  }
}

export function grantOf(id: string, over: Partial<Grant> = {}): Grant {
  return { id, rule: 'probe(a)', tool: 'probe', fingerprint: 'f', by: 'somebody', createdAt: 1, ...over }
}

export function tokenOf(id: string, over: Partial<AccessToken> = {}): AccessToken {
  return { id, name: `token ${id}`, role: 'viewer', hash: `hash of ${id}`, createdAt: 1, ...over }
}

export function threadMessage(id: string, over: Partial<ThreadMessage> = {}): ThreadMessage {
  return { id, role: 'user', parts: [{ type: 'text', text: `said in ${id}` }], at: 1, ...over }
}

export function runRecord(id: string, over: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    agent: 'helper',
    threadId: `thread of ${id}`,
    task: 'Do it.',
    depth: 0,
    status: 'done',
    attempt: 1,
    steps: 1,
    inputTokens: 0,
    outputTokens: 0,
    startedAt: 1,
    ...over,
  }
}

export function recordChange(id: string, over: Partial<RecordChange> = {}): RecordChange {
  return { kind: 'tasks', scope: 't', id, title: `Task ${id}`, text: '', value: null, at: 1, ...over }
}

export function boardPost(id: string, over: Partial<BoardPost> = {}): BoardPost {
  const post = { id, topic: 'general', author: 'helper', kind: 'agent', content: `Said in ${id}.` } as const
  return { ...post, mentions: [], at: 1, ...over }
}

export function calendarEvent(id: string, over: Partial<CalendarEvent> = {}): CalendarEvent {
  const [start, end] = ['2026-11-20T15:00', '2026-11-20T16:00']
  return { id, title: `Event ${id}`, start, end, zone: 'Europe/Berlin', ...over }
}
