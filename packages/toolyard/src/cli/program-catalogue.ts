/**
 * The commands around the catalogue: sync, versions and what people decide about them, agents.
 *
 * @module
 */
import { type Command, InvalidArgumentError } from 'commander'
import type { AgentFlags } from './commands/agent/change-agents.ts'
import type { AgentRunOptions } from './commands/agent/run-agent.ts'
import type { DecideOptions } from './commands/versions/decide-tool.ts'
import { examples, type Start } from './program-parts.ts'

export function addCatalogue(program: Command, start: Start): void {
  program
    .command('sync')
    .description('bring the catalogue in step with the tools that are there, and say what that changed')
    .option('--dry-run', 'only say what would change')
    .addHelpText('after', examples('sync', 'sync --dry-run', 'sync --json-output'))
    .action((options: { dryRun?: boolean }, command: Command) =>
      start(command, async () => (await import('./commands/versions/sync-catalogue.ts')).sync, options),
    )
  program
    .command('versions')
    .argument('<name>', 'name or id of a tool')
    .description('show every version of a tool, what it changed and whether that breaks callers')
    .addHelpText('after', examples('versions get_weather', 'versions get_weather --json-output'))
    .action((name: string, _options: object, command: Command) =>
      start(command, async () => (await import('./commands/versions/list-versions.ts')).versions, { name }),
    )
  addDecisions(program, start)
}

export function addAgents(program: Command, start: Start): void {
  const agent = program
    .command('agent')
    .description('make, change and run agents, and the tools that they have')
  addAgentRuns(agent, start)
  addAgentChanges(agent, start)
}

const decisions: readonly (readonly [DecideOptions['decision'], string, ...shown: string[]])[] = [
  ['accept', 'let the version run that a tool has now, where it is held', 'accept', "accept 'github__*'"],
  [
    'pin',
    'let only one version of a tool run, the current one by default',
    'pin get_weather',
    'pin get_weather 2',
  ],
  ['unpin', 'let every version of a tool run again', 'unpin get_weather'],
  ['rollback', 'pin the version before the current one, or the one that is named', 'rollback get_weather'],
  ['enable', 'switch tools on again', 'enable get_weather'],
  ['disable', 'switch tools off, for everybody', 'disable get_weather send_note'],
]

function addDecisions(program: Command, start: Start): void {
  for (const [decision, description, ...shown] of decisions) {
    const isVersioned = decision === 'pin' || decision === 'rollback'
    const command = program.command(decision).description(description)
    command.argument(
      isVersioned ? '<name>' : decision === 'accept' ? '[names...]' : '<names...>',
      decision === 'accept'
        ? 'names or ids of tools, NAME@FINGERPRINT for just the version that was looked at, or a pattern such as github__*; none to see what is held'
        : 'names or ids of tools',
    )
    if (isVersioned) command.argument('[version]', 'number of a version', wholeNumber)
    command
      .addHelpText('after', examples(...shown))
      .action((names: string | string[], ...rest: unknown[]) => {
        const [version] = isVersioned ? (rest as [number | undefined]) : []
        return start(
          rest.at(-1) as Command,
          async () => (await import('./commands/versions/decide-tool.ts')).decideTool,
          {
            decision,
            names: typeof names === 'string' ? [names] : names,
            version,
          },
        )
      })
  }
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number from 1.')
}

