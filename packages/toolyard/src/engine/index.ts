export type { Bus, StreamEvent, StreamState, StreamWriter } from './bus.ts'
export type { Engine } from './engine.ts'
export type { Inspection, JobFilter, JobView, QueueCounts } from './inspection.ts'
export type {
  Job,
  JobEnd,
  JobHandler,
  JobReturn,
  Jobs,
  JobState,
  JobWorker,
  RunningJob,
  WorkOptions,
} from './jobs.ts'
export type { Lease, Limits, LockRequest, PlaceLimits, Places, Rate } from './limits.ts'
export { createMemoryEngine, type MemoryEngine } from './memory/memory-engine.ts'
export { type Looking, lookAgain } from './look-again.ts'
