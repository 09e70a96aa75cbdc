/**
 * What runs stand on: where they are kept, whose events go where, and who else may go on with them.
 *
 * @module
 */
import type { Engine } from '../../engine/index.ts'
import type { Clock, Ids } from '../../kernel/index.ts'
import type { ToolResource } from '../../define/index.ts'
import type { Workspace } from '../../host/index.ts'
import type { Approver, Policy, RunHooks } from '../../pipeline/index.ts'
import type { Store, ThreadMessage, WrittenPath } from '../../store/index.ts'
import type { FileRequest, OpenedFile } from './attachments/index.ts'
import type { BriefedRun, Briefing } from './briefing.ts'
import type { RunObservers } from './run-observers.ts'
import type { RunTools } from './runner.ts'

export interface RunGround {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  /** Those that are asked and told about runs. */
  readonly hooks: RunHooks
  readonly workspace: string
  readonly policy: Pick<Policy, 'mode' | 'within'>
  /** Jobs and streams that outlive the process, as far as the store does. */
  readonly engine: () => Promise<Engine>
  /** Whether runs of this store may be taken up by another process. */
  readonly isDurable: boolean
  /** Whether this process takes runs up. */
  readonly isWorking: boolean
  /** Whether people answer from elsewhere, at any time: then runs wait for them without a process. */
  readonly parks: boolean
  /** When it resolves, calls are decided by what the catalogue says now: another process may have made the agent a moment ago. */
  readonly renewRights: () => Promise<void>
  /** Tells people of what went wrong behind their backs. */
  readonly failed: (error: unknown) => void
  /** The tools of a run, until it is disposed. */
  readonly tools: (run: ToolsOfRun) => RunTools & Disposable
  /** A file of the workspace that is attached to what is said. */
  readonly openFile: (request: FileRequest) => Promise<OpenedFile>
  /** The folders that tools may use. */
  readonly files: () => Workspace
  /** What its model is told beside the prompt of its agent. */
  readonly brief: (run: BriefedRun) => Promise<Briefing>
  readonly observers: RunObservers
}

/** On whose behalf a run calls tools. */
export interface ToolsOfRun {
  readonly runId: string
  readonly threadId: string
  readonly agent: string
  readonly above: readonly string[]
  readonly principal: string | undefined
  readonly person: Approver | undefined
  readonly parks: boolean
  /** See `RunPlan`. */
  readonly mode: string | undefined
  readonly history: readonly ThreadMessage[]
  /** A tool that its model has to be shown. */
  readonly wanted: string | undefined
  /** Whether the model is not shown all of it. */
  readonly isCut: () => boolean
  readonly signal: AbortSignal
  /** Told what its calls have touched. */
  readonly touched: (resources: readonly ToolResource[]) => void
  /** Told which files its calls have written. */
  readonly wrote: (files: readonly WrittenPath[]) => void
}
