export { LoopGuard, type LoopLimits, repeatNote, withoutRepeatNote } from './loop-guard.ts'
