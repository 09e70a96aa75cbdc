export { type Triggered, Triggers, type TriggerView } from './triggers.ts'
