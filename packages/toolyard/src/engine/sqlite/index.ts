export { createSqliteEngine } from './sqlite-engine.ts'
