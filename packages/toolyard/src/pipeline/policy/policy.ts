/**
 * Whether a call may run: rules first (deny > ask > allow), then the mode.
 *
 * A policy is immutable; changing it makes a new one. `forTool` works out once what rules and mode can say of a tool,
 * so that a tool of which no rule speaks costs nothing per call. Every decision names the rule and the reason.
 *
 * @module
 */
import { relative } from 'node:path'
import type { Effects, Permission, ToolManifest } from '../../define/index.ts'
import { isSensitivePath, type Reach } from '../../host/index.ts'
import type { Shell } from './shell/index.ts'
import { toolAliases } from '../../tools/index.ts'
import { type CallFacts, closedPaths } from './closed-paths.ts'
import {
  type CommandReader,
  type Commands,
  type CommandVerdict,
  forbiddenBy,
  grantAll,
  objectionTo,
  offerOf,
  reachOf,
  readCommands,
  unkeptBy,
  verdictsOf,
} from './commands.ts'
import { checkPolicy, type PolicyMode, type PolicySpec } from './policy-spec.ts'
import { parseRule, type Rule, type RuleEffect, ruleIsFor, ruleMatches, type RuleSubject } from './rule.ts'

/** What decided: a rule, the mode, the tool itself, the application that brought it, a grant, a hook, … */
export type DecidedBy =
  | 'rule'
  | 'mode'
  | 'tool'
  | 'application'
  | 'sensitive file'
  | 'grant'
  | 'hook'
  | 'no sandbox'

interface Decided {
  readonly by: DecidedBy
  /** The rule's text, or `mode default`, `confirm`, … : what people are told. */
  readonly rule: string
  readonly reason: string
}

interface MayRun extends Decided {
  /** If the call runs commands: what the sandbox lets them do. */
  readonly reach?: Reach
}

export interface Allowed extends MayRun {
  readonly effect: 'allow'
}

export interface Asked extends MayRun {
  readonly effect: 'ask'
}

export interface Denied extends Decided {
  readonly effect: 'deny'
  readonly reach?: undefined
}

export type Decision = Allowed | Asked | Denied

/** As people and programs outside are told of it. */
export interface ToldDecision {
  readonly effect: RuleEffect
  readonly rule: string
  readonly reason: string
  readonly reach?: Reach
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
  /** The rule that a person may save to be asked no more about such a call; none where none is sensible. */
  offer(subject: PolicySubject): string | undefined
  /**
   * Which paths are closed to a call that names these resources: those that a rule denies, or asks about without having been
   * asked. A folder may be named whose rules say nothing, with files in it that others speak of.
   */
  closedTo(call: CallFacts, workspace: string): ((path: string) => boolean) | undefined
  /** Whether rules that a person has granted cover a call: each command of it, where it runs commands. */
  isGranted(rules: readonly Rule[], subject: PolicySubject): boolean
}

export interface Explanation {
  readonly decision: ToldDecision
  readonly considered: readonly {
    readonly rule: string
    readonly effect: RuleEffect
    readonly matched: boolean
    readonly reason?: string
  }[]
  /** Where the call runs commands: each of them, and what judged it. */
  readonly commands?: readonly CommandVerdict[]
  /** Where it asks: the rule that a person may save to be asked no more. */
  readonly offer?: string
}

export interface Policy {
  readonly mode: PolicyMode
  readonly rules: readonly Rule[]
  /** To be waited for before a call that runs commands is judged; nothing once that was done, or where it need not be. */
  readonly loadReader: (() => Promise<void>) | undefined
  forTool(manifest: ToolManifest): ToolPolicy
}

interface PolicyParts {
  /** Without it no rule looks into a command: such a rule then grants none. */
  readonly shell?: Shell | undefined
  /** Rules that follow from other settings; they speak of built-in tools alone. */
  readonly derived?: readonly Rule[] | undefined
}

export function toldDecision(decision: Decision): ToldDecision {
  const { effect, rule, reason, reach } = decision
  return { effect, rule, reason, ...(reach && { reach }) }
}

