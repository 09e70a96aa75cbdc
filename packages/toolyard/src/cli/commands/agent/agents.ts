/** `toolyard agent ls|show|create|update|rm`: their help and what they take. */
import type { Description } from '../../command.ts'
import { nameList } from '../../parsers.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const one = { name: argument('<name>', 'name or id of an agent') }

/** What can be said of an agent. */
const facts = {
  prompt: flag('--prompt <text>', 'what it is told first'),
  promptFile: flag('--prompt-file <file>', 'a file with what it is told first'),
  model: flag('--model <name>', 'the model that it uses'),
  runner: flag('--runner <name>', 'what runs it'),
  tools: flag('--tools <names>', 'all tools that it has, by name or id, with commas between them', nameList),
  pin: flag('--pin', 'stay with the versions that its tools have now'),
  settings: flag('--settings <object>', 'more settings, as a JSON object'),
}

const created = { name: argument('<name>', 'name of the agent'), ...facts }

const updated = {
  name: argument('<name>', 'name or id of the agent'),
  ...facts,
  rename: flag('--rename <name>', 'another name'),
  add: flag('--add <names>', 'tools to add, with commas between them', nameList),
  remove: flag('--remove <names>', 'tools to take away, with commas between them', nameList),
  noPin: flag('--no-pin', 'let it use every version of its tools'),
}

export type AgentOptions = OptionsOf<typeof one>
export type AgentFacts = OptionsOf<typeof facts>
export type AgentCreateOptions = OptionsOf<typeof created>
export type AgentUpdateOptions = OptionsOf<typeof updated>

export const agentLs = {
  name: 'ls',
  summary: 'list the agents',
  examples: ['agent ls', 'agent ls --json-output'],
} satisfies Description

export const agentShow = {
  name: 'show',
  summary: 'show one agent: prompt, model, tools and their state',
  takes: one,
  examples: ['agent show helper'],
} satisfies Description

export const agentCreate = {
  name: 'create',
  summary: 'make an agent',
  takes: created,
  examples: [
    'agent create helper --tools get_weather,send_note --prompt "You help people."',
    'agent create coder --prompt-file prompt.md --tools read_file,edit_file --pin',
    'agent create writer --model anthropic/claude-sonnet-5',
  ],
} satisfies Description

export const agentUpdate = {
  name: 'update',
  summary: 'change an agent; what is not given stays as it is',
  takes: updated,
  examples: ['agent update helper --add word_count', 'agent update helper --pin'],
} satisfies Description

export const agentRm = {
  name: 'rm',
  summary: 'remove an agent',
  takes: one,
  examples: ['agent rm helper'],
} satisfies Description
