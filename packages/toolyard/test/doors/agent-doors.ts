/** Doors through agents at work: their models are scripts that make one call. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolyard, ToolyardError, type ToolService, type ToolyardOptions } from 'toolyard'
import type { StartedRun } from '../../src/agents/index.ts'
import { textOf } from '../../src/define/index.ts'
import { loadConfig } from '../../src/runtime/index.ts'
import { startModelServer } from '../agents/model-server.ts'
import { installClaudeSdk } from '../claude/install-sdk.ts'
import { claudeModel, wireName } from '../claude/open-claude.ts'
import type { Door, DoorEnvironment, Told } from './door-parts.ts'

const fixture = join(import.meta.dirname, '../fixtures/doors')
export const allTools = 'one with all tools'
const asker = 'one who asks others'

/** An agent makes the call itself. */
export async function builtInRunner(environment: DoorEnvironment): Promise<Door> {
  const yard = await openYard(environment)
  const agent = environment.agent ?? allTools
  return doorOf(yard, agent, async (tool, input) => {
    await script(environment, 'own.json', { tool, input })
    return toldOf(yard, { agent, prompt: 'Go.', model: 'scripted/own.json' }, tool)
  })
}

/** An agent of the Claude Agent SDK makes the call: its own program, and a model that asks for it. */
export async function claudeRunner(environment: DoorEnvironment): Promise<Door> {
  let wanted: { readonly tool: string; readonly input: unknown } | undefined
  const server = await startModelServer(() => {
    const call = wanted
    wanted = undefined
    return call ? { calls: [call] } : { text: 'Done.' }
  })
  const yard = await openYard(environment, {
    claude: {
      sdkFolder: installClaudeSdk(),
      variables: { ANTHROPIC_API_KEY: '${DOOR_KEY}', ANTHROPIC_BASE_URL: '${DOOR_MODEL}' },
    },
    environment: { ...process.env, DOOR_KEY: 'sk-ant-test-1234567890', DOOR_MODEL: server.url },
    agents: { model: claudeModel },
  })
  const agent = environment.agent ?? allTools
  // One that nobody has made is refused when it is called.
  await yard.agents.update(agent, { runner: 'claude' }).catch(() => {})
  const door = doorOf(yard, agent, async (tool, input) => {
    wanted = { tool: wireName(tool), input }
    return toldOf(yard, { agent, prompt: 'Go.', model: claudeModel }, tool)
  })
  return {
    ...door,
    async close() {
      await door.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** An agent asks another one, which makes the call. */
export async function subAgent(environment: DoorEnvironment): Promise<Door> {
  const yard = await openYard(environment)
  const agent = environment.agent ?? allTools
  return doorOf(yard, agent, async (tool, input) => {
    await script(environment, 'below.json', { tool, input })
    await script(environment, 'above.json', { tool: 'team_agent', input: { agent, message: 'Go.' } })
    return toldOf(yard, { agent: asker, prompt: 'Go.', model: 'scripted/above.json' }, tool)
  })
}

export async function openYard(
  { database, more, workspace, approvals }: DoorEnvironment,
  options: ToolyardOptions = {},
): Promise<ToolService> {
  const loaded = await loadConfig(join(fixture, 'toolyard.config.ts'))
  const yard = await createToolyard({
    ...loaded,
    database,
    workspace: more,
    toolFolders: [join(fixture, 'tools'), more],
    builtins: ['system', 'collab'],
    policy: { ...loaded.policy, allow: [...(loaded.policy?.allow ?? []), 'team_agent'] },
    agents: { model: 'scripted/below.json', subAgents: { perTenSeconds: 1000, perThread: 1000 } },
    ...(workspace !== undefined && { workspace, builtins: ['system', 'collab', 'files', 'shell'] }),
    ...(approvals && { approvals }),
    ...options,
  })
  const known = (await yard.agents.list()).map(({ name }) => name)
  const toolIds = yard.registry.toolNames
  for (const name of [allTools, asker]) if (!known.includes(name)) await yard.agents.create({ name, toolIds })
  return yard
}

export function doorOf(yard: ToolService, agent: string, call: Door['call']): Door {
  return {
    names: async () =>
      (await yard.definitionsFor(agent, 'mcp')).map((definition) => (definition as { name: string }).name),
    async call(tool, input) {
      try {
        return await call(tool, input)
      } catch (error) {
        if (ToolyardError.isInstance(error)) return { ok: false, text: error.toModelText() }
        throw error
      }
    },
    close: () => yard.close(),
  }
}

function script({ more, workspace = more }: DoorEnvironment, file: string, call: object): Promise<void> {
  return writeFile(join(workspace, file), JSON.stringify([{ calls: [call] }, { text: 'Done.' }]))
}

/** What there is first: the end of the run, or a person that it waits for, which may take days. */
async function toldOf(yard: ToolService, order: RunOrder, tool: string): Promise<Told> {
  const over = new AbortController()
  const before = await yard.store.inbox.pending()
  const ended = toldAtEnd(yard, await yard.runs.start(order), tool).finally(() => over.abort())
  const waits = async (): Promise<Told> => {
    while (!over.signal.aborted) {
      const pending = await yard.store.inbox.pending()
      if (pending.some((id) => !before.includes(id))) return { ok: false, text: 'it waits' }
      await sleep(10)
    }
    return ended
  }
  return Promise.race([ended, waits()])
}

interface RunOrder {
  readonly agent: string
  readonly prompt: string
  readonly model: string
}

/** The result of the call, wherever it was made; of the question, where no call was made. */
async function toldAtEnd(
  yard: ToolService,
  { runId, events, done }: StartedRun,
  tool: string,
): Promise<Told> {
  const told: Told[] = []
  for await (const event of events)
    if (event.type === 'tool_result')
      told.push({ ok: event.result.status === 'ok', text: textOf(event.result) })
  await done
  const [below] = await yard.runs.list({ parentId: runId })
  for (const { parts } of below ? await yard.store.threads.messages(below.threadId) : [])
    for (const part of parts)
      if (part.type === 'tool_result' && part.tool === tool)
        told.push({ ok: part.status === 'ok', text: textOf(part) })
  return told.at(-1) ?? { ok: false, text: 'no call was made' }
}
