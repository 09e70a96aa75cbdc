export { isRunner, isShell, isWrapper } from './runners.ts'
export type { Look } from './profile.ts'
export { profileOf } from './profile-of.ts'
