export { CallWatch } from './call-watch.ts'
export type { DiffLine } from './line-diff.ts'
export { requestDiff } from './request-diff.ts'