function addAgentChanges(agent: Command, start: Start): void {
  agent
    .command('ls')
    .description('list the agents')
    .addHelpText('after', examples('agent ls', 'agent ls --json-output'))
    .action((options: object, command: Command) =>
      start(command, async () => (await import('./commands/agent/change-agents.ts')).agentLs, options),
    )
  agent
    .command('show')
    .argument('<name>', 'name or id of an agent')
    .description('show one agent: prompt, model, tools and their state')
    .addHelpText('after', examples('agent show helper'))
    .action((name: string, _options: object, command: Command) =>
      start(command, async () => (await import('./commands/agent/change-agents.ts')).agentShow, { name }),
    )
  withFacts(agent.command('create').argument('<name>', 'name of the agent'))
    .description('make an agent')
    .addHelpText(
      'after',
      examples(
        'agent create helper --tools get_weather,send_note --prompt "You help people."',
        'agent create coder --prompt-file prompt.md --tools read_file,edit_file --pin',
        'agent create writer --model anthropic/claude-sonnet-5',
      ),
    )
    .action((name: string, options: Omit<AgentFlags, 'name'>, command: Command) =>
      start(command, async () => (await import('./commands/agent/change-agents.ts')).agentCreate, {
        ...options,
        name,
      }),
    )
  withFacts(agent.command('update').argument('<name>', 'name or id of the agent'))
    .description('change an agent; what is not given stays as it is')
    .option('--rename <name>', 'another name')
    .option('--add <names>', 'tools to add, with commas between them', list)
    .option('--remove <names>', 'tools to take away, with commas between them', list)
    .option('--no-pin', 'let it use every version of its tools')
    .addHelpText('after', examples('agent update helper --add word_count', 'agent update helper --pin'))
    .action((name: string, options: Omit<AgentFlags, 'name'>, command: Command) =>
      start(command, async () => (await import('./commands/agent/change-agents.ts')).agentUpdate, {
        ...options,
        name,
      }),
    )
  agent
    .command('rm')
    .argument('<name>', 'name or id of an agent')
    .description('remove an agent')
    .addHelpText('after', examples('agent rm helper'))
    .action((name: string, _options: object, command: Command) =>
      start(command, async () => (await import('./commands/agent/change-agents.ts')).agentRemove, { name }),
    )
}

function addAgentRuns(agent: Command, start: Start): void {
  agent
    .command('run')
    .argument('<name>', 'name or id of an agent')
    .argument('<prompt>', 'what it is to do; - reads it from standard input')
    .description('let an agent work, and show what it says and does')
    .option('--thread <id>', 'conversation to go on with, or to begin under this name (default: a new one)')
    .option('--max-steps <number>', 'how often it may ask its model', wholeNumber)
    .option('--model <name>', 'the model for this run')
    .addHelpText(
      'after',
      `${examples(
        'agent run helper "What is the weather in Rome?"',
        'agent run helper "And in Oslo?" --thread thread_2m0z8k1c4x7a_100000',
        'agent run helper "Tidy up" --model scripted/demo.json --json-output',
      )}
With --json-output every event is a line of JSON. Exit codes: 0 it finished, 1 it failed or was cut off by a limit.
`,
    )
    .action((...[name, prompt, options, command]: [string, string, RunFlags, Command]) =>
      start(command, async () => (await import('./commands/agent/run-agent.ts')).agentRun, {
        ...options,
        name,
        prompt,
      }),
    )
  agent
    .command('runs')
    .argument('[name]', 'only runs of this agent')
    .description('list the runs of agents, newest first')
    .addHelpText('after', examples('agent runs', 'agent runs helper --limit 5'))
    .option('--limit <number>', 'at most so many (default: 20)', wholeNumber)
    .action((...[name, options, command]: [string | undefined, { limit?: number }, Command]) =>
      start(command, async () => (await import('./commands/agent/list-runs.ts')).agentRuns, {
        ...options,
        name,
      }),
    )
}

type RunFlags = Omit<AgentRunOptions, 'name' | 'prompt'>

function withFacts(command: Command): Command {
  return command
    .option('--prompt <text>', 'what it is told first')
    .option('--prompt-file <file>', 'a file with what it is told first')
    .option('--model <name>', 'the model that it uses')
    .option('--runner <name>', 'what runs it')
    .option('--tools <names>', 'all tools that it has, by name or id, with commas between them', list)
    .option('--pin', 'stay with the versions that its tools have now')
    .option('--settings <object>', 'more settings, as a JSON object')
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
