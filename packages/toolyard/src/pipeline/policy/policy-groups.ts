/**
 * What a policy says of tools, in groups of which the same is true. It is asked for every tool, by the code that decides about calls.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import { type Reaches, rowOf } from './by-mode.ts'
import type { Decision } from './decision.ts'
import type { Policy } from './policy.ts'
import type { RuleEffect } from './rule.ts'

export interface PolicyGroup {
  /** Whether the application itself brought the tools. */
  readonly isOwn: boolean
  readonly reaches: Reaches
  /** `varies`: it depends on the arguments, such as a path or a command. */
  readonly effect: RuleEffect | 'varies'
  /** What decides: the mode, a rule, the tool itself, …; absent if it varies. */
  readonly by?: Decision['by'] | undefined
  /** The rule, if one decides. */
  readonly rule?: string | undefined
  /** Names of the tools. */
  readonly tools: readonly string[]
}

const order: readonly Reaches[] = ['read', 'edit', 'database', 'outside']

export function policyGroups(policy: Policy, manifests: readonly ToolManifest[]): readonly PolicyGroup[] {
  const groups = Map.groupBy(
    manifests.map((manifest) => factsOf(policy, manifest)),
    ({ key }) => key,
  )
  return [...groups.values()]
    .map((members): PolicyGroup => {
      const { isOwn, reaches, effect, by, rule } = members[0] as (typeof members)[number]
      return { isOwn, reaches, effect, by, rule, tools: members.map(({ name }) => name).toSorted() }
    })
    .toSorted(
      (left, right) =>
        Number(left.isOwn) - Number(right.isOwn) ||
        order.indexOf(left.reaches) - order.indexOf(right.reaches),
    )
}

function factsOf(policy: Policy, manifest: ToolManifest) {
  const { constant } = policy.forTool(manifest)
  const { name, source, permission, effects } = manifest
  const facts = {
    isOwn: source === 'app',
    reaches: rowOf(permission, effects),
    effect: constant?.effect ?? ('varies' as const),
    by: constant?.by,
    rule: constant?.by === 'rule' ? constant.rule : undefined,
  }
  return { ...facts, name, key: JSON.stringify(facts) }
}
