/** A yard whose agents the SDK's real program runs, against the model server. */
import type { SuiteTest } from '../../src/kernel/conformance/index.ts'
import { createToolyard, type Tool, type ToolService } from 'toolyard'
import type { RunEvent } from '../../src/agents/index.ts'
import type { ToolyardOptions } from '../../src/runtime/index.ts'
import { type ModelServer, startModelServer, type Turns } from '../agents/model-server.ts'
import { installClaudeSdk } from './install-sdk.ts'
import { claudeModel, makeFolder, wireName } from './open-claude.ts'

export interface OpenedYard {
  readonly yard: ToolService
  readonly server: ModelServer
  readonly workspace: string
}

export interface YardAgent {
  readonly tools?: readonly Tool[]
  readonly prompt?: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** With an agent "worker" that has these tools. */
export async function openYard(
  test: SuiteTest,
  turns: Turns,
  options: Omit<ToolyardOptions, 'tools'> & YardAgent = {},
): Promise<OpenedYard> {
  const { tools = [], prompt = 'You work.', settings, ...others } = options
  const workspace = await makeFolder(test)
  const server = await startModelServer(turns)
  const yard = await createToolyard({
    workspace,
    tools: [...tools],
    claude: { sdkFolder: installClaudeSdk() },
    models: {
      prices: { [claudeModel]: { input: 3, output: 15 } },
      providers: { anthropic: { baseUrl: `${server.url}/v1` } },
    },
    environment: {
      PATH: process.env['PATH'],
      ANTHROPIC_API_KEY: 'sk-ant-test-0987654321',
      ANTHROPIC_BASE_URL: server.url,
    },
    ...others,
  })
  test.after(async () => {
    await yard.close()
    await server[Symbol.asyncDispose]()
  })
  const toolIds = tools.map(({ manifest }) => manifest.name)
  await yard.agents.create({
    name: 'worker',
    prompt,
    runner: 'claude',
    model: claudeModel,
    toolIds,
    ...(settings && { settings }),
  })
  return { yard, server, workspace }
}

export const call = (name: string, input: object = {}): { tool: string; input: object } => ({
  tool: wireName(name),
  input,
})

export async function allOf(
  events: AsyncIterable<RunEvent>,
  each: (event: RunEvent) => void = () => {},
): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = []
  for await (const event of events) {
    all.push(event)
    each(event)
  }
  return all
}

export function noticesIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
}

/** The blocks that a request sent, one after the other, without the marks of caches. */
export function blocksOf(server: ModelServer, index: number): readonly string[] {
  const sent = server.requests.at(index)?.body['messages'] ?? []
  return (sent as readonly SentMessage[]).flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((block) =>
      JSON.stringify({ role, ...block, cache_control: undefined }),
    ),
  )
}

interface SentMessage {
  readonly role: string
  readonly content: string | readonly object[]
}
