export { importSqlite, type ImportedRows } from './import-sqlite.ts'
export { type SameFile, sameFile } from './same-file.ts'
export { prepareFile } from './sqlite-database.ts'
export { isBusy, tellSqliteError } from './sqlite-errors.ts'
