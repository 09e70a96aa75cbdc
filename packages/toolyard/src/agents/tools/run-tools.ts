/**
 * The tools of a run: what its model is shown in each turn, and the way of its calls through the pipeline.
 *
 * @module
 */
import type { RunTools } from '../run/runner.ts'
import type { ToolsOfRun } from '../run/agent-runs.ts'
import type { ToolManifest } from '../../define/index.ts'
import {
  boundTools,
  type CompanyCaller,
  type Core,
  errorOf,
  type Pipeline,
  type ThreadContextManager,
} from '../../pipeline/index.ts'
import type { Snapshot, ToolRegistry, ToolSearch } from '../../registry/index.ts'
import type { StoredRights } from '../../people/index.ts'
import type { Definitions } from './definitions.ts'
import type { ShownTools } from './shown-tools.ts'

export interface RunToolsParts {
  readonly core: Core
  readonly pipeline: Pipeline
  readonly registry: ToolRegistry
  readonly threads: ThreadContextManager
  readonly definitions: Definitions
  readonly rights: StoredRights
  readonly shown: ShownTools
  readonly search: ToolSearch
}

export function createRunTools(parts: RunToolsParts, run: ToolsOfRun): RunTools & Disposable {
  const { core, pipeline, registry, threads, shown, search } = parts
  const { runId, threadId, agent, above, principal, person, signal } = run
  // What was called before is known to the model: it stays in sight.
  shown.find(threadId, calledIn(run.history))
  const thread = threads.get(threadId)
  thread.active++
  return {
    async snapshot() {
      const snapshot = registry.snapshot()
      threads.get(threadId).shown = snapshot
      const manifests = await toolsFor(parts, { agent, run: { id: runId, above } }, snapshot)
      const chosen = shown.choose(threadId, manifests)
      if (chosen.length < manifests.length) search.prepare(manifests)
      return chosen
    },
    call: (calls, tell) =>
      pipeline.callMany(
        calls.map(({ callId, tool, input }) => ({
          tool,
          input,
          callId: `${runId}.${callId}`,
          threadId,
          agent,
          principal,
          origin: 'agent',
          person,
          signal,
          run: { id: runId, above },
          onEvent: (event) => tell(callId, event),
        })),
      ),
    keep: async ({ tool, text }) =>
      core.records.results.put({ tool, text, dropped: 0, principal: principal ?? 'local' }),
    [Symbol.dispose]() {
      thread.active--
      thread.touch(core.clock.now())
    },
  }
}

/** The tools that a caller may use and a model may see, as they are now. */
export async function toolsFor(
  { core, definitions, rights }: Pick<RunToolsParts, 'core' | 'definitions' | 'rights'>,
  caller: Pick<CompanyCaller, 'agent' | 'run'>,
  snapshot: Snapshot,
): Promise<readonly ToolManifest[]> {
  await rights.fresh(core.clock.now())
  const tools = boundTools(rights, caller)
  if (tools?.kind === 'refused') throw errorOf(tools)
  const names = tools?.names ?? snapshot.names
  return names.flatMap((name) => {
    const manifest = snapshot.get(name)?.manifest
    const pinned = tools?.pinned(name)
    if (!manifest || (pinned !== undefined && pinned !== manifest.fingerprint)) return []
    return definitions.isShown(manifest, rights) ? [manifest] : []
  })
}

function calledIn(history: ToolsOfRun['history']): readonly string[] {
  return history.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool_call' ? [part.tool] : [])),
  )
}
