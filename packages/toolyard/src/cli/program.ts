/**
 * The command line: reads words by the descriptions of commands, shows their help, and runs the one that is named.
 *
 * @module
 */
import { Command as Commander, Option } from 'commander'
import { ToolyardError, version } from '../kernel/index.ts'
import type { Command, CommandContext, CommandGroup } from './command.ts'
import { commonFlags, type CommonFlags } from './common-flags.ts'
import type { Taken, Takes } from './takes.ts'
import type { ExitCode } from './terminal/terminal.ts'
import { refuseUnknownHelp, throwMistakes } from './usage-mistakes.ts'

export interface ProgramOptions extends Omit<CommandContext, 'flags'> {
  /** Whether mistakes are told in JSON. */
  readonly json: boolean
  /** What there is to run, in the order of the help. */
  readonly groups: readonly CommandGroup[]
}

type StartCommand = (command: Command, read: Commander) => Promise<void>

/** Answers a function that reads a command line, runs it, and gives its exit code; mistakes are thrown. */
export function buildProgram(options: ProgramOptions): (argv: readonly string[]) => Promise<ExitCode> {
  const { json, groups, ...shared } = options
  let exitCode: ExitCode = 0
  const start: StartCommand = async ({ run, takes = {} }, read) => {
    const context = { ...shared, flags: read.optsWithGlobals<CommonFlags>() }
    // The compiler has held what it takes against what its code wants.
    if (run) exitCode = await run(optionsOf(takes, read) as never, context)
  }
  const program = createRoot(options)
  program.addHelpCommand(helpIn(groups.find(({ hasHelp }) => hasHelp)?.title ?? 'Commands:'))
  for (const { title, commands } of groups) {
    // Each command stands in the group that was named last before it was added.
    program.commandsGroup(title)
    for (const command of commands) addCommand(program, command, start)
  }
  for (const command of program.commands)
    if (command.commands.length > 0) command.addHelpCommand(helpIn('Commands:'))
  throwMistakes(program, json)
  return async (argv) => {
    refuseUnknownHelp(program, argv)
    await program.parseAsync(argv)
    return exitCode
  }
}

/** Each command with commands has one of its own: an inherited one would bring the group of the first page along. */
function helpIn(group: string): Commander {
  return new Commander('help')
    .argument('[command]')
    .description('show the help of a command')
    .helpGroup(group)
}

function createRoot({ terminal, json }: ProgramOptions): Commander {
  const root = new Commander('toolyard')
    .description(
      'The tool runtime for AI agents: write a tool once, run every call of it through one pipeline.',
    )
    .version(version, '-V, --version', 'show the version')
    .configureOutput({
      writeOut: terminal.write,
      writeErr: (text) => (json ? undefined : terminal.note(text.trimEnd())),
      outputError: () => {},
    })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (text) => terminal.style('bold', text),
      styleCommandText: (text) => terminal.style('cyan', text),
      styleSubcommandTerm: (text) => terminal.style('cyan', text),
      styleOptionTerm: (text) => terminal.style('cyan', text),
      styleArgumentTerm: (text) => terminal.style('cyan', text),
    })
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', firstSteps)
  for (const [name, taken] of Object.entries(commonFlags)) addTaken(root, name, taken)
  return root
}

const firstSteps = `
Start with:
  toolyard init                         make a project
  toolyard trust                        let its code be loaded
  toolyard ls                           list the tools
  toolyard call count_words text="a b"  run a tool

Exit codes: 0 ok, 1 the tool failed, 2 a mistake in the command, 3 denied.
`

function addCommand(parent: Commander, command: Command, start: StartCommand): void {
  const read = parent.command(command.name).description(command.summary)
  for (const [name, taken] of Object.entries(command.takes ?? {})) addTaken(read, name, taken)
  read.addHelpText('after', helpBelow(command))
  if (command.run) read.action(() => start(command, read))
  for (const below of command.commands ?? []) addCommand(read, below, start)
}

function helpBelow({ examples = [], details }: Command): string {
  const lines = examples.map((line) => `\n  toolyard ${line}`)
  return [
    ...(lines.length > 0 ? [`\nExamples:${lines.join('')}\n`] : []),
    ...(details === undefined ? [] : [`\n${details}\n`]),
  ].join('')
}

function addTaken(read: Commander, name: string, taken: Taken): void {
  const { kind, spec, about, parse, otherwise, repeats } = taken
  if (kind === 'words') read.allowExcessArguments()
  if (kind !== 'flag') {
    if (spec === '') return
    if (parse) read.argument(spec, about, parse)
    else read.argument(spec, about, otherwise)
    return
  }
  const option = new Option(spec, about)
  if (!option.negate && option.attributeName() !== name)
    throw new ToolyardError('invalid_definition', `"${spec}" gives no option of the name "${name}"`, {
      hint: `Call it "${option.attributeName()}".`,
    })
  if (parse) option.argParser(parse)
  if (repeats) option.argParser((text, before: readonly string[]) => [...before, text]).default([])
  read.addOption(option)
}

/** What was given, under the names of what a command takes. What was not given is not there. */
function optionsOf(takes: Takes, read: Commander): Readonly<Record<string, unknown>> {
  const placed = Object.entries(takes).filter(([, { kind }]) => kind === 'argument')
  const values = placed.map(([name], index) => [name, read.processedArgs[index]] as const)
  const all = Object.entries(takes).flatMap(([name, { kind }]) =>
    kind === 'words' ? [[name, read.args] as const] : [],
  )
  // A flag that a command above it knows as well is taken there, wherever it stands.
  const flags = Object.entries(read.optsWithGlobals()).filter(([name]) => takes[name]?.kind === 'flag')
  return Object.fromEntries([...values, ...all, ...flags].filter(([, value]) => value !== undefined))
}
