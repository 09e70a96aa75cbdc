/**
 * What `check` tells of rules and agents that speak of no tool: a rule with a typo stops no call, and gives no agent a tool.
 *
 * @module
 */
import { didYouMean } from '../../../kernel/index.ts'
import { parseRule, type Rule, speaksOf } from '../../../pipeline/index.ts'
import type { ToolService, LoadedConfig } from '../../../runtime/index.ts'
import { withKnownStore } from '../../yard/known-store.ts'
import type { CheckFinding } from './finding.ts'

/** Rules that match no tool, or speak of a parameter that no tool of theirs has. */
export function strayRules({ registry }: ToolService, { policy = {} }: LoadedConfig): CheckFinding[] {
  const tools = registry.listAll()
  return (['deny', 'ask', 'allow'] as const).flatMap((effect) =>
    (policy[effect] ?? [])
      .map((spec) => parseRule(spec, effect))
      .flatMap((rule) => {
        const meant = tools.filter((manifest) => speaksOf(rule, manifest))
        const parameters = meant.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))
        const message =
          meant.length === 0
            ? strayName(rule, registry.toolNames)
            : strayParameter(rule, [...new Set(parameters)])
        return message === undefined
          ? []
          : [{ level: 'warning', subject: `rule ${rule.rule}`, message } as const]
      }),
  )
}

function strayName({ toolPattern, effect }: Rule, names: readonly string[]): string {
  if (!toolPattern.includes('*'))
    return `there is no tool named "${toolPattern}" for it to ${effect}.${didYouMean(toolPattern, names)}`
  return `no tool fits "${toolPattern}" for it to ${effect}.${didYouMean(toolPattern, patternsOf(names))}`
}

/** `github__*` and the like: the beginnings of names, with a star. */
function patternsOf(names: readonly string[]): string[] {
  const beginnings = names.flatMap((name) =>
    [...name.matchAll(/_+/g)].map(({ 0: line, index }) => name.slice(0, index + line.length)),
  )
  return [...new Set(beginnings)].map((beginning) => `${beginning}*`)
}

function strayParameter({ parameter, effect }: Rule, parameters: readonly string[]): string | undefined {
  if (!parameter || parameters.length === 0 || parameters.includes(parameter.name)) return undefined
  const { name } = parameter
  return `its tool has no parameter named "${name}" for it to ${effect}.${didYouMean(name, parameters)}`
}

/** Agents with the tools that they have, as the database knows them; none where there is no database yet. */
export interface KnownAgent {
  readonly name: string
  readonly tools: readonly string[]
}

export async function knownAgents(
  { installation: { workspace } }: ToolService,
  config: LoadedConfig,
): Promise<readonly KnownAgent[]> {
  const known = await withKnownStore({ config, workspace }, async ({ catalogue, agents }) => {
    const { tools } = await catalogue.overview()
    const nameOf = new Map(tools.map(({ id, name }) => [id, name]))
    return (await agents.list()).map(({ name, tools: bound }) => ({
      name,
      tools: bound.map(({ toolId }) => nameOf.get(toolId) ?? toolId),
    }))
  })
  return known ?? []
}

/** Tools that agents have and that are not there. */
export function strayBindings({ registry }: ToolService, agents: readonly KnownAgent[]): CheckFinding[] {
  return agents.flatMap(({ name: agent, tools }) =>
    tools
      .filter((name) => !registry.has(name))
      .map((name) => ({
        level: 'warning',
        subject: `agent ${agent}`,
        message: `it has "${name}", and there is no tool of that name.${didYouMean(name, registry.toolNames)}`,
      })),
  )
}
