/** What every store must do. Adapter tests call these; third-party adapters can too. */
export { describeFullBoard } from './board-store.ts'
export { freshFile } from './fresh-file.ts'
export { boardPost, callRecord, facts, grantOf, idsOf, inboxItem, runningCall, toolEntry } from './samples.ts'
export { describeSqlStore } from './sql-store.ts'
export { describeStore, type OpensStore } from './store.ts'
