/**
 * Whether a call may run: rules first (deny > ask > allow), then the mode.
 *
 * A policy is immutable; changing it makes a new one. `forTool` works out once what rules and mode can say of a tool,
 * so that a tool of which no rule speaks costs nothing per call. Every decision names the rule and the reason.
 *
 * @module
 */
import { relative } from 'node:path'
import type { ToolManifest } from '../../define/index.ts'
import { isSensitivePath } from '../../host/index.ts'
import type { Shell } from './shell/index.ts'
import { ruledAs, toolAliases } from '../../tools/index.ts'
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
import { byMode } from './by-mode.ts'
import { type Decision, type PolicySubject, type ToldDecision, toldDecision } from './decision.ts'
import { checkPolicy, type PolicyMode, type PolicySpec, stricterMode } from './policy-spec.ts'
import { parseRule, type Rule, type RuleEffect, ruleIsFor, ruleMatches } from './rule.ts'

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
  /** The same rules in the stricter one of two modes; itself if that is its own. */
  within(mode: string): Policy
  /** With one more rule. Throws `invalid_config` if it can't be read. */
  adding(effect: RuleEffect, rule: string): Policy
}

interface PolicyParts {
  /** Without it no rule looks into a command: such a rule then grants none. */
  readonly shell?: Shell | undefined
  /** Rules that follow from other settings; they speak of built-in tools alone, and count nothing where nothing may be changed. */
  readonly derived?: readonly Rule[] | undefined
}

export function createPolicy(spec: PolicySpec = {}, parts: PolicyParts = {}): Policy {
  checkPolicy(spec)
  const { shell, derived = [] } = parts
  const { mode = 'default' } = spec
  const parse = (effect: RuleEffect): Rule[] => (spec[effect] ?? []).map((rule) => parseRule(rule, effect))
  const written = [...parse('deny'), ...parse('ask'), ...parse('allow')]
  const rules = mode === 'read-only' ? written : [...written, ...derived]
  const policy: Policy = {
    mode,
    rules,
    get loadReader() {
      return shell?.load
    },
    forTool: (manifest) => {
      const known = manifest.source === 'builtin' ? rules : written
      return toolPolicy({ manifest, mode, shell, rules: known.filter((rule) => speaksOf(rule, manifest)) })
    },
    within(other) {
      const stricter = stricterMode(mode, other)
      return stricter === mode ? policy : createPolicy({ ...spec, mode: stricter }, parts)
    },
    adding: (effect, rule) => createPolicy({ ...spec, [effect]: [...(spec[effect] ?? []), rule] }, parts),
  }
  return policy
}

/**
 * A rule that forbids a built-in tool under a name that models know it by means the tool; none allows it so. What rules say of
 * `write_file` they say of the other tools that write a file whole.
 */
export function speaksOf(rule: Rule, { name, source }: Pick<ToolManifest, 'name' | 'source'>): boolean {
  if (ruleIsFor(rule, name)) return true
  if (source !== 'builtin') return false
  const { toolPattern, effect } = rule
  if (effect !== 'allow' && Object.hasOwn(toolAliases, toolPattern) && toolAliases[toolPattern] === name)
    return true
  const kin = Object.hasOwn(ruledAs, name) ? ruledAs[name] : undefined
  return kin !== undefined && speaksOf(rule, { name: kin, source })
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

/** A rule that forbids is kept even where it can't be told whether it does: nothing runs by it that no one looked at. */
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
