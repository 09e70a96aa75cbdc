export type { Bus, StreamWriter } from './bus.ts'
export type { Limits, LockRequest, PlaceLimits, Rate } from './limits.ts'
export { createMemoryEngine } from './memory/memory-engine.ts'
export { type RepeatedLook, lookAgain } from './look-again.ts'
