export type { Bus, StreamWriter } from './bus.ts'
export type { Limits, LockRequest, PlaceLimits, Rate } from './limits.ts'
export { createMemoryEngine } from './memory/memory-engine.ts'
export { type Looking, lookAgain } from './look-again.ts'
