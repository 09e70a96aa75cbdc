export { Triggers } from './triggers.ts'
