export type { CallFilter, CallJournal, CallRecord } from './calls.ts'
export { createMemoryCalls } from './memory/memory-calls.ts'
export { createMemoryResults } from './memory/memory-results.ts'
export type { ResultStore } from './results.ts'
