/**
 * What is decided about a call, by what, and what it is decided on.
 *
 * @module
 */
import type { Effects, Permission } from '../../define/index.ts'
import type { Reach } from '../../host/index.ts'
import type { RuleEffect, RuleSubject } from './rule.ts'

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

export function toldDecision(decision: Decision): ToldDecision {
  const { effect, rule, reason, reach } = decision
  return { effect, rule, reason, ...(reach && { reach }) }
}