export function createPolicy(spec: PolicySpec = {}, { shell, derived = [] }: PolicyParts = {}): Policy {
  checkPolicy(spec)
  const { mode = 'default' } = spec
  const parse = (effect: RuleEffect): Rule[] => (spec[effect] ?? []).map((rule) => parseRule(rule, effect))
  const written = [...parse('deny'), ...parse('ask'), ...parse('allow')]
  const rules = [...written, ...derived]
  return {
    mode,
    rules,
    get loadReader() {
      return shell?.load
    },
    forTool: (manifest) => {
      const known = manifest.source === 'builtin' ? rules : written
      return toolPolicy({ manifest, mode, shell, rules: known.filter((rule) => speaksOf(rule, manifest)) })
    },
  }
}

/** A rule that forbids a built-in tool under a name that models know it by means the tool; none allows it so. */
export function speaksOf(rule: Rule, { name, source }: ToolManifest): boolean {
  if (ruleIsFor(rule, name)) return true
  const { toolPattern, effect } = rule
  return source === 'builtin' && effect !== 'allow' && Object.hasOwn(toolAliases, toolPattern)
    ? toolAliases[toolPattern] === name
    : false
}

/** Deny rules hide; what only the mode denies may still be allowed for some arguments. */
export function isHidden(policy: Policy, manifest: ToolManifest): boolean {
  const { constant } = policy.forTool(manifest)
  return constant?.effect === 'deny' && constant.by !== 'mode'
}

/** Whether some rule speaks of what calls touch, and so perhaps of commands. */
export function speaksOfResources({ rules }: Policy): boolean {
  return rules.some(({ specifier, parameter }) => specifier !== undefined && !parameter)
}

interface ToolPolicyFacts extends CommandReader {
  readonly mode: PolicyMode
}

function toolPolicy(facts: ToolPolicyFacts): ToolPolicy {
  const { manifest, rules } = facts
  const ranked = rank(facts)
  // Commands are always read: what the sandbox lets them do depends on their words.
  const varies = rules.some((rule) => rule.specifier !== undefined) || manifest.tags.includes('sandbox')
  const fixed: PolicySubject = {
    input: undefined,
    resources: undefined,
    workspace: '',
    permission: manifest.permission,
    effects: manifest.effects,
  }
  return {
    constant: varies ? denyAll(ranked.denies) : decide(ranked, fixed, undefined),
    decide: (subject) => decide(ranked, subject, readCommands(facts, subject)),
    explain(subject) {
      const commands = readCommands(facts, subject)
      const decision = decide(ranked, subject, commands)
      const verdicts = commands && verdictsOf(commands, toldDecision(fallback(ranked, subject, commands)))
      const offer = commands && decision.effect === 'ask' ? offerOf(commands) : undefined
      return {
        decision: toldDecision(decision),
        considered: rules.map((rule) => ({
          rule: rule.rule,
          effect: rule.effect,
          matched:
            matches(rule, subject, commands) ||
            Boolean(verdicts?.some((verdict) => verdict.rule === rule.rule)),
          ...(rule.reason && { reason: rule.reason }),
        })),
        ...(verdicts && { commands: verdicts }),
        ...(offer !== undefined && { offer }),
      }
    },
    offer(subject) {
      const commands = readCommands(facts, subject)
      return commands && offerOf(commands)
    },
    closedTo: (call, workspace) => closedPaths(rules, call, workspace),
    isGranted(granted, subject) {
      const commands = readCommands({ ...facts, rules: granted }, subject)
      if (!commands) return granted.some((rule) => ruleMatches(rule, subject))
      const forbidding = readCommands(facts, subject)
      return grantAll(commands) !== undefined && !(forbidding && unkeptBy(forbidding))
    },
  }
}

/** The rules of a tool by what they say. */
interface Ranked extends ToolPolicyFacts {
  readonly denies: readonly Judged[]
  readonly asks: readonly Judged[]
  readonly allows: readonly Judged[]
  readonly confirmed: Decision | undefined
}

function rank(facts: ToolPolicyFacts): Ranked {
  const byEffect = (effect: RuleEffect): Judged[] =>
    facts.rules.filter((rule) => rule.effect === effect).map(judged)
  return {
    ...facts,
    denies: byEffect('deny'),
    asks: byEffect('ask'),
    allows: byEffect('allow'),
    confirmed: confirmation(facts.manifest, facts.mode),
  }
}

