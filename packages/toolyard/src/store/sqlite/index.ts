export { importSqlite, type ImportedRows } from './import-sqlite.ts'
