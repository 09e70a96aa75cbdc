/**
 * The agents that the configuration names: made at the start where no agent has that name yet, and left alone afterwards.
 *
 * One that can't be made is a problem with a sentence, and never stops the start.
 *
 * @module
 */
import type { AgentDirectory, AgentSpec } from '../agents/index.ts'
import type { DiscoverProblem } from '../define/index.ts'
import { hintOf, messageOf } from '../kernel/index.ts'

interface Known {
  readonly directory: AgentDirectory
  /** Names and ids that are taken. */
  readonly isThere: (name: string) => Promise<boolean>
}

export async function makeFirstAgents(
  specs: readonly AgentSpec[],
  { directory, isThere }: Known,
): Promise<readonly DiscoverProblem[]> {
  const problems: DiscoverProblem[] = []
  for (const [index, spec] of specs.entries()) {
    const isMade = async (): Promise<boolean> => isThere(String((spec as Partial<AgentSpec> | null)?.name))
    try {
      if (!(await isMade())) await directory.create(spec)
    } catch (error) {
      // Another process may have made it meanwhile.
      if (await isMade().catch(() => false)) continue
      const hint = hintOf(error)
      const file = `agents.create[${index}]`
      problems.push({ file, reason: messageOf(error), ...(hint !== undefined && { hint }) })
    }
  }
  return problems
}
