export { siteOf } from './url-patterns.ts'
export {
  createPolicy,
  type Allowed,
  type Asked,
  type Decision,
  type Denied,
  type Explanation,
  isHidden,
  type Policy,
  type PolicySubject,
  speaksOf,
  speaksOfResources,
  toldDecision,
  type ToolPolicy,
} from './policy.ts'
export { type PolicyMode, policyModes, type PolicySpec } from './policy-spec.ts'
export { matchesResource, parseRule, type Rule, ruleFor, type RuleSpec } from './rule.ts'
