export { Concurrency, type ConcurrencyLimits } from './concurrency.ts'
export { KeyedLocks, type LockRequest } from './locks.ts'
export { LoopGuard, type LoopLimits } from './loop-guard.ts'
export { RateLimit } from './rate.ts'
