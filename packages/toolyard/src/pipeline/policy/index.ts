export { rowOf } from './by-mode.ts'
export { siteOf } from './url-patterns.ts'
export {
  type Allowed,
  type Asked,
  type Decision,
  type Denied,
  type PolicySubject,
  type ToldDecision,
  toldDecision,
} from './decision.ts'
export {
  createPolicy,
  type Explanation,
  isHidden,
  type Policy,
  speaksOf,
  speaksOfResources,
  type ToolPolicy,
} from './policy.ts'
export { type PolicyGroup, policyGroups } from './policy-groups.ts'
export { type PolicyMode, policyModes, type PolicySpec } from './policy-spec.ts'
export { matchesResource, parseRule, type Rule, ruleFor, type RuleSpec } from './rule.ts'
