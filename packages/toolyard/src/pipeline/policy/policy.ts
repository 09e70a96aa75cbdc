/**
 * Whether a call may run: rules first (deny > ask > allow), then the mode.
 *
 * A policy is immutable; changing it makes a new one. `forTool` works out once what rules and mode can say of a tool,
 * so that a tool of which no rule speaks costs nothing per call. Every decision names the rule and the reason.
 *
 * @module
 */
import type { Effects, Permission, ToolManifest } from '../../define/index.ts'
import { checkPolicy, type PolicyMode, type PolicySpec } from './policy-spec.ts'
import { parseRule, type Rule, type RuleEffect, ruleIsFor, ruleMatches, type RuleSubject } from './rule.ts'

export interface Decision {
  readonly effect: RuleEffect
  /** The rule's text, or `mode default`, `confirm`, … : what decided. */
  readonly rule: string
  readonly reason: string
}

export interface PolicySubject extends RuleSubject {
  readonly permission: Permission
  readonly effects: Effects
}

/** What the policy says of one tool. */
export interface ToolPolicy {
  /** The answer where it is the same for every call. */
  readonly constant: Decision | undefined
  decide(subject: PolicySubject): Decision
  /** Every rule that speaks of the tool, and whether it matched. */
  explain(subject: PolicySubject): Explanation
}

export interface Explanation {
  readonly decision: Decision
  readonly considered: readonly {
    readonly rule: string
    readonly effect: RuleEffect
    readonly matched: boolean
    readonly reason?: string
  }[]
}

export interface Policy {
  readonly mode: PolicyMode
  readonly rules: readonly Rule[]
  forTool(manifest: ToolManifest): ToolPolicy
}

export function createPolicy(spec: PolicySpec = {}): Policy {
  checkPolicy(spec)
  const { mode = 'default' } = spec
  const parse = (effect: RuleEffect): Rule[] => (spec[effect] ?? []).map((rule) => parseRule(rule, effect))
  const rules = [...parse('deny'), ...parse('ask'), ...parse('allow')]
  return {
    mode,
    rules,
    forTool: (manifest) =>
      toolPolicy(
        manifest,
        mode,
        rules.filter((rule) => ruleIsFor(rule, manifest.name)),
      ),
  }
}

function toolPolicy(manifest: ToolManifest, mode: PolicyMode, rules: readonly Rule[]): ToolPolicy {
  const byEffect = (effect: RuleEffect): Judged[] =>
    rules.filter((rule) => rule.effect === effect).map(judged)
  const [denies, asks, allows] = [byEffect('deny'), byEffect('ask'), byEffect('allow')]
  const confirmed = confirmation(manifest, mode)
  const decide = (subject: PolicySubject): Decision =>
    find(denies, subject) ??
    find(asks, subject) ??
    confirmed ??
    find(allows, subject) ??
    byMode(manifest, mode, subject)
  const varies = rules.some((rule) => rule.specifier !== undefined)
  const fixed: PolicySubject = {
    input: undefined,
    resources: undefined,
    workspace: '',
    permission: manifest.permission,
    effects: manifest.effects,
  }
  return {
    constant: varies ? denyAll(denies) : decide(fixed),
    decide,
    explain: (subject) => ({
      decision: decide(subject),
      considered: rules.map((rule) => ({
        rule: rule.rule,
        effect: rule.effect,
        matched: ruleMatches(rule, subject),
        ...(rule.reason && { reason: rule.reason }),
      })),
    }),
  }
}

/** A rule and the decision that it stands for, made once. */
interface Judged {
  readonly rule: Rule
  readonly decision: Decision
}

function judged(rule: Rule): Judged {
  const { effect, reason = `a rule says ${effect}` } = rule
  return { rule, decision: Object.freeze({ effect, rule: rule.rule, reason }) }
}

function find(candidates: readonly Judged[], subject: PolicySubject): Decision | undefined {
  for (const { rule, decision } of candidates) if (ruleMatches(rule, subject)) return decision
  return undefined
}

/** A deny rule without brackets ends the matter, whatever else is said. */
function denyAll(denies: readonly Judged[]): Decision | undefined {
  return denies.find(({ rule }) => rule.specifier === undefined)?.decision
}

function confirmation(manifest: ToolManifest, mode: PolicyMode): Decision | undefined {
  if (!manifest.confirm || mode === 'bypass') return undefined
  return { effect: 'ask', rule: 'confirm', reason: 'the tool asks for confirmation of every call' }
}

const table: Record<PolicyMode, Record<'read' | 'edit' | 'database' | 'outside', RuleEffect>> = {
  default: { read: 'allow', edit: 'ask', database: 'ask', outside: 'ask' },
  'read-only': { read: 'allow', edit: 'deny', database: 'deny', outside: 'deny' },
  'accept-edits': { read: 'allow', edit: 'allow', database: 'ask', outside: 'ask' },
  bypass: { read: 'allow', edit: 'allow', database: 'allow', outside: 'allow' },
}

/** The table of SECURITY.md. What the application itself brought is trusted where others are asked about, not where all are refused. */
function byMode(manifest: ToolManifest, mode: PolicyMode, { permission, effects }: PolicySubject): Decision {
  const row = rowOf(permission, effects)
  const effect = table[mode][row]
  if (effect === 'ask' && manifest.source === 'app')
    return {
      effect: 'allow',
      rule: 'application tool',
      reason: 'tools of the application run without asking',
    }
  return {
    effect,
    rule: `mode ${mode}`,
    reason: `mode "${mode}" says ${effect} for ${permission} calls with effects "${effects}"`,
  }
}

function rowOf(permission: Permission, effects: Effects): 'read' | 'edit' | 'database' | 'outside' {
  if (permission === 'external' || effects === 'network') return 'outside'
  if (effects === 'db_write') return 'database'
  return permission === 'read' ? 'read' : 'edit'
}
