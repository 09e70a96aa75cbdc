/**
 * What the model of a run is told beside the prompt of its agent: what the workspace asks of agents, which skills there are.
 *
 * @module
 */
import type { ToolResource } from '../../define/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { RunAgent } from './runner.ts'

export interface BriefedRun {
  readonly agent: RunAgent
  readonly runId: string
  /** On whose behalf it works. */
  readonly principal: string
  /** Names of the agents above it. */
  readonly above: readonly string[]
  /** What was said in its thread. */
  readonly history: readonly ThreadMessage[]
}

export interface Briefing {
  /** Behind the agent's prompt, in this order. The same bytes while nothing has changed, so that what services have cached stays true. */
  readonly sections: readonly string[]
  /** What people are told once, when the run starts. */
  readonly notices: readonly string[]
  /** What there is to tell now that calls have touched these; asked between steps. */
  readonly after?: ((touched: readonly ToolResource[]) => Promise<BriefingNews>) | undefined
}

export interface BriefingNews {
  /** Messages for the model, each with who says it. */
  readonly messages: readonly { readonly from: string; readonly text: string }[]
  /** For people. */
  readonly notices: readonly string[]
}
