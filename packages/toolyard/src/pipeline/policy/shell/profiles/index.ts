export { isRunner, isShell, isWrapper, runnerNames, runsCode } from './runners.ts'
export type { Look } from './profile.ts'
export { profileOf } from './profile-of.ts'
