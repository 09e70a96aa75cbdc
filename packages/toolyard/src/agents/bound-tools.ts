/**
 * The tools of agents: bindings by id, and how each stands now.
 *
 * @module
 */
import { nearest, ToolyardError } from '../kernel/index.ts'
import type {
  AgentBinding,
  AgentRecord,
  CatalogueOverview,
  CatalogueTool,
  ToolState,
} from '../store/index.ts'

/** One tool of an agent, as it stands now. */
export interface BoundTool {
  readonly id: string
  readonly name: string
  /** `changed`: the agent is bound to another version. */
  readonly state: ToolState | 'disabled' | 'changed'
  readonly pinned?: string | undefined
}

export interface Agent extends Omit<AgentRecord, 'tools'> {
  readonly toolIds: readonly string[]
  readonly tools: readonly BoundTool[]
}

export function agentOf({ tools, ...facts }: AgentRecord, overview: CatalogueOverview): Agent {
  const known = new Map(overview.tools.map((tool) => [tool.id, tool]))
  return {
    ...facts,
    toolIds: tools.map(({ toolId }) => toolId),
    tools: tools.map((binding) => boundTool(binding, known.get(binding.toolId))),
  }
}

function boundTool({ toolId, pinned }: AgentBinding, tool: CatalogueTool | undefined): BoundTool {
  if (!tool) return { id: toolId, name: toolId, state: 'removed' }
  const state = tool.enabled ? tool.state : 'disabled'
  const isOther = state === 'active' && pinned !== undefined && pinned !== tool.fingerprint
  return {
    id: toolId,
    name: tool.name,
    state: isOther ? 'changed' : state,
    ...(pinned !== undefined && { pinned }),
  }
}

interface BindingContext {
  readonly overview: CatalogueOverview
  readonly pinned: boolean
  readonly agent: string
}

/** Every id or name once, and of a tool that is in the catalogue. */
export function bindings(
  wanted: readonly string[],
  { overview, pinned, agent }: BindingContext,
): AgentBinding[] {
  const byId = new Map(overview.tools.map((tool) => [tool.id, tool]))
  const byName = new Map(overview.tools.map((tool) => [tool.name, tool]))
  const taken = new Map<string, AgentBinding>()
  for (const name of wanted) {
    const tool = byId.get(name) ?? byName.get(name)
    if (!tool) throw unknownTool(name, [...byName.keys()], agent)
    if (taken.has(tool.id))
      throw new ToolyardError('invalid_arguments', `agent "${agent}": tool "${tool.name}" is named twice`, {
        hint: 'Name every tool once.',
      })
    taken.set(tool.id, { toolId: tool.id, ...(pinned && { pinned: tool.fingerprint }) })
  }
  return [...taken.values()]
}

function unknownTool(name: string, names: readonly string[], agent: string): ToolyardError {
  const near = nearest(name, names)
  return new ToolyardError('tool_not_found', `agent "${agent}": there is no tool "${name}"`, {
    says: { key: 'toolNotFound', values: [name, near[0] ?? ''] },
    hint:
      near.length > 0
        ? `Did you mean ${near.map((other) => `"${other}"`).join(' or ')}?`
        : 'See what there is with "toolyard ls".',
  })
}
