export { fillCommand } from './command-template.ts'
export { fixedWords, isOwn } from './find-command.ts'
export { isManifest } from './manifest-name.ts'
export { readProgram } from './read-program.ts'
