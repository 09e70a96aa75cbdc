/**
 * Paths that rules close to a call which names something else: a folder above them, or a command.
 *
 * @module
 */
import type { ToolResource } from '../../define/index.ts'
import { matchesResource, type Rule } from './rule.ts'

/** What is known of a call that is about to run. */
export interface CallFacts {
  readonly resources: readonly ToolResource[]
  /** A person was shown the call and said yes. */
  readonly wasAsked: boolean
}

/** Undefined if no rule closes any. */
export function closedPaths(
  rules: readonly Rule[],
  call: CallFacts,
  workspace: string,
): ((path: string) => boolean) | undefined {
  const closing = rules.filter((rule) => closesPaths(rule, call, workspace))
  if (closing.length === 0) return undefined
  return (path) =>
    closing.some((rule) => matchesResource(rule, { kind: 'path', id: path, access: 'read' }, workspace))
}

/**
 * Whether paths are closed to the call by the rule. A rule for tools that run commands speaks of their words; one for all
 * tools speaks of paths, and a person who was shown the command was asked about them.
 */
function closesPaths(rule: Rule, { resources, wasAsked }: CallFacts, workspace: string): boolean {
  if (rule.effect === 'allow' || rule.specifier === undefined || rule.parameter) return false
  const isCommand = resources.some(({ kind }) => kind === 'command')
  if (isCommand && !rule.toolPattern.includes('*')) return false
  if (rule.effect === 'deny') return true
  return isCommand ? !wasAsked : !resources.some((resource) => matchesResource(rule, resource, workspace))
}
