/**
 * Mistakes in a command line, told as all mistakes are told.
 *
 * @module
 */
import type { Command as Commander, CommanderError } from 'commander'
import { didYouMean, ToolyardError } from '../kernel/index.ts'

/** `help` with a word that is no command would show the help of everything, and not say why. */
export function refuseUnknownHelp(program: Commander, argv: readonly string[]): void {
  const [first, word] = argv.slice(2).filter((given) => !given.startsWith('-'))
  const names = program.commands.map((command) => command.name())
  if (first !== 'help' || word === undefined || names.includes(word) || word === 'help') return
  throw new ToolyardError('invalid_arguments', `unknown command '${word}'.${didYouMean(word, names)}`, {
    hint: `Commands: ${names.join(', ')}.`,
  })
}

/** Commander ends the process, or throws its own errors, where we want one of ours. */
export function throwMistakes(command: Commander, json: boolean): void {
  command.exitOverride((error) => {
    const isHelp = error.code === 'commander.help' || error.code === 'commander.helpDisplayed'
    throw error.exitCode === 0 || (isHelp && !json) ? error : mistake(error, command)
  })
  for (const inner of command.commands) throwMistakes(inner, json)
}

function mistake({ code, message }: CommanderError, command: Commander): ToolyardError {
  const names = command.commands.map((inner) => inner.name()).join(', ')
  if (code === 'commander.help')
    return new ToolyardError('invalid_arguments', 'a command is missing', { hint: `Commands: ${names}.` })
  const [said = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const option = /^unknown option '--([\w-]+)'/.exec(said)?.[1]
  const takesWords = command.registeredArguments.some(({ variadic }) => variadic) && command.name() !== 'ls'
  const hint =
    suggestion?.replaceAll(/^\(|\)$/g, '') ??
    (option !== undefined && takesWords ? `Parameters have no dashes: ${option}=VALUE.` : undefined) ??
    (code === 'commander.unknownCommand' ? `Commands: ${names}.` : undefined) ??
    `Run "${fullName(command)} --help" to see what it takes.`
  return new ToolyardError('invalid_arguments', said, { hint })
}

function fullName(command: Commander): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}
