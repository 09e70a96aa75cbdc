/**
 * `toolyard/testing`: for tests of tools, of agents, and of what others write for our ports. Every port with a conformance suite has its
 * line here.
 *
 * @module
 */
export {
  describeRunner,
  describeRunnerEnds,
  describeRunnerSummaries,
  describeRunnerUsage,
  modelPrice,
  type OpenedRunner,
  type OpensRunner,
  type SaidTurn,
  summaryText,
  type UsageOptions,
} from '../agents/conformance/index.ts'
export type { Script, ScriptCall, ScriptRule, ScriptTurn } from '../agents/models/scripted/index.ts'
export {
  describeEngine,
  type EngineSuiteOptions,
  type Fleet,
  type FleetLimits,
  type OpensFleet,
} from '../engine/conformance/index.ts'
export type { SuiteTest, TestRunner } from '../kernel/conformance/index.ts'
export { describeStore, type OpensStore } from '../store/conformance/index.ts'
export { callTool, type CallToolOptions } from './call-tool.ts'
export { scriptedRunner } from './scripted-runner.ts'
