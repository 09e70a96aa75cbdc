/**
 * What the steps of a call share beside the call itself: the parts that the runtime makes once, and the plans of tools. Holds no call.
 *
 * @module
 */
import type { McpAccess, Services, Tool, ToolManifest, ToolResult } from '../define/index.ts'
import type { HostAccess, Redactor } from '../host/index.ts'
import type { Limits, PlaceLimits } from '../engine/index.ts'
import type { Clock, Ids, JsonLimits } from '../kernel/index.ts'
import type { CallJournal, ResultStore } from '../store/index.ts'
import type { HookExecutor } from './hooks/index.ts'
import type { Invocation, Plan, PlanFacts, Stage, StopReason } from './invocation.ts'
import type { LoopLimits } from './limits/index.ts'
import type { Policy } from './policy/index.ts'
import type {
  Approver,
  CallRights,
  CallThreads,
  CompanyCaller,
  People,
  ToolBug,
  ToolSource,
  Tracer,
} from './ports.ts'
import type { CallCompanion, CallTicket } from './ticket.ts'
import type { Watchdog } from './watchdog.ts'

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
  /** The same for runs that wait without a process. */
  readonly parkedMs: number
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
  parkedMs: 7 * 24 * 3_600_000,
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
  /** How calls of a tool are made if another process has to run it; undefined if it runs here. */
  elsewhere?(manifest: ToolManifest): CallElsewhere | undefined
  /** Where application-provided parameters come from if the caller gives none. */
  provide(tool: string): Readonly<Record<string, unknown>>
}

/** Hands a call over, tells its events, and answers the result. Throws if the call could not be handed over. */
export type CallElsewhere = (ticket: CallTicket, companion: CallCompanion) => Promise<ToolResult>

/** What is kept of calls and conversations. */
export interface CallRecords {
  /** Absent: nothing is written down, and repeated ids are not recognised. */
  readonly journal: CallJournal | undefined
  readonly results: ResultStore
  readonly threads: CallThreads
  readonly tracer: Tracer | undefined
  /** Told of faults inside tools. */
  readonly bugs?: Set<(bug: ToolBug) => void> | undefined
}

/** Runs a call inside another one. */
export type SubCall = (parent: Invocation, tool: string, input: unknown) => Promise<ToolResult>

export interface PipelineParts {
  readonly core: Core
  readonly plans: Plans
  readonly watchdog: Watchdog
  readonly subCall: SubCall
  /** Takes a call on that was stopped while it waited. */
  readonly interrupt: (invocation: Invocation, reason: StopReason) => void
  /** Told when a call has ended, whichever way. */
  readonly ended: (invocation: Invocation, result: ToolResult) => void
}

/** A step: what it does about calls of one tool, worked out once. No stages if it has nothing to do for this tool. */
export type Step = (parts: PipelineParts, plan: PlanFacts) => readonly Stage[]

/** The plans of tools that were called, made on first use and dropped when anything changes that they were made from. */
export class Plans {
  readonly #make: (tool: Tool) => Plan
  #plans = new WeakMap<Tool, Plan>()
  readonly #named = new Map<string, Plan>()
  /** Plans of tools that were called before, under the names that the registry gives them now: one look instead of three. */
  readonly named: ReadonlyMap<string, Plan> = this.#named

  constructor(make: (tool: Tool) => Plan) {
    this.#make = make
  }

  for(tool: Tool): Plan {
    let plan = this.#plans.get(tool)
    if (!plan) this.#plans.set(tool, (plan = this.#make(tool)))
    return plan
  }

  remember(name: string, plan: Plan): Plan {
    this.#named.set(name, plan)
    return plan
  }

  clear(): void {
    this.#named.clear()
    this.#plans = new WeakMap()
  }
}
