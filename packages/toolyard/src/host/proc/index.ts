export { type CommandRequest, runCommand } from './run-command.ts'
