/**
 * The parts that the steps of a call share. Made once by the runtime; holds no call.
 *
 * @module
 */
import type { McpAccess, Services } from '../define/index.ts'
import type { HostAccess, Redactor } from '../host/index.ts'
import type { Limits, PlaceLimits } from '../engine/index.ts'
import type { Clock, Ids, JsonLimits } from '../kernel/index.ts'
import type { CallJournal, ResultStore } from '../store/index.ts'
import type { HookExecutor } from './hooks/index.ts'
import type { LoopLimits } from './limits/index.ts'
import type { Policy } from './policy/index.ts'
import type { Approver, CallRights, CallThreads, CompanyCaller, People, ToolSource, Tracer } from './ports.ts'

export interface PipelineSettings {
  readonly workspace: string
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
  readonly arguments: JsonLimits
  /** What reaches the model of one answer. */
  readonly output: { readonly maxBytes: number; readonly maxLines: number }
  /** What is kept of one answer, in characters. */
  readonly storedOutput: number
  readonly concurrency: PlaceLimits
  /** Calls a minute by tool name; `*` for every tool that is not named. */
  readonly ratePerMinute: Readonly<Record<string, number>>
  /** Calls that one thread may make in all. */
  readonly callsPerThread: number
  readonly loop: LoopLimits
  readonly approvalMs: number
  /** Requests that wait for people: of one caller (agent and principal), and in all. */
  readonly waiting: { readonly perCaller: number; readonly total: number }
  /** Calls inside calls. */
  readonly maxDepth: number
  readonly explanation: 'optional' | 'required' | 'off'
  /** How long a tool that ignores its abort signal keeps its locks. */
  readonly graceMs: number
}

export const defaultSettings: Omit<PipelineSettings, 'workspace'> = {
  timeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  arguments: { maxBytes: 1_000_000, maxDepth: 64 },
  output: { maxBytes: 50 * 1024, maxLines: 2000 },
  storedOutput: 64_000_000,
  concurrency: { total: 64, perAgent: 16, queue: 1000 },
  ratePerMinute: {},
  callsPerThread: Infinity,
  loop: { warnAfter: 5, stopAfter: 10 },
  approvalMs: 600_000,
  waiting: { perCaller: 64, total: 1000 },
  maxDepth: 8,
  explanation: 'optional',
  graceMs: 5_000,
}

export interface Core {
  readonly settings: PipelineSettings
  readonly clock: Clock
  readonly ids: Ids
  readonly tools: ToolSource
  readonly hooks: HookExecutor
  readonly policy: Policy
  readonly people: CallPeople
  readonly services: CallServices
  readonly records: CallRecords
  readonly redactor: Redactor
  readonly host: HostAccess
  readonly limits: Limits
}

/** Who is asked about calls, and what callers may do. */
export interface CallPeople {
  readonly rights: CallRights
  /** Who is asked about a call: those who always are, and the person who makes the call if one can be asked too. */
  for(person: Approver | undefined): People
}

/** What the installation gives to tools. */
export interface CallServices {
  /** The MCP servers that tools may ask. */
  readonly mcp?: McpAccess | undefined
  /** Agents, plans and services, as one caller may use them. */
  for(caller: CompanyCaller): Services
  /** Where application-provided parameters come from if the caller gives none. */
  provide(tool: string): Readonly<Record<string, unknown>>
}

/** What is kept of calls and conversations. */
export interface CallRecords {
  /** Absent: nothing is written down, and repeated ids are not recognised. */
  readonly journal: CallJournal | undefined
  readonly results: ResultStore
  readonly threads: CallThreads
  readonly tracer: Tracer | undefined
}
