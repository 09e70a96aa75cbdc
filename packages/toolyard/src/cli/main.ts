#!/usr/bin/env node
/**
 * The `toolyard` program: reads the command line and runs one command, loaded when it is asked for.
 *
 * @module
 */
import { Command, CommanderError } from 'commander'
import { version } from '../kernel/index.ts'
import type { CommandContext } from './command.ts'
import type { CommonFlags } from './open-yard.ts'
import { createTerminal, type ExitCode, reportError } from './terminal.ts'

const terminal = createTerminal()
const interrupted = new AbortController()
let exitCode: ExitCode = 0

process.once('SIGINT', () => {
  interrupted.abort()
  process.once('SIGINT', () => process.exit(130))
})
process.once('SIGTERM', () => interrupted.abort())
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
})

try {
  await buildProgram().parseAsync()
} catch (error) {
  exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : reportError(error, terminal)
}
process.exitCode = exitCode

function buildProgram(): Command {
  const program = new Command('toolyard')
    .description(
      'The tool runtime for AI agents: write a tool once, run every call of it through one pipeline.',
    )
    .version(version)
    .option(
      '--config <file>',
      'configuration to load (default: toolyard.config.ts from here upward, once trusted)',
    )
    .option('--workspace <folder>', 'folder that tools may work in')
    .option('--agent <name>', 'agent on whose behalf to act')
    .option('--mode <mode>', 'policy mode: default, read-only, accept-edits, bypass')
    .option('--json-output', 'answer in JSON')
    .configureOutput({ writeErr: (text) => terminal.note(text.trimEnd()) })
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      '\nStart with:\n  toolyard new tool hello      make a tool\n  toolyard ls                  see what is there\n  toolyard call hello who=Ann  run it\n',
    )
  addLook(program)
  addRun(program)
  addMake(program)
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeErr: (text) => terminal.note(text.trimEnd()) })
  return program
}

function addLook(program: Command): void {
  program
    .command('ls')
    .argument('[query]', 'words to search for')
    .description('list the tools')
    .option('--category <name>', 'only this category')
    .action(async (query: string | undefined, options: { category?: string }, command: Command) => {
      exitCode = await (await import('./ls.ts')).ls({ query, ...options }, contextOf(command))
    })
  program
    .command('show')
    .argument('<name>', 'tool')
    .description('show one tool: description, parameters, facts')
    .option('--dialect <name>', 'as a provider gets it: openai, openai-responses, anthropic, gemini, mcp')
    .action(async (name: string, options: { dialect?: string }, command: Command) => {
      exitCode = await (await import('./show.ts')).show({ name, ...options }, contextOf(command))
    })
  program
    .command('check')
    .description(
      'check definitions, dialects, examples and policy tests; exit code 1 where something is wrong',
    )
    .action(async (options: object, command: Command) => {
      exitCode = await (await import('./check.ts')).check(options, contextOf(command))
    })
}

function addRun(program: Command): void {
  program
    .command('call')
    .argument('<name>', 'tool')
    .argument('[words...]', 'parameters as key=value, or key:=JSON')
    .description('run a tool')
    .option('--json <object>', 'all parameters as JSON; "-" reads standard input')
    .option('--stream', 'with --json-output: every event, a line each')
    .option('--thread <id>', 'conversation to call in')
    .option('--id <id>', 'id of the call: repeating it repeats nothing')
    .action(
      async (
        name: string,
        words: string[],
        options: { json?: string; stream?: boolean; thread?: string; id?: string },
        command: Command,
      ) => {
        exitCode = await (await import('./call.ts')).call({ name, words, ...options }, contextOf(command))
      },
    )
  const policy = program.command('policy').description('ask what policy says')
  policy
    .command('explain')
    .argument('<name>', 'tool')
    .argument('[words...]', 'parameters as key=value or one JSON object')
    .description('say what would be decided about a call, by which rule and why')
    .action(async (name: string, words: string[], _options: object, command: Command) => {
      exitCode = await (
        await import('./policy-explain.ts')
      ).policyExplain({ name, words }, contextOf(command))
    })
  program
    .command('mcp')
    .description('serve the tools over MCP on standard input and output')
    .action(async (options: object, command: Command) => {
      exitCode = await (await import('./mcp.ts')).mcp(options, contextOf(command))
    })
}

function addMake(program: Command): void {
  const make = program.command('new').description('make something to start from')
  make
    .command('tool')
    .argument('<name>', 'name of the tool')
    .option('--folder <folder>', 'folder of the tools', 'tools')
    .description('make a tool file, and a configuration where there is none')
    .action(async (name: string, options: { folder: string }, command: Command) => {
      exitCode = await (await import('./new-tool.ts')).newTool({ name, ...options }, contextOf(command))
    })
  program
    .command('trust')
    .argument('[folder]', 'folder with a toolyard.config.ts')
    .description('let the configuration and tools of a folder be loaded')
    .option('--remove', 'trust it no longer')
    .action(async (folder: string | undefined, options: { remove?: boolean }, command: Command) => {
      exitCode = await (await import('./trust.ts')).trust({ folder, ...options }, contextOf(command))
    })
}

function contextOf(command: Command): CommandContext {
  return { terminal, flags: command.optsWithGlobals<CommonFlags>(), signal: interrupted.signal }
}
