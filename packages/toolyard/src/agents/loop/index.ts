export { createLoopRunner } from './create-loop-runner.ts'
export type { RetrySettings } from './loop-parts.ts'
