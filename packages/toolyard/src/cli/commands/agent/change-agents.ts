/** `toolyard agent ls|create|show|update|rm`: agents and the tools that they have. */
import { readFile } from 'node:fs/promises'
import type { Agent, AgentSpec, BoundTool } from '../../../agents/index.ts'
import { isPlainObject, parseJson, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { count, firstSentence, wrapped } from '../../terminal/layout.ts'
import { factTable, table } from '../../terminal/table.ts'
import { indent, type Terminal } from '../../terminal/terminal.ts'
import { dayTime } from '../../terminal/times.ts'
import { openYard } from '../../yard/open-yard.ts'
import { personHere, requirePerson } from '../../yard/person.ts'
import type { AgentCreateOptions, AgentFacts, AgentOptions, AgentUpdateOptions } from './agents.ts'

export const listAgents: CommandRun<object> = async (_options, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  const agents = await yard.agents.list()
  if (flags.jsonOutput) terminal.printJson({ agents })
  else if (agents.length === 0)
    terminal.print('No agents yet. Make one: toolyard agent create helper --tools get_weather,send_note')
  else {
    const { style } = terminal
    terminal.print(
      table(
        agents.map(({ name, tools, model, prompt }) => [
          style('cyan', visibleText(name)),
          `${count(tools.length, 'tool')}${trouble(tools)}`,
          style('dim', visibleText(model ?? '')),
          firstSentence(prompt),
        ]),
        [
          { head: 'agent', least: 12 },
          { head: 'tools', least: 8 },
          { head: 'model', least: 12 },
          { head: 'prompt', least: 20 },
        ],
        terminal,
      ),
    )
  }
  return 0
}

export const showAgent: CommandRun<AgentOptions> = async ({ name }, context) => {
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  printAgent(await yard.agents.find(name), context)
  return 0
}

export const createAgent: CommandRun<AgentCreateOptions> = async (options, context) => {
  requirePerson()
  const spec = await specOf(options)
  const { yard } = await openYard(context, { servers: options.tools ?? [] })
  await using _ = yard
  const agent = await yard.agents.create(
    { ...spec, name: options.name, toolIds: options.tools ?? [] },
    personHere(),
  )
  tellDone(`made agent "${agent.name}"`, agent, context)
  return 0
}

export const updateAgent: CommandRun<AgentUpdateOptions> = async (options, context) => {
  requirePerson()
  const { add, remove, tools } = options
  if (tools && (add ?? remove))
    throw new ToolyardError('invalid_arguments', 'both --tools and --add or --remove were given', {
      hint: '--tools names all tools of the agent; --add and --remove change some.',
    })
  const spec = await specOf(options)
  if (Object.keys(spec).length === 0 && !(tools ?? add ?? remove) && options.rename === undefined)
    throw new ToolyardError('invalid_arguments', `nothing was said to change of agent "${options.name}"`, {
      hint: 'Run "toolyard agent update --help" to see what can be changed.',
    })
  const { yard } = await openYard(context, { servers: [...(tools ?? []), ...(add ?? [])] })
  await using _ = yard
  const before = await yard.agents.find(options.name)
  const toolIds = tools ?? (add || remove ? changed(before, add ?? [], remove ?? []) : undefined)
  const change = {
    ...spec,
    ...(options.rename !== undefined && { name: options.rename }),
    ...(toolIds && { toolIds }),
  }
  const agent = await yard.agents.update(before.id, change, personHere())
  tellDone(`changed agent "${agent.name}"`, agent, context)
  return 0
}

export const removeAgent: CommandRun<AgentOptions> = async ({ name }, context) => {
  requirePerson()
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  const agent = await yard.agents.remove(name)
  if (context.flags.jsonOutput) context.terminal.printJson({ removed: agent })
  else context.terminal.print(`removed agent "${visibleText(agent.name)}"; its calls stay in the journal`)
  return 0
}

async function specOf(options: AgentFacts): Promise<Partial<AgentSpec>> {
  const { prompt, promptFile, model, runner, pin, settings } = options
  if (prompt !== undefined && promptFile !== undefined)
    throw new ToolyardError('invalid_arguments', 'both --prompt and --prompt-file were given', {
      hint: 'Use one of them.',
    })
  return {
    ...(prompt !== undefined && { prompt }),
    ...(promptFile !== undefined && { prompt: await readPrompt(promptFile) }),
    ...(model !== undefined && { model }),
    ...(runner !== undefined && { runner }),
    ...(pin !== undefined && { pinned: pin }),
    ...(settings !== undefined && { settings: readSettings(settings) }),
  }
}

async function readPrompt(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new ToolyardError('invalid_arguments', `--prompt-file: "${file}" can't be read`, {
      cause,
      hint: 'Check the path.',
    })
  }
}

