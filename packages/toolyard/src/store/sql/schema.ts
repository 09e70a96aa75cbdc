/**
 * The tables, as queries see them. Ids and JSON are text, truth is 0 or 1, times are milliseconds since 1970.
 *
 * @module
 */
import type { Generated } from './kysely.ts'
import type { AgentTables } from './agent-tables.ts'

export interface Schema extends AgentTables {
  meta: { key: string; value: number }
  tools: {
    id: string
    name: string
    state: string
    enabled: number
    type: string
    source: string
    description: string
    manifest: string
    fingerprint: string
    facts: string
    version: number
    accepted: string | null
    pinned: number
    origin: string | null
    error: string | null
    created_at: number
    updated_at: number
  }
  tool_versions: {
    tool_id: string
    version: number
    fingerprint: string
    manifest: string
    verdict: string | null
    reasons: string
    seen_at: number
  }
  agents: {
    id: string
    name: string
    prompt: string
    model: string | null
    runner: string | null
    settings: string
    created_at: number
    updated_at: number
    expires_at: number | null
  }
  agent_tools: { agent_id: string; tool_id: string; place: number; pinned: string | null }
  calls: {
    n: Generated<number>
    id: string
    tool: string
    fingerprint: string
    permission: string
    input: string | null
    explanation: string | null
    thread_id: string | null
    agent: string | null
    principal: string
    origin: string
    parent_id: string | null
    decision: string | null
    request_digest: string | null
    started_at: number
    status: string
    duration_ms: number
    ran: number | null
    result: string | null
    steps: string | null
    owner: string
    waited_ms: number | null
    active_ms: number | null
  }
  call_packs: { dim: string; hour: number; name: string; data: string }
  call_hours: {
    hour: number
    tool: string
    agent: string
    status: string
    kind: number
    bucket: number
    shard: number
    count: number
  }
  audit: { n: Generated<number>; chain: string; seq: number; hash: string; entries: string }
  processes: { id: string; host: string; pid: number; started: string; seen_at: number }
  inbox: {
    n: Generated<number>
    id: string
    kind: string
    status: string
    call_id: string
    tool: string
    thread_id: string | null
    agent: string | null
    principal: string
    text: string
    reason: string
    rule: string
    explanation: string | null
    digest: string
    bytes: string
    offer: string | null
    choices: string | null
    /** JSON. */
    form: string | null
    form_values: string | null
    created_at: number
    expires_at: number
    answer: string | null
    answered_by: string | null
    answered_at: number | null
    text_length: number | null
  }
  /** Of items whose text or bytes are long. */
  inbox_texts: { id: string; text: string; bytes: string }
  grants: {
    n: Generated<number>
    id: string
    rule: string
    tool: string
    fingerprint: string
    thread_id: string | null
    agent: string | null
    granted_by: string
    created_at: number
    workspace: string | null
    principal: string | null
  }
  file_changes: {
    n: Generated<number>
    id: string
    call_id: string
    thread_id: string
    tool: string
    path: string
    start: number
    length: number
    before: Uint8Array | null
    after: string
    at: number
  }
  tokens: {
    n: Generated<number>
    id: string
    name: string
    role: string
    agent: string | null
    hash: string
    created_at: number
    last_used_at: number | null
  }
  results: {
    handle: string
    tool: string
    text: string
    dropped: number
    size: number
    created_at: number
    principal: string | null
  }
  records: {
    n: Generated<number>
    kind: string
    scope: string
    id: string
    title: string
    text: string
    value: string
    version: number
    created_at: number
    updated_at: number
  }
  events: {
    n: Generated<number>
    id: string
    principal: string
    title: string
    starts: string
    ends: string
    zone: string
    repeats: string | null
    exceptions: string | null
    additions: string | null
    series: string | null
    replaces: string | null
    place: string | null
    notes: string | null
    uid: string | null
    created_at: number
    updated_at: number
  }
  schedules: {
    id: string
    workspace: string
    principal: string
    agent: string
    name: string
    owner: string
    work: string
    text: string
    zone: string
    anchor: number
    misfire: string
    overlap: string
    paused: number
    next_at: number | null
    created_at: number
    revision: number
  }
  schedule_slots: {
    n: Generated<number>
    id: string
    schedule_id: string
    at: number
    state: string
    job: string
    asked_by: string | null
    reason: string | null
    call_id: string | null
    run_id: string | null
    retried: number
    created_at: number
    ended_at: number | null
  }
  requests: {
    n: Generated<number>
    id: string
    workspace: string
    queue: string
    tool: string
    principal: string | null
    agent: string | null
    thread_id: string | null
    input: string | null
    terms: string | null
    digest: string
    state: string
    attempt: number
    cancelled: string | null
    result: string | null
    keep_ms: number
    created_at: number
    updated_at: number
    ended_at: number | null
    kept_until: number | null
  }
  vectors: { model: string; key: string; vector: Uint8Array; at: number }
  board_posts: {
    n: Generated<number>
    id: string
    topic: string
    parent: string | null
    author: string
    kind: string
    content: string
    mentions: string
    at: number
  }
  board_mentions: { name: string; n: number }
  /** Beside its words, which each database keeps in its own way. */
  texts: {
    n: Generated<number>
    place: string
    id: string
    part: string
    state: string
    principal: string | null
    title: string
    text: string
    at: number
  }
}
