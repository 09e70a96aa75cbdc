export { type CommandOutcome, type CommandRequest, runCommand } from './run-command.ts'
