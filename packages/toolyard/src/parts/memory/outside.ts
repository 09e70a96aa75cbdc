/**
 * Whether something that strangers wrote has come into a conversation, or into one that it has to do with: those of the agents above
 * and below. A call counts if its tool reaches the network, lives elsewhere, or says that its answers come from outside.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import type { CompanyCaller, Core } from '../../pipeline/index.ts'
import type { RunRecord, Store } from '../../store/index.ts'

export interface OutsideParts {
  readonly core: Pick<Core, 'tools' | 'records'>
  readonly store: Pick<Store, 'runs' | 'threads'>
}

/** More than that is not looked at: it counts as from outside. */
const mostThreads = 200
const mostCalls = 5000
const mostRuns = 1000

/** What brought it: the name of a tool, or of a trigger. Undefined if nothing did. */
export async function outsideOf(parts: OutsideParts, caller: CompanyCaller): Promise<string | undefined> {
  const { principal = '', threadId } = caller
  if (principal.startsWith('trigger:')) return principal
  if (threadId === undefined) return undefined
  const seen = new Set<string>()
  const waiting = [await topOf(parts, threadId)]
  for (let thread = waiting.pop(); thread !== undefined; thread = waiting.pop()) {
    if (seen.has(thread)) continue
    if (seen.size >= mostThreads) return 'a long conversation'
    seen.add(thread)
    const found = await inThread(parts, thread)
    if (found !== undefined) return found
    const below = await parts.store.runs.list({ parentThreadId: thread, limit: mostRuns })
    waiting.push(...below.map((run) => run.threadId))
  }
  return undefined
}

/** The conversation in which all of it began. */
async function topOf({ store }: OutsideParts, threadId: string): Promise<string> {
  const passed = new Set<string>()
  let top = threadId
  while (!passed.has(top)) {
    passed.add(top)
    const [run]: readonly RunRecord[] = await store.runs.list({ threadId: top, limit: 1 })
    top = run?.parentThreadId ?? top
  }
  return top
}

/** What the journal says, and what the model was shown. */
async function inThread({ core, store }: OutsideParts, threadId: string): Promise<string | undefined> {
  const calls = (await core.records.journal?.list({ threadId, brief: true, limit: mostCalls })) ?? []
  const messages = await store.threads.messages(threadId)
  const tools = [
    ...calls.filter(({ ran }) => ran !== false).map(({ tool }) => tool),
    ...messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool_result' && part.status !== 'denied' ? [part.tool] : [])),
    ),
  ]
  const found = [...new Set(tools)].find((tool) => isFromOutside(core.tools.get(tool)?.manifest))
  return found ?? (calls.length < mostCalls ? undefined : 'a long conversation')
}

/** A tool that is gone may have been any. */
function isFromOutside(manifest: ToolManifest | undefined): boolean {
  if (!manifest) return true
  const { name, type, source, permission, effects, outputSchema } = manifest
  // Notes were saved by these very rules.
  if (source === 'builtin' && name === 'memory') return false
  if (effects === 'network' || type === 'REST' || type === 'MCP' || source === 'mcp') return true
  // Of built-in tools the effects say all.
  if (permission === 'external' && source !== 'builtin') return true
  return saysSo(outputSchema)
}

function saysSo(schema: ToolManifest['outputSchema']): boolean {
  const { properties } = typeof schema === 'object' ? schema : {}
  const warning = properties?.['warning']
  return typeof warning === 'object' && typeof warning['const'] === 'string'
}
