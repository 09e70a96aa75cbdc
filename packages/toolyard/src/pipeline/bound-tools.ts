/**
 * The tools that a caller may use: those of its agent, and of them only those that every agent above it has too.
 *
 * @module
 */
import type { Refused } from './outcome.ts'
import type { AgentTools, CallRights, CompanyCaller } from './ports.ts'

/** Who is told a handle, or that messages were left out, may read them: what was his in the first place. */
export const companionTools: readonly string[] = ['read_result', 'read_thread']

/** Undefined if the caller is no agent; a refusal if it may not call at all. */
export function boundTools(
  rights: Pick<CallRights, 'toolsOf'>,
  { agent, run }: Pick<CompanyCaller, 'agent' | 'run'>,
): AgentTools | Refused | undefined {
  let tools = agent === undefined ? undefined : rights.toolsOf(agent)
  for (const name of run?.above ?? []) {
    if (tools?.kind === 'refused') return tools
    const above = rights.toolsOf(name)
    tools = tools && above?.kind === 'tools' ? both(tools, above) : (above ?? tools)
  }
  return tools
}

function both(own: AgentTools, above: AgentTools): AgentTools {
  const has = (tool: string): boolean => own.has(tool) && above.has(tool) && isOneVersion(tool)
  const isOneVersion = (tool: string): boolean => {
    const pins = [own.pinned(tool), above.pinned(tool)].filter((pin) => pin !== undefined)
    return new Set(pins).size < 2
  }
  return {
    kind: 'tools',
    agent: own.agent,
    names: own.names.filter(has),
    has,
    pinned: (tool) => own.pinned(tool) ?? above.pinned(tool),
  }
}
