/** A Toolyard with agents whose models are scripts: what each says is written in the test. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import type { RunEvent, StartedRun } from '../../src/agents/index.ts'
import { defineTool, textOf } from '../../src/define/index.ts'
import { createToolyard, type Settings, type ToolService } from '../../src/runtime/index.ts'
import type { RunRecord, ThreadMessage } from '../../src/store/index.ts'

export interface Turn {
  readonly text?: string
  readonly calls?: readonly { readonly tool: string; readonly input?: unknown }[]
  readonly expect?: string
}

export interface AgentOfTest {
  readonly turns: readonly Turn[]
  readonly tools?: readonly string[]
  readonly settings?: Readonly<Record<string, unknown>>
  readonly runner?: string
}

export interface Company {
  readonly yard: ToolService
  readonly folder: string
}

/** Says again what it was given. */
const echo = defineTool({
  name: 'echo',
  description: 'Says again what it was given.',
  inputSchema: { text: String },
  permission: 'read',
  effects: 'none',
  execute: ({ text }) => `echo: ${text}`,
})

/** Goes on until it is stopped, and says so then. */
export function waiting(): {
  readonly tool: ReturnType<typeof defineTool>
  readonly begun: Promise<void>
  stopped: number
} {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = {
    begun: promise,
    stopped: 0,
    tool: defineTool({
      name: 'wait',
      description: 'Waits until it is stopped.',
      permission: 'read',
      effects: 'none',
      execute: (_input, { signal }) =>
        new Promise((_, reject) => {
          resolve()
          signal.addEventListener('abort', () => {
            state.stopped++
            reject(signal.reason as Error)
          })
        }),
    }),
  }
  return state
}

export async function openCompany(
  test: TestContext,
  agents: Readonly<Record<string, AgentOfTest>>,
  { tools = [], ...options }: Settings = {},
): Promise<Company> {
  const folder = options.workspace ?? (await mkdtemp(join(tmpdir(), 'toolyard-company-')))
  const yard = await createToolyard({
    workspace: folder,
    builtins: ['collab', 'system'],
    policy: { mode: 'bypass' },
    ...options,
    tools: [echo, ...tools],
  })
  test.after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  for (const [name, agent] of Object.entries(agents)) await hire({ yard, folder }, name, agent)
  return { yard, folder }
}

async function hire({ yard, folder }: Company, name: string, agent: AgentOfTest): Promise<void> {
  const script = `scripts/${name}.json`
  await mkdir(dirname(join(folder, script)), { recursive: true })
  await writeFile(join(folder, script), JSON.stringify(agent.turns))
  await yard.agents.create({
    name,
    model: `scripted/${script}`,
    toolIds: agent.tools ?? [],
    settings: agent.settings ?? {},
    runner: agent.runner,
  })
}

export interface Ran {
  readonly events: readonly RunEvent[]
  readonly record: RunRecord
  readonly threadId: string
}

export async function finish(run: StartedRun, each: (event: RunEvent) => void = () => {}): Promise<Ran> {
  const events: RunEvent[] = []
  for await (const event of run.events) {
    events.push(event)
    each(event)
  }
  return { events, record: await run.done, threadId: run.threadId }
}

/** The texts of results, by tool, in order. */
export function resultsOf({ events }: Ran): readonly (readonly [string, string, string])[] {
  return events.flatMap((event) =>
    event.type === 'tool_result'
      ? [[event.result.tool, event.result.status, textOf(event.result)] as const]
      : [],
  )
}

export function saidIn(messages: readonly ThreadMessage[]): readonly string[] {
  return messages.map(({ role, parts }) => `${role}: ${parts.map(partText).join(' ')}`)
}

function partText(part: ThreadMessage['parts'][number]): string {
  if (part.type === 'tool_call') return `(${part.tool})`
  if (part.type === 'tool_result') return `[${part.tool} ${part.status}]`
  return part.type === 'image' || part.type === 'file' ? `<${part.name}>` : part.text
}
