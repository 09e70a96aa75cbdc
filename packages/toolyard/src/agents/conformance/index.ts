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
export type { OpenedRunner, OpensRunner, SaidTurn } from './opens-runner.ts'
export { describeRunner, describeRunnerEnds } from './runner.ts'
