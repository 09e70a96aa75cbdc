/**
 * The parts that the steps of a call share, put together.
 *
 * @module
 */
import type { Executor, ToolManifest } from '../define/index.ts'
import type { Redactor } from '../host/index.ts'
import { createIds, ToolyardError } from '../kernel/index.ts'
import { type Inbox, peopleOf, type StoredRights } from '../people/index.ts'
import {
  type CallServices,
  type Core,
  HookExecutor,
  type PipelineSettings,
  type ThreadContextManager,
} from '../pipeline/index.ts'
import type { ToolRegistry } from '../registry/index.ts'
import type { Store } from '../store/index.ts'
import type { Executors } from './executors.ts'
import type { McpConnections } from './mcp.ts'
import { withOffers } from './offers/offered-tools.ts'
import type { Settings } from './settings.ts'
import type { Telemetry } from './telemetry/open-telemetry.ts'

export interface CoreParts {
  readonly settings: PipelineSettings
  readonly limits: Core['limits']
  readonly clock: Core['clock']
  readonly registry: ToolRegistry
  readonly threads: ThreadContextManager
  readonly store: Store
  readonly rights: StoredRights
  readonly inbox: Inbox
  readonly policy: Core['policy']
  readonly host: Core['host']
  readonly redactor: Redactor
  readonly mcp: McpConnections
  readonly executors: Executors
  readonly late: LateServices
  readonly telemetry: Telemetry | undefined
}

/** What tools reach of agents is made after the way of a call, and of it. */
export interface LateServices {
  for?: CallServices['for']
  /** A request in the inbox was answered. */
  answered?: (id: string) => Promise<void>
  elsewhere?: CallServices['elsewhere']
  /** Tells people of what went wrong in the engine. */
  failed?: (error: unknown) => void
}

export function coreOf(options: Settings, parts: CoreParts): Core {
  const { settings, clock, registry, policy, host, redactor, mcp, limits } = parts
  const environment = options.environment ?? process.env
  const core = {
    settings,
    clock,
    ids: createIds(),
    tools: withOffers(registry.registrations, mcp, (manifest) => executorFor(parts.executors, manifest)),
    hooks: new HookExecutor(
      {
        workspace: settings.workspace,
        environment,
        trust: host.settings.trust,
        clean: (text) => redactor.clean(text),
      },
      clock,
    ),
    policy,
    host,
    redactor,
    limits,
    records: recordsOf(options, parts),
    services: servicesOf(options, parts),
  }
  return { ...core, people: peopleOf(options, parts, core) }
}

function recordsOf(options: Settings, { store, threads, telemetry }: CoreParts): Core['records'] {
  return {
    journal: options.journal === false ? undefined : (options.journal ?? store.calls),
    results: options.results ?? store.results,
    threads,
    tracer: telemetry?.calls,
    bugs: new Set(),
  }
}

function servicesOf({ provide }: Settings, { mcp, late }: CoreParts): CallServices {
  return {
    get mcp() {
      return mcp.access
    },
    for(caller) {
      if (late.for) return late.for(caller)
      throw new ToolyardError('internal', 'agents are asked for before they are there')
    },
    elsewhere: (manifest) => late.elsewhere?.(manifest),
    provide: provide ?? (() => ({})),
  }
}

function executorFor(executors: Executors, manifest: ToolManifest): Executor {
  const executor = executors[manifest.type]
  if (executor) return executor
  throw new ToolyardError('internal', `nothing here runs tools of type ${manifest.type} ("${manifest.name}")`)
}
