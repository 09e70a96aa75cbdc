/**
 * The command line: commands, options, help. Each command's code is loaded when it is asked for.
 *
 * @module
 */
import { Command, type CommanderError } from 'commander'
import { dialectNames } from '../dialects/index.ts'
import { didYouMean, ToolyardError, version } from '../kernel/index.ts'
import { policyModes } from '../pipeline/index.ts'
import type { CommandContext, CommonFlags } from './command.ts'
import { addCalls } from './program-calls.ts'
import { addAgents, addCatalogue } from './program-catalogue.ts'
import { addMake } from './program-make.ts'
import { addMigrate } from './program-migrate.ts'
import { examples, type Start } from './program-parts.ts'
import { addServe } from './program-serve.ts'
import type { PolicyExplainOptions } from './commands/tools/explain-policy.ts'
import type { ExitCode } from './terminal/terminal.ts'

export interface ProgramOptions extends Omit<CommandContext, 'flags'> {
  /** Whether mistakes are told in JSON. */
  readonly json: boolean
}

const lastGroup = 'Servers and help:'

/** Answers a function that reads a command line, runs it, and gives its exit code; mistakes are thrown. */
export function buildProgram(options: ProgramOptions): (argv: readonly string[]) => Promise<ExitCode> {
  const { json, ...shared } = options
  const { terminal } = options
  let exitCode: ExitCode = 0
  const start: Start = async (command, load, own) => {
    const run = await load()
    exitCode = await run(own, { ...shared, flags: command.optsWithGlobals<CommonFlags>() })
  }
  const program = root()
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
    .addHelpCommand(helpIn(lastGroup))
  // Each command stands in the group that was named last before it was added.
  program.commandsGroup('Start a project:')
  addMake(program, start)
  addMigrate(program, start)
  program.commandsGroup('Look at tools and run them:')
  addLook(program, start)
  addRun(program, start)
  program.commandsGroup('Versions of tools:')
  addCatalogue(program, start)
  program.commandsGroup('Agents:')
  addAgents(program, start)
  program.commandsGroup('Calls, and what people are asked:')
  addCalls(program, start)
  program.commandsGroup(lastGroup)
  addServe(program, start)
  addServers(program, start)
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
function helpIn(group: string): Command {
  return new Command('help').argument('[command]').description('show the help of a command').helpGroup(group)
}

function root(): Command {
  return new Command('toolyard')
    .description(
      'The tool runtime for AI agents: write a tool once, run every call of it through one pipeline.',
    )
    .version(version, '-V, --version', 'show the version')
    .option(
      '--config <file>',
      'configuration to load (default: toolyard.config.ts from here upward, once trusted)',
    )
    .option(
      '--workspace <folder>',
      'folder that tools may work in (default: the folder of the configuration)',
    )
    .option('--agent <name>', 'agent on whose behalf to act')
    .option('--mode <mode>', `policy mode: ${policyModes.join(', ')}`)
    .option(
      '--approvals <what>',
      'where a call needs a person and nobody is at the terminal: wait, pending or deny (default: deny)',
    )
    .option(
      '--trust-changes',
      'take changes of trusted files as your own, for this run: while you develop tools',
    )
    .option('--wide', 'tables as wide as what is in them (default: as the terminal, or 80 columns)')
    .option('--json-output', 'answer in JSON, mistakes included')
    .addHelpText(
      'after',
      `
Start with:
  toolyard init                         make a project
  toolyard trust                        let its code be loaded
  toolyard ls                           list the tools
  toolyard call count_words text="a b"  run a tool

Exit codes: 0 ok, 1 the tool failed, 2 a mistake in the command, 3 denied.
`,
    )
}

function addLook(program: Command, start: Start): void {
  program
    .command('ls')
    .argument('[words...]', 'only tools that match these words, best match first')
    .description('list the tools')
    .option('--category <name>', 'only this category')
    .addHelpText('after', examples('ls', 'ls weather', 'ls --category text', 'ls --json-output'))
    .action((words: string[], options: { category?: string }, command: Command) =>
      start(command, async () => (await import('./commands/tools/list-tools.ts')).ls, { words, ...options }),
    )
  program
    .command('show')
    .argument('<name>', 'name of a tool')
    .description('show one tool: description, parameters, facts')
    .option('--dialect <name>', `the definition that a provider gets: ${dialectNames.join(', ')}`)
    .addHelpText('after', examples('show get_weather', 'show get_weather --dialect openai'))
    .action((name: string, options: { dialect?: string }, command: Command) =>
      start(command, async () => (await import('./commands/tools/show-tool.ts')).show, { name, ...options }),
    )
  program
    .command('check')
    .description('check definitions, dialects, examples and policy tests; exit code 1 where one is wrong')
    .addHelpText('after', examples('check', 'check --json-output'))
    .action((options: object, command: Command) =>
      start(command, async () => (await import('./commands/check/check-project.ts')).check, options),
    )
}

type ExplainFlags = Pick<PolicyExplainOptions, 'thread' | 'principal'>

interface CallFlags {
  readonly json?: string
  readonly stream?: boolean
  readonly thread?: string
  readonly id?: string
}

function addRun(program: Command, start: Start): void {
  program
    .command('call')
    .argument('<name>', 'name of a tool')
    .argument('[words...]', 'parameters: key=value, key:=JSON, or one JSON object')
    .description('run a tool and print its answer as it comes')
    .option('--json <object>', 'all parameters as one JSON object; "-" reads it from standard input')
    .option('--stream', 'with --json-output: one line of JSON for every event')
    .option('--thread <id>', 'conversation to call in')
    .option('--id <id>', 'id of the call')
    .addHelpText('after', callHelp)
    .action((...[name, words, options, command]: [string, string[], CallFlags, Command]) =>
      start(command, async () => (await import('./commands/tools/call-tool.ts')).call, {
        name,
        words,
        ...options,
      }),
    )
  program
    .command('policy')
    .description('ask what policy says')
    .command('explain')
    .argument('<name>', 'name of a tool')
    .argument('[words...]', 'parameters: key=value, key:=JSON, or one JSON object')
    .description('say what would be decided about a call, by which rule and why; runs nothing')
    .option('--thread <id>', 'the conversation of the call, for what was granted there (default: cli)')
    .option('--principal <name>', 'the caller, such as http:NAME of a token (default: terminal)')
    .addHelpText(
      'after',
      examples(
        'policy explain send_note to=ann@example.com text=Hi',
        'policy explain send_note to=ann@example.com --thread office --principal http:anna',
        `policy explain send_note '{"to":"ann@example.com"}'`,
      ),
    )
    .action((...[name, words, options, command]: [string, string[], ExplainFlags, Command]) =>
      start(command, async () => (await import('./commands/tools/explain-policy.ts')).policyExplain, {
        name,
        words,
        ...options,
      }),
    )
}

function addServers(program: Command, start: Start): void {
  program
    .command('mcp')
    .description('serve the tools over MCP on standard input and output')
    .addHelpText(
      'after',
      `\nIn the settings of an MCP client:\n  { "command": "/path/to/project/node_modules/.bin/toolyard",\n    "args": ["mcp", "--config", "/path/to/project/toolyard.config.ts"] }\n`,
    )
    .action((options: object, command: Command) =>
      start(command, async () => (await import('./commands/server/serve-mcp.ts')).mcp, options),
    )
  const servers = program
    .command('servers')
    .argument('[name]', 'name of a server, to see its tools, or why it failed and what it said')
    .description('show the MCP servers that are configured, and how they stand')
    .option('--refresh', 'reach every server and read its tools anew')
    .addHelpText('after', examples('servers', 'servers github', 'servers --refresh', 'servers login github'))
    .action((name: string | undefined, options: { refresh?: boolean }, command: Command) =>
      start(command, async () => (await import('./commands/server/list-servers.ts')).servers, {
        ...options,
        name,
      }),
    )
  servers
    .command('login')
    .argument('<server>', 'name of a server')
    .description('agree in a browser that a server is used')
    .addHelpText('after', examples('servers login github'))
    .action((server: string, _options: object, command: Command) =>
      start(command, async () => (await import('./commands/server/list-servers.ts')).login, { server }),
    )
}

const callHelp = `
Values are read by the tool's schema:
  toolyard call get_weather city=Rome            text, number or true/false, as the schema says
  toolyard call tag_note tags=home tags=urgent   a list
  toolyard call add_user user.name=Ann           inside an object
  toolyard call search filter:='{"year":2024}'   JSON, whatever the schema says
  toolyard call search --json '{"text":"cats"}'  all of them
  echo '{"text":"cats"}' | toolyard call search --json -
`

/** `help` with a word that is no command would show the help of everything, and not say why. */
function refuseUnknownHelp(program: Command, argv: readonly string[]): void {
  const [first, word] = argv.slice(2).filter((given) => !given.startsWith('-'))
  const names = program.commands.map((command) => command.name())
  if (first !== 'help' || word === undefined || names.includes(word) || word === 'help') return
  throw new ToolyardError('invalid_arguments', `unknown command '${word}'.${didYouMean(word, names)}`, {
    hint: `Commands: ${names.join(', ')}.`,
  })
}

/** Commander ends the process, or throws its own errors, where we want one of ours. */
function throwMistakes(command: Command, json: boolean): void {
  command.exitOverride((error) => {
    const isHelp = error.code === 'commander.help' || error.code === 'commander.helpDisplayed'
    throw error.exitCode === 0 || (isHelp && !json) ? error : mistake(error, command)
  })
  for (const inner of command.commands) throwMistakes(inner, json)
}

function mistake({ code, message }: CommanderError, command: Command): ToolyardError {
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

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}
