export {
  eventsOf,
  harnessManifest,
  type HarnessOptions,
  type HarnessRun,
  prepareRun,
  textIn,
  unpaired,
  userMessage,
} from './run-harness.ts'
export { modelPrice, type OpenedRunner, type OpensRunner, type SaidTurn } from './opens-runner.ts'
export { describeRunner, describeRunnerEnds } from './runner.ts'
export { describeRunnerSummaries, summaryText } from './runner-summaries.ts'
export { describeRunnerUsage, type UsageOptions } from './runner-usage.ts'
