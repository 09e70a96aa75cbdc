export type { CommandLine, SimpleCommand } from './command-line.ts'
export { createLazyShell } from './lazy-shell.ts'
export type { Shell } from './shell.ts'
