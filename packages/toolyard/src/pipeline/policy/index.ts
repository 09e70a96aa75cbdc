export {
  createPolicy,
  type Decision,
  type Explanation,
  type Policy,
  policyModes,
  type PolicyMode,
  type PolicySpec,
  type PolicySubject,
  type ToolPolicy,
} from './policy.ts'
export { matchGlob } from './glob.ts'
export {
  type Rule,
  type RuleEffect,
  ruleIsFor,
  ruleMatches,
  type RuleSpec,
  type RuleWithReason,
} from './rule.ts'
