/** The tables of what agents were, say and do: their versions, conversations, what was sent in them, and runs. */
import type { Generated } from './kysely.ts'

export interface AgentTables {
  agent_versions: {
    agent_id: string
    version: number
    name: string
    prompt: string
    model: string | null
    runner: string | null
    settings: string
    tools: string
    changed_by: string | null
    at: number
  }
  threads: {
    id: string
    agent: string | null
    title: string
    messages: number
    created_at: number
    updated_at: number
    principal: string | null
    view: string | null
  }
  messages: {
    thread_id: string
    position: number
    id: string
    role: string
    parts: string
    sender: string | null
    run_id: string | null
    at: number
  }
  attachments: {
    thread_id: string
    handle: string
    name: string
    media_type: string
    bytes: Uint8Array
    size: number
    at: number
  }
  runs: {
    n: Generated<number>
    id: string
    agent: string
    thread_id: string
    task: string
    label: string | null
    parent_id: string | null
    parent_thread_id: string | null
    batch: string | null
    depth: number
    status: string
    steps: number
    input_tokens: number
    output_tokens: number
    result: string | null
    error: string | null
    started_at: number
    ended_at: number | null
    owner: string
    principal: string | null
    attempt: number
    reason: string | null
    waits_for: string | null
    plan: string | null
    job: string | null
    root_id: string | null
    model: string | null
    output: string | null
    cost: number | null
    cached_tokens: number | null
    cache_write_tokens: number | null
    reasoning_tokens: number | null
    files: string | null
    call_id: string | null
  }
  run_steps: {
    n: Generated<number>
    run_id: string
    number: number
    attempt: number
    model: string | null
    started_at: number
    compacted_at: number | null
    first_at: number | null
    ended_at: number
    ended: string
    retries: number
    error: string | null
    input_tokens: number
    output_tokens: number
    cached_tokens: number | null
    reasoning_tokens: number | null
    cost: number | null
    /** JSON. */
    calls: string
  }
}
