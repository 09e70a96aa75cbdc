/**
 * A policy as people write it, and whether it is written right: a slip must not leave a door open.
 *
 * @module
 */
import { checkKeys, didYouMean, isPlainObject, tellValue, ToolyardError } from '../../kernel/index.ts'
import type { RuleEffect, RuleSpec } from './rule.ts'

export type PolicyMode = 'default' | 'read-only' | 'accept-edits' | 'bypass'
export const policyModes: readonly PolicyMode[] = ['default', 'read-only', 'accept-edits', 'bypass']

/** What allows least first. */
const byStrictness: readonly PolicyMode[] = ['read-only', 'default', 'accept-edits', 'bypass']

/** One that is not known allows least. */
export function stricterMode(own: PolicyMode, other: string): PolicyMode {
  const rank = Math.max(0, byStrictness.indexOf(other as PolicyMode))
  return byStrictness[Math.min(rank, byStrictness.indexOf(own))] ?? own
}

export interface PolicySpec {
  readonly mode?: PolicyMode | undefined
  readonly deny?: readonly RuleSpec[] | undefined
  readonly ask?: readonly RuleSpec[] | undefined
  readonly allow?: readonly RuleSpec[] | undefined
}

const effects: readonly RuleEffect[] = ['deny', 'ask', 'allow']

/** Throws `invalid_config`. What it lets pass may have come from anywhere. */
export function checkPolicy(spec: unknown): asserts spec is PolicySpec {
  if (!isPlainObject(spec))
    refuse(
      `policy must be an object, not ${tellValue(spec)}`,
      "Write policy: { mode: 'default', deny: ['bash'] }.",
    )
  checkKeys(spec, ['mode', ...effects], 'policy')
  const { mode } = spec
  if (mode !== undefined && !policyModes.includes(mode as PolicyMode))
    refuse(
      `policy.mode: ${tellValue(mode)} is not a policy mode.${typeof mode === 'string' ? didYouMean(mode, policyModes) : ''}`,
      `Modes: ${policyModes.join(', ')}.`,
    )
  for (const effect of effects) {
    const rules = spec[effect]
    if (rules === undefined) continue
    if (!Array.isArray(rules))
      refuse(
        `policy.${effect} must be a list of rules, not ${tellValue(rules)}`,
        `Write ${effect}: ['send_mail(to=*@example.com)'].`,
      )
    for (const [at, rule] of rules.entries()) checkRule(rule, `policy.${effect}[${at}]`)
  }
}

function checkRule(rule: unknown, place: string): void {
  if (typeof rule === 'string') return
  if (!isPlainObject(rule) || typeof rule['rule'] !== 'string')
    refuse(
      `${place} must be a rule, not ${tellValue(rule)}`,
      "Write 'bash', or { rule: 'bash', reason: 'not on this machine' }.",
    )
  checkKeys(rule, ['rule', 'reason', 'tests'], place)
  const { reason, tests } = rule
  if (reason !== undefined && typeof reason !== 'string')
    refuse(`${place}.reason must be a text, not ${tellValue(reason)}`, 'Say why in one sentence.')
  if (tests !== undefined && !(Array.isArray(tests) && tests.every(isRuleTest)))
    refuse(
      `${place}.tests must be a list of calls`,
      "Write tests: [{ tool: 'bash', input: { command: 'ls' }, matches: false }].",
    )
}

function isRuleTest(test: unknown): boolean {
  return (
    isPlainObject(test) &&
    typeof test['tool'] === 'string' &&
    isPlainObject(test['input']) &&
    typeof test['matches'] === 'boolean'
  )
}

function refuse(message: string, hint: string): never {
  throw new ToolyardError('invalid_config', message, { hint })
}
