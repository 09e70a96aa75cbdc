/** What the tools around agents share: the port, and words for what another agent came to. */
import type { AgentAccess, SubRun, ToolContext } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

/** The longest that a call may wait for another agent. */
export const waitMs = 600_000

export function agentsOf({ services, tool }: Pick<ToolContext, 'services' | 'tool'>): AgentAccess {
  if (services.agents) return services.agents
  throw new ToolyardError('unavailable', `"${tool}" needs agents, and none can be run here`, {
    hint: 'Call it through a Toolyard that runs agents.',
  })
}

/** Its answer, or why there is none. */
export function answered({ agent, runId, status, text = '', error }: SubRun): string {
  if (status === 'done') return text
  throw new ToolyardError(
    status === 'stopped' ? 'cancelled' : 'tool_failed',
    `agent "${agent}" ${status === 'stopped' ? 'was stopped' : `did not finish: ${error ?? status}`} (run ${runId})`,
    { hint: text === '' ? 'Go on without its answer, or ask again.' : `It had said: ${text.slice(0, 2000)}` },
  )
}
