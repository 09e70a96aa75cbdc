export { type CommandRequest, runCommand } from './proc/index.ts'
export { createRedactor, type Redactor } from './secrets/index.ts'
