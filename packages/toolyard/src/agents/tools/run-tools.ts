/**
 * The tools of a run: what its model is shown in each turn, and the way of its calls through the pipeline.
 *
 * @module
 */
import type { RunTools } from '../run/runner.ts'
import { shownPaths } from '../run/run-files.ts'
import type { ToolsOfRun } from '../run/run-ground.ts'
import type { ToolManifest, ToolResource } from '../../define/index.ts'
import {
  boundTools,
  companionTools,
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
  const { runId, threadId, agent, above, principal, person, parks, mode, signal, touched } = run
  // What was called before is known to the model: it stays in sight.
  shown.find(threadId, [...calledIn(run.history), ...(run.wanted === undefined ? [] : [run.wanted])])
  const thread = threads.get(threadId)
  thread.active++
  // From then on the model is shown how to read what it is not shown.
  let hasMore = run.history.some(hasHandle)
  return {
    async snapshot() {
      const snapshot = registry.snapshot()
      threads.get(threadId).shown = snapshot
      const companions = hasMore || run.isCut() ? companionTools : []
      const manifests = await toolsFor(parts, { agent, run: { id: runId, above }, companions }, snapshot)
      const chosen = shown.choose(threadId, manifests)
      if (chosen.length < manifests.length) search.prepare(manifests)
      return chosen
    },
    async call(calls, tell) {
      const written = new Map<string, readonly string[]>()
      const results = await pipeline.callMany(
        calls.map(({ callId, tool, input }) => ({
          tool,
          input,
          callId: `${runId}.${callId}`,
          threadId,
          agent,
          principal,
          origin: 'agent',
          person,
          parks,
          signal,
          touched(resources) {
            written.set(callId, writtenPaths(resources))
            touched(resources)
          },
          run: { id: runId, above },
          mode,
          onEvent: (event) => tell(callId, event),
        })),
      )
      hasMore ||= results.some(({ handle }) => handle !== undefined)
      for (const [index, { callId, tool }] of calls.entries()) {
        const paths = results[index]?.status === 'ok' ? written.get(callId) : undefined
        if (paths?.length) run.wrote(shownPaths(core.host.files, paths).map((path) => ({ path, tool })))
      }
      return results
    },
    async keep({ tool, text }) {
      hasMore = true
      return core.records.results.put({ tool, text, dropped: 0, principal: principal ?? 'local' })
    },
    [Symbol.dispose]() {
      thread.active--
      thread.touch(core.clock.now())
    },
  }
}

interface ToolsCaller extends Pick<CompanyCaller, 'agent' | 'run'> {
  /** Shown beside its own. */
  readonly companions?: readonly string[]
}

/** The tools that a caller may use and a model may see, as they are now. */
export async function toolsFor(
  { core, definitions, rights }: Pick<RunToolsParts, 'core' | 'definitions' | 'rights'>,
  { companions = [], ...caller }: ToolsCaller,
  snapshot: Snapshot,
): Promise<readonly ToolManifest[]> {
  await rights.fresh(core.clock.now())
  const tools = boundTools(rights, caller)
  if (tools?.kind === 'refused') throw errorOf(tools)
  const names = tools ? [...new Set([...tools.names, ...companions])] : snapshot.names
  return names.flatMap((name) => {
    const manifest = snapshot.get(name)?.manifest
    const pinned = tools?.pinned(name)
    if (!manifest || (pinned !== undefined && pinned !== manifest.fingerprint)) return []
    return definitions.isShown(manifest, rights) ? [manifest] : []
  })
}

function writtenPaths(resources: readonly ToolResource[]): readonly string[] {
  return resources.flatMap(({ kind, id, access }) => (kind === 'path' && access === 'write' ? [id] : []))
}

function hasHandle({ parts }: ToolsOfRun['history'][number]): boolean {
  return parts.some((part) => part.type === 'tool_result' && part.handle !== undefined)
}

function calledIn(history: ToolsOfRun['history']): readonly string[] {
  return history.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool_call' ? [part.tool] : [])),
  )
}
