export type { CommandLine, SimpleCommand } from './command-line.ts'
export { createLazyShell } from './lazy-shell.ts'
export {
  baseOf,
  exactText,
  exactWord,
  mayBe,
  mayBegin,
  mayName,
  type SeenWord,
} from './mentions/seen-word.ts'
export type { Mentions } from './mentions/mentions.ts'
export { isGitCommand } from './profiles/git-commands.ts'
export type { Shell } from './shell.ts'
