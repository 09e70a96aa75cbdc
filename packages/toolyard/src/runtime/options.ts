/**
 * What `createToolyard` can be told, in code or by a configuration file.
 *
 * @module
 */
import type { Approver, HookSpec, PipelineSettings, PolicySpec } from '../pipeline/index.ts'
import type { CallJournal, ResultStore } from '../store/index.ts'
import type { BuiltinGroup } from '../tools/index.ts'
import type { LimitOptions } from './limits.ts'

export interface ToolyardOptions {
  /** Tools in code: what `defineTool` returns, marked classes, or objects with `name`, `description`, `parameters`, `execute`. */
  readonly tools?: readonly unknown[]
  /** Folders whose files are tools, relative to the workspace. */
  readonly toolFolders?: readonly string[]
  /** Groups of built-in tools; none by default. */
  readonly builtins?: readonly BuiltinGroup[]
  /** The folder that tools may work in; the current one by default. */
  readonly workspace?: string
  readonly policy?: PolicySpec
  readonly hooks?: readonly HookSpec[]
  /** Any of the limits of calls; the others stay as they are. */
  readonly limits?: LimitOptions
  /** Names of environment variables whose values are never shown. */
  readonly secrets?: readonly string[]
  /** Who is asked where a call needs a person; without one, ask is deny. */
  readonly approver?: Approver
  /** Where calls are written down: in memory by default, `false` for nowhere. */
  readonly journal?: CallJournal | false
  readonly results?: ResultStore
  /** Whether models are asked why they call: `optional` by default. */
  readonly explanation?: PipelineSettings['explanation']
  /** Values for the parameters that the application provides. */
  readonly provide?: (tool: string) => Readonly<Record<string, unknown>>
  /** A thread without a call for so long is ended. */
  readonly threadIdleMs?: number
  /** Loads a saved tool file at once. */
  readonly watch?: boolean
  /** Where what is known of tool files is kept between starts; `.toolyard/tools.json` in the workspace by default, `false` for nowhere. */
  readonly toolIndex?: string | false
  /** Puts arguments and results on OpenTelemetry spans. */
  readonly traceContent?: boolean
  /** Where secrets are read from and what hook commands may inherit a part of. */
  readonly environment?: NodeJS.ProcessEnv
}
