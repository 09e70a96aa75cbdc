export { LoopGuard, type LoopLimits } from './loop-guard.ts'