function readSettings(text: string): Record<string, unknown> {
  const parsed = parseJson(text)
  if ('value' in parsed && isPlainObject(parsed.value)) return parsed.value
  throw new ToolyardError('invalid_arguments', '--settings is not a JSON object', {
    hint: `Write --settings '{"temperature":0}'.`,
  })
}

/** What an agent has, without some and with others. A tool that it does not have can't be taken away. */
function changed({ name, tools }: Agent, add: readonly string[], remove: readonly string[]): string[] {
  const missing = remove.find((wanted) => !tools.some((tool) => namesOf(tool).includes(wanted)))
  if (missing !== undefined)
    throw new ToolyardError('invalid_arguments', `agent "${name}" has no tool "${missing}" to remove`, {
      hint: `It has ${tools.map((tool) => tool.name).join(', ') || 'none'}.`,
    })
  const kept = tools.filter((tool) => !namesOf(tool).some((known) => remove.includes(known)))
  return [...kept.map(({ id }) => id), ...add]
}

function namesOf({ name, id }: BoundTool): string[] {
  return [name, id]
}

function tellDone(done: string, agent: Agent, { terminal, flags }: CommandContext): void {
  if (flags.jsonOutput) return terminal.printJson(agent)
  terminal.print(`${visibleText(done)}, with ${count(agent.tools.length, 'tool')}`)
  terminal.print(
    terminal.style(
      'dim',
      agent.tools.length === 0
        ? `Give it tools: toolyard agent update ${quoted(agent.name)} --add NAME`
        : `Call as it: toolyard call --agent ${quoted(agent.name)} NAME key=value`,
    ),
  )
}

function printAgent(agent: Agent, { terminal, flags }: CommandContext): void {
  if (flags.jsonOutput) return terminal.printJson(agent)
  const { print, style } = terminal
  print(`${style('cyan', visibleText(agent.name))}  ${style('dim', agent.id)}`)
  const settings = Object.keys(agent.settings).length > 0 ? JSON.stringify(agent.settings) : ''
  const facts = [
    ['  model', agent.model ?? ''],
    ['  runner', agent.runner ?? ''],
    ['  settings', settings],
    ['  changed', dayTime(agent.updatedAt)],
  ] as const
  print(
    factTable(
      facts.flatMap(([name, value]) => (value === '' ? [] : [[name, visibleText(value)] as const])),
      terminal,
    ),
  )
  if (agent.prompt !== '')
    print(`\n${indent(wrapped(visibleText(agent.prompt.trimEnd()), terminal.tableColumns - 2))}`)
  print(`\n${count(agent.tools.length, 'tool')}`)
  if (agent.tools.length > 0)
    print(
      table(
        agent.tools.map((tool) => [
          `  ${visibleText(tool.name)}`,
          stateOf(tool, terminal),
          style('dim', visibleText(tool.id)),
        ]),
        [{ least: 30, wraps: true }, { least: 8, wraps: true }, { below: '' }],
        terminal,
      ),
    )
}

function stateOf({ state, pinned }: BoundTool, { style }: Terminal): string {
  if (state === 'active') return style('green', pinned === undefined ? 'active' : 'active, pinned')
  return style('red', state === 'changed' ? 'changed since it was pinned' : state)
}

function trouble(tools: readonly BoundTool[]): string {
  const away = tools.filter(({ state }) => state !== 'active').length
  return away > 0 ? `, ${away} can't be used` : ''
}

function quoted(name: string): string {
  return /\s/.test(name) ? `"${name}"` : name
}
