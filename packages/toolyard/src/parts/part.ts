/**
 * A part: one capability that brings itself. Its folder holds what it is made of; here is what the rest of the house asks of it.
 *
 * A part may give callers services (members of `context.services`), bring built-in tools, own a setting with its check, and close what
 * it opened. Its routes stand in `routes.ts` and its commands in `commands.ts` of its folder. A new part is a folder and a line in
 * `parts/all-parts.ts`.
 *
 * @module
 */
import type { AgentDirectory, AgentRuns, BriefedRun, Briefing } from '../agents/index.ts'
import type { Services, ToolManifest } from '../define/index.ts'
import type { Engine } from '../engine/index.ts'
import type { CompanyCaller, Core, Pipeline } from '../pipeline/index.ts'
import type { ToolSearch } from '../registry/index.ts'
import type { Store } from '../store/index.ts'
import type { BuiltinGroup, ToolLoader } from '../tools/index.ts'

export interface Part<Value = never, Api = unknown> {
  readonly name: string
  /** The setting that it owns, by its name there. */
  readonly setting?: PartSetting<Value>
  /** Its built-in tools: the file of each, by group and name. */
  readonly tools?: Partial<Readonly<Record<BuiltinGroup, Readonly<Record<string, ToolLoader>>>>>
  /** The kind of its records that `search` looks through. */
  readonly records?: string
  start(setup: PartSetup, value: Value | undefined): StartedPart<Api>
}

export interface PartSetting<Value> {
  readonly name: string
  /** Throws `invalid_config`. `at` is how its writer called it, behind the file that it stands in. */
  readonly check?: (value: Value, at: string) => void
}

/** What a part may use. */
export interface PartSetup {
  readonly core: Core
  readonly pipeline: Pipeline
  readonly store: Store
  /** Jobs that outlive the process, as far as the store does. */
  readonly engine: () => Promise<Engine>
  /** Limits and streams of this process. It is what `engine` answers too, if there is none that processes share. */
  readonly here: Engine
  /** Whether jobs are done in this process; otherwise in others on the same database. */
  readonly isWorking: boolean
  /** Queues of tools that this process serves. */
  readonly queues: readonly string[]
  /** Whether this process does the jobs of a queue, by its name without the workspace: `gpu`. */
  readonly serves: (queue: string) => boolean
  /** Tells people of what went wrong; the part goes on. */
  readonly failed: (error: unknown) => void
  readonly agents: AgentDirectory
  readonly runs: AgentRuns
  readonly search: ToolSearch
  /** Kinds of records of all parts that `search` looks through. */
  readonly searched: readonly string[]
  /** The tools that a caller may use. */
  readonly toolsOf: (caller: CompanyCaller) => Promise<readonly ToolManifest[]>
  /** What a part above it in the list offers. */
  readonly of: <Api>(part: Part<never, Api>) => Api
  /** What paths in settings are relative to. */
  readonly folder: string
  /** Wall time. */
  readonly now: () => number
}

export interface StartedPart<Api = unknown> {
  /** What its routes and commands use: `installation.part(…)`. */
  readonly api?: Api
  /** What its tools reach in `context.services`, as one caller may use it. `before` is what parts above it in the list gave. */
  readonly services?: (caller: CompanyCaller, before: Services) => Services
  /** What it tells the models of runs beside the prompts of their agents. */
  readonly brief?: (run: BriefedRun) => Promise<Briefing>
  /** Takes up its work now, if jobs are done here; otherwise it may wait until there is some. */
  readonly work?: () => Promise<void>
  readonly close?: () => Promise<void>
}
