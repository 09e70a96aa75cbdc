/**
 * What the mode says of a call that no rule speaks of.
 *
 * @module
 */
import type { Effects, Permission, ToolManifest } from '../../define/index.ts'
import type { Decision, PolicySubject } from './decision.ts'
import type { PolicyMode } from './policy-spec.ts'
import type { RuleEffect } from './rule.ts'

/** What a call does, as far as the mode asks. */
export type Reaches = 'read' | 'edit' | 'database' | 'outside'

const table: Record<PolicyMode, Record<Reaches, RuleEffect>> = {
  default: { read: 'allow', edit: 'ask', database: 'ask', outside: 'ask' },
  'read-only': { read: 'allow', edit: 'deny', database: 'deny', outside: 'deny' },
  'accept-edits': { read: 'allow', edit: 'allow', database: 'ask', outside: 'ask' },
  bypass: { read: 'allow', edit: 'allow', database: 'allow', outside: 'allow' },
}

/** The table of SECURITY.md. What the application itself brought is trusted where others are asked about, not where all are refused. */
export function byMode(
  manifest: ToolManifest,
  mode: PolicyMode,
  { permission, effects }: PolicySubject,
): Decision {
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
    reason: `${does[row]}; ${says[effect]}`,
  }
}

const does: Readonly<Record<Reaches, string>> = {
  read: 'this tool only reads',
  edit: 'this tool changes local files or state',
  database: 'this tool changes a database',
  outside: 'this tool reaches the network or another system',
}
const says: Readonly<Record<RuleEffect, string>> = {
  allow: 'your settings let it run',
  ask: 'your settings ask first',
  deny: 'your settings do not allow it',
}

export function rowOf(permission: Permission, effects: Effects): Reaches {
  if (permission === 'external' || effects === 'network') return 'outside'
  if (effects === 'db_write') return 'database'
  return permission === 'read' ? 'read' : 'edit'
}
