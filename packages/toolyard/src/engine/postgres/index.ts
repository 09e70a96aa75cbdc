export { createPostgresEngine } from './postgres-engine.ts'
