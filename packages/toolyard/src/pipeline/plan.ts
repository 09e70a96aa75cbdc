/**
 * What one tool needs of the pipeline, worked out once.
 *
 * A tool without hooks, rules and limits has a short list of steps; nothing asks per call whether there are any. Plans are
 * dropped when tools, hooks or policy change.
 *
 * @module
 */
import type { Executor, Tool, ToolManifest } from '../define/index.ts'
import type { Rate } from '../engine/index.ts'
import type { Shape } from '../kernel/index.ts'
import type { ActiveHook } from './hooks/index.ts'
import type { Decision, ToolPolicy } from './policy/index.ts'

export interface Plan {
  readonly tool: Tool
  readonly manifest: ToolManifest
  readonly executor: Executor
  readonly shape: Shape | undefined
  readonly policy: ToolPolicy
  /** The decision where it is the same for every call. */
  readonly constant: Decision | undefined
  /** The same plan for a call of which the tool says that nobody has to confirm it. */
  readonly unconfirmed?: Plan | undefined
  readonly preHooks: readonly ActiveHook[]
  readonly timeoutMs: number
  /** Whether it runs programs that are to be kept from the rest of the machine. */
  readonly needsSandbox: boolean
  readonly rate: Rate | undefined
}
