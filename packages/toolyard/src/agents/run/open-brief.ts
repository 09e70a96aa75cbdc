/**
 * The briefing of one run while it goes on: its prompt, and what comes in between steps because of what calls touched.
 *
 * @module
 */
import type { ToolResource } from '../../define/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { Agent } from '../bound-tools.ts'
import type { LiveRun } from './live-run.ts'
import type { RunGround } from './run-ground.ts'
import { startContext } from './run-moments.ts'

export interface OpenBrief {
  /** The agent's own, and what stands behind it. */
  readonly prompt: string
  /** Tells those who follow the run what they should know. */
  tellNotices(): void
  readonly touched: (resources: readonly ToolResource[]) => void
  /** What is to be told because of what was touched since it was last asked. */
  arrived(): Promise<readonly ThreadMessage[]>
}

interface BriefFacts {
  readonly agent: Agent
  readonly model: string
  readonly history: readonly ThreadMessage[]
}

export async function openBrief(
  ground: RunGround,
  live: LiveRun,
  { agent, model, history }: BriefFacts,
): Promise<OpenBrief> {
  const { brief, ids, clock } = ground
  const { id, name, prompt, settings } = agent
  const briefing = await brief({
    agent: { id, name, prompt, settings },
    runId: live.id,
    principal: live.record.principal ?? 'local',
    above: live.above,
    history,
  })
  const added = await startContext(ground, live.record, { model, history })
  const tell = (notices: readonly string[]): void => {
    for (const text of notices) live.feed.push({ type: 'notice', text })
  }
  const touched: ToolResource[] = []
  return {
    prompt: [prompt, ...briefing.sections, added].filter((text) => text !== '').join('\n\n'),
    tellNotices: () => tell(briefing.notices),
    touched: (resources) => void touched.push(...resources),
    async arrived() {
      if (!briefing.after || touched.length === 0) return []
      const { messages, notices } = await briefing.after(touched.splice(0))
      tell(notices)
      return messages.map(({ from, text }) => ({
        id: ids.next('msg'),
        role: 'user' as const,
        parts: [{ type: 'text' as const, text }],
        from,
        runId: live.id,
        at: clock.wall(),
      }))
    },
  }
}
