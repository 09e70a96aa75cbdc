export type { CommandLine, SimpleCommand } from './command-line.ts'
export { loadShell } from './load-shell.ts'
export type { Shell } from './shell.ts'
