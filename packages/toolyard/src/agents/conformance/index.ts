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
export { describeRunner, type OpenedRunner, type OpensRunner, type SaidTurn } from './runner.ts'
