export { type MigrationNote, planMigration, type PlannedFile } from './plan-migration.ts'
