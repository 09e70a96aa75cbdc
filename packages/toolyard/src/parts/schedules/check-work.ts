/**
 * Whether the tool or the agent of a new schedule is there. What goes away later fails when the schedule is due.
 *
 * @module
 */
import { nearest, ToolyardError } from '../../kernel/index.ts'
import { boundTools } from '../../pipeline/index.ts'
import type { ScheduledWork, ScheduleOwner } from '../../store/index.ts'
import type { PartSetup } from '../part.ts'

/** Throws `tool_not_found` or `agent_not_found`, with what may have been meant. */
export type CheckWork = (work: ScheduledWork, owner: ScheduleOwner) => Promise<void>

const shownNames = 20
const longestName = 100

export function checkWorkWith(setup: PartSetup): CheckWork {
  return async (work, owner) => {
    if ('tool' in work) return requireTool(setup, work.tool, owner)
    const agent = work.agent ?? owner.agent
    if (agent !== undefined) await setup.agents.find(agent)
  }
}

/** An agent is told of its own tools alone. */
async function requireTool(
  { core, store }: PartSetup,
  written: string,
  { agent }: ScheduleOwner,
): Promise<void> {
  const { rights } = core.people
  await rights.fresh(core.clock.now())
  const bound = boundTools(rights, { agent })
  if (bound?.kind === 'refused')
    throw new ToolyardError(bound.fault.code, bound.fault.message, { hint: bound.fault.hint })
  const name = core.tools.nameOf(written)
  const isOpen = bound?.has(name) ?? true
  if (isOpen && core.tools.get(name)) return
  // A command does not reach MCP servers; their tools are in the catalogue.
  const known = (await store.catalogue.overview()).tools.filter(({ state }) => state !== 'removed')
  const kept = known.map((tool) => tool.name)
  if (isOpen && kept.includes(name)) return
  throw unknownTool(written, bound?.names ?? [...new Set([...core.tools.snapshot().names, ...kept])], agent)
}

function unknownTool(name: string, names: readonly string[], agent: string | undefined): ToolyardError {
  const near = nearest(name, names)
  const has = agent === undefined ? 'there is no tool named' : `agent "${agent}" has no tool named`
  const some = `Tools: ${names.slice(0, shownNames).join(', ')}${names.length > shownNames ? ', …' : ''}.`
  return new ToolyardError('tool_not_found', `${has} "${name.slice(0, longestName)}"`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map((other) => `"${other}"`).join(' or ')}?`
        : names.length > 0
          ? some
          : 'There are no tools.',
  })
}
