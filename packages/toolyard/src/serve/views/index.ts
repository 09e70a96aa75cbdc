export { CallWatch } from './call-watch.ts'
export type { LineOfDiff } from './line-diff.ts'
export { requestDiff } from './request-diff.ts'
