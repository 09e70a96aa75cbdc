/**
 * What `check` tells of triggers and remotes that can't work: a tool or an agent that is not there, a secret that is not set.
 *
 * @module
 */
import { referencesIn } from '../../../host/index.ts'
import { didYouMean } from '../../../kernel/index.ts'
import type { ToolService, LoadedConfig } from '../../../runtime/index.ts'
import type { CheckFinding } from './finding.ts'

export interface Surroundings {
  readonly config: LoadedConfig
  /** Names of the agents that are known; undefined if there is no database that could know others. */
  readonly agents: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

export function triggerFindings(
  { registry }: ToolService,
  { config, agents, environment }: Surroundings,
): CheckFinding[] {
  const { triggers = {}, remotes = {} } = config
  const known = [...agents, ...(config.agents?.create ?? []).map(({ name }) => name)]
  const strays = Object.entries(triggers).flatMap(([name, { tool, agent }]): CheckFinding[] => {
    const subject = `trigger ${name}`
    if (tool !== undefined && !registry.entry(tool))
      return [{ level: 'error', subject, message: noSuch('tool', tool, registry.toolNames) }]
    if (agent !== undefined && !known.includes(agent))
      return [{ level: 'warning', subject, message: noSuch('agent', agent, known) }]
    return []
  })
  const unset = [
    ...Object.entries(triggers).map(([name, { secret }]) => [`trigger ${name}`, secret] as const),
    ...Object.entries(remotes).map(([name, { secret }]) => [`remote ${name}`, secret] as const),
  ].flatMap(([subject, secret]) =>
    referencesIn(secret)
      .filter((variable) => !environment[variable])
      .map((variable): CheckFinding => ({
        level: 'warning',
        subject,
        message: `the environment variable ${variable} with its secret is not set here`,
      })),
  )
  return [...strays, ...unset]
}

function noSuch(kind: string, name: string, names: readonly string[]): string {
  return `there is no ${kind} named "${name}".${didYouMean(name, names)}`
}
