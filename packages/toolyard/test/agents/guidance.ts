/** A workspace with files that agents are told of, and a runner that shows what they are told. */
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Runner } from '../../src/agents/index.ts'
import type { Settings } from '../../src/runtime/index.ts'
import { type AgentOfTest, finish, openCompany, type Ran } from './company.ts'

export async function makeWorkspace(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-guidance-')))
  await writeFiles(workspace, files)
  return workspace
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

export const skillText = (name: string, description: string, body = `# ${name}\n\nDo it well.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

export interface Guided {
  readonly workspace: string
  /** Runs the agent once; answers the prompt that its runner was given, if that is the spy. */
  readonly run: (agent: string, threadId?: string) => Promise<Ran & { readonly prompt: string }>
  readonly yard: Awaited<ReturnType<typeof openCompany>>['yard']
}

export async function openGuided(
  test: TestContext,
  {
    files,
    agents,
    ...options
  }: Settings & {
    readonly files: Readonly<Record<string, string | Buffer>>
    readonly agents: Readonly<Record<string, AgentOfTest>>
  },
  settings: NonNullable<Settings['agents']> = {},
): Promise<Guided> {
  const workspace = await makeWorkspace(files)
  const own = await makeWorkspace({})
  let prompt = ''
  const spy: Runner = {
    name: 'spy',
    async *run({ runId, threadId, agent, model }) {
      prompt = agent.prompt
      yield { type: 'started', runId, threadId, agent: agent.name, model }
      const usage = { steps: 0, inputTokens: 0, outputTokens: 0 }
      yield { type: 'done', reason: 'finished', text: '', usage }
    },
  }
  const { yard } = await openCompany(test, agents, {
    workspace,
    builtins: ['files', 'system', 'shell'],
    environment: { PATH: process.env['PATH'], XDG_CONFIG_HOME: own },
    runners: { spy },
    agents: settings,
    ...options,
  })
  return {
    workspace,
    yard,
    async run(agent, threadId) {
      prompt = ''
      const ran = await finish(await yard.runs.start({ agent, prompt: 'Go.', threadId }))
      return { ...ran, prompt }
    },
  }
}

export const noticesOf = ({ events }: Ran): readonly string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
