/**
 * What an installation tells of itself, and how a call of it is followed.
 *
 * @module
 */
import type { DraftAgents } from '../../agents/index.ts'
import type { Signs } from '../../engine/index.ts'
import type { StartedParts } from '../../parts/index.ts'
import type { InstallationEngine } from '../engine.ts'
import type { OfferedModels } from '../models.ts'
import type { CallOptions, EventSink, Policy, PolicyGroup, ToolBug } from '../../pipeline/index.ts'
import type { PolicyReplay, TypedRule } from './policy-replay.ts'

/** What is known of an installation, apart from its tools. */
export interface Installation {
  /** The folder that tools may work in. */
  readonly workspace: string
  /** The rules by which calls are decided. */
  readonly policy: Policy
  /** What the policy says of the tools here, in groups of which the same is true. */
  readonly policyGroups: () => readonly PolicyGroup[]
  /** What the newest calls of the journal would get under one more rule. Throws `invalid_config` if it can't be read. */
  readonly replay: (rule: TypedRule) => Promise<PolicyReplay>
  /** The models that agents can be given, and what may run them. */
  readonly models: () => Promise<OfferedModels>
  /** Tries of agents that are not saved. */
  readonly drafts: DraftAgents
  /** Whether `search` goes by meaning too. */
  readonly searchesByMeaning: boolean
  /** Where jobs are kept, and who works on them here. */
  readonly engine: InstallationEngine
  /** Whether jobs are done in this process. */
  readonly isWorking: boolean
  /** Takes up all work now, rather than when there is some. */
  readonly work: () => Promise<void>
  /** Takes no new work; what runs ends, or is handed over to another process: between two steps, or when the grace is over. */
  readonly drain: (graceMs: number) => Promise<void>
  /** What a part offers, such as `schedules`. */
  readonly part: StartedParts['of']
  /** Tell that something was written to the store, in whichever process. */
  readonly signs: Signs
  /** When it resolves, calls are decided by what the catalogue says now, whichever process changed it. */
  readonly renewRights: () => Promise<void>
  /** Tells of faults inside tools, with their stacks: for logs of developers. Answers how to stop it. */
  readonly onBug: (listener: (bug: ToolBug) => void) => () => void
  /** A copy of texts or data without secrets; the same if there are none. */
  redact<T>(value: T): T
}

/** A call that is followed while it runs. */
export interface FollowedCall extends CallOptions {
  /** Takes the events of the call, all but the result, which is answered. */
  readonly events?: EventSink | undefined
  /**
   * A worker makes the call, in this process or another one on the same database. The answer is `pending` at once; `background`
   * of the service tells how it goes on. What lives in this process, such as a signal, does not go with it.
   */
  readonly background?: boolean | undefined
}