/** With what the sandbox is told: files that a person, a rule or the mode lets be read by their names are opened. */
function decide(ranked: Ranked, subject: PolicySubject, commands: Commands | undefined): Decision {
  const decision = judge(ranked, subject, commands)
  if (!commands || decision.effect === 'deny') return decision
  const isNamed = decision.effect === 'ask' || ranked.mode === 'bypass' || grantAll(commands) !== undefined
  return { ...decision, reach: reachOf(commands, isNamed) }
}

function judge(ranked: Ranked, subject: PolicySubject, commands: Commands | undefined): Decision {
  const said =
    find(ranked.denies, subject, commands) ?? find(ranked.asks, subject, commands) ?? ranked.confirmed
  if (said) return said
  const secret = secretOf(ranked, subject)
  if (secret) return secret
  const granted = commands && grantAll(commands)
  const decision: Decision = granted ? { by: 'rule', ...granted } : fallback(ranked, subject, commands)
  return decision.effect === 'deny' ? decision : (unkept(ranked, commands) ?? decision)
}

/** A rule that forbids is kept even where it can't be told whether it does: nothing runs by it that nobody looked at. */
function unkept({ mode }: Ranked, commands: Commands | undefined): Decision | undefined {
  const found = commands && unkeptBy(commands)
  if (!found) return undefined
  const effect = mode === 'bypass' ? found.rule.effect : 'ask'
  return { by: 'rule', effect, rule: found.rule.rule, reason: found.reason }
}

/** A file that is likely to hold secrets asks, unless a rule allows it by its name; that all files may be read does not count. */
function secretOf({ mode, allows }: Ranked, subject: PolicySubject): Decision | undefined {
  const secret = mode === 'bypass' ? undefined : subject.resources?.find(({ sensitive }) => sensitive)
  if (!secret) return undefined
  const named = allows.filter(({ rule }) => isSensitivePath(rule.specifier ?? ''))
  return (
    find(named, subject, undefined) ?? {
      by: 'sensitive file',
      effect: 'ask',
      rule: 'sensitive file',
      reason: `"${relative(subject.workspace, secret.id)}" may hold secrets`,
    }
  )
}

/** Where no rule on commands decides: a rule on the whole tool, or the mode. */
function fallback(ranked: Ranked, subject: PolicySubject, commands: Commands | undefined): Decision {
  const decision = find(ranked.allows, subject, commands) ?? byMode(ranked.manifest, ranked.mode, subject)
  if (!commands || decision.effect === 'allow') return decision
  const objection = objectionTo(commands)
  return objection === undefined ? decision : { ...decision, reason: `${objection} (${decision.reason})` }
}

function matches(rule: Rule, subject: PolicySubject, commands: Commands | undefined): boolean {
  return ruleMatches(rule, subject) || (commands !== undefined && forbiddenBy(commands, rule) !== undefined)
}

/** A rule and the decision that it stands for, made once. */
interface Judged {
  readonly rule: Rule
  readonly decision: Decision
}

function judged(rule: Rule): Judged {
  const { effect, reason = `a rule says ${effect}` } = rule
  return { rule, decision: Object.freeze({ by: 'rule', effect, rule: rule.rule, reason }) }
}

function find(
  candidates: readonly Judged[],
  subject: PolicySubject,
  commands: Commands | undefined,
): Decision | undefined {
  for (const { rule, decision } of candidates) {
    const command = commands && forbiddenBy(commands, rule)
    if (command !== undefined) return { ...decision, reason: `"${command}": ${decision.reason}` }
    if (ruleMatches(rule, subject)) return decision
  }
  return undefined
}

/** A deny rule without brackets ends the matter, whatever else is said. */
function denyAll(denies: readonly Judged[]): Decision | undefined {
  return denies.find(({ rule }) => rule.specifier === undefined)?.decision
}

function confirmation(manifest: ToolManifest, mode: PolicyMode): Decision | undefined {
  if (!manifest.confirm || mode === 'bypass') return undefined
  return {
    by: 'tool',
    effect: 'ask',
    rule: 'confirm',
    reason: 'the tool asks for confirmation of every call',
  }
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
      by: 'application',
      effect: 'allow',
      rule: 'application tool',
      reason: 'tools of the application run without asking',
    }
  return {
    by: 'mode',
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
