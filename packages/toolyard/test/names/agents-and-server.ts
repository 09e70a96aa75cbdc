/** Names of the documents that are about agents at work, and about the server that people reach them through. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolyard, textOf, type ToolService, type ToolyardOptions } from 'toolyard'
import { createHttpServer, TokenBook } from '../../src/serve/http/index.ts'
import { type Cases, readFile } from './fixtures.ts'

const person = {
  ask: async () => ({ decision: 'approve', by: 'ann' }) as const,
  question: async ({ choices }: { readonly choices?: readonly string[] | undefined }) => ({
    text: choices?.[0] ?? 'blue',
    by: 'ann',
  }),
}

/** A folder with a script that says one sentence, and an agent that follows it. */
async function withAgent(use: (yard: ToolService) => unknown, more: ToolyardOptions = {}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-names-'))
  try {
    await writeFile(join(folder, 'hello.json'), JSON.stringify([{ text: 'Hello from the agent.' }]))
    await using yard = await createToolyard({
      workspace: folder,
      environment: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
      tools: [readFile],
      builtins: ['collab'],
      ...more,
    })
    await yard.agents.create({
      name: 'helper',
      prompt: 'You help.',
      model: 'scripted/hello.json',
      toolIds: ['read_file'],
    })
    await use(yard)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const runsTheAgent = (): Promise<void> =>
  withAgent(async (yard) => {
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Say hello.' })
    const texts: string[] = []
    for await (const event of run.events) if (event.type === 'text') texts.push(event.delta)
    assert.equal(texts.join(''), 'Hello from the agent.')
    assert.equal((await run.done).status, 'done')
  })

async function overHttp(
  use: (request: (path: string, body?: object) => Promise<Response>) => unknown,
): Promise<void> {
  await withAgent(async (yard) => {
    const tokens = new TokenBook(yard.store.tokens)
    const { value } = await tokens.create({ name: 'test', role: 'admin' })
    await using server = await createHttpServer(yard, { port: 0, tokens })
    await use((path, body) =>
      fetch(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${value}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )
  })
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly name: string }[]
}

export const runners: Cases = {
  SDKExecutor: runsTheAgent,
  IExecutor: runsTheAgent,
  'POST /api/agents': () =>
    overHttp(async (request) => {
      const { items } = (await (await request('/api/tools')).json()) as Listed
      const toolIds = items.filter(({ name }) => name === 'read_file').map(({ id }) => id)
      const made = await request('/api/agents', {
        name: 'Code Assistant',
        prompt: 'You are a coding assistant...',
        toolIds,
      })
      assert.equal(made.status, 201)
      assert.deepEqual(((await made.json()) as { toolIds: string[] }).toolIds, toolIds)
    }),
  'api.listTools': () =>
    overHttp(async (request) => {
      const { items } = (await (await request('/api/tools')).json()) as Listed
      assert.ok(items.some(({ name }) => name === 'read_file'))
    }),
}

export const collaboration: Cases = {
  TeamAgentTool: () =>
    withAgent(
      async (yard) =>
        assert.match(
          textOf(await yard.call('team_agent', { agent: 'helper', message: 'Hello?' }, { threadId: 't' })),
          /Hello from the agent/,
        ),
      { policy: { mode: 'bypass' } },
    ),
  TaskBroadcastTool: () =>
    withAgent(
      async (yard) =>
        assert.match(
          textOf(
            await yard.call(
              'task_broadcast',
              { task: 'Say hello.', agents: ['helper'], wait: true },
              { threadId: 't' },
            ),
          ),
          /helper/,
        ),
      { policy: { mode: 'bypass' } },
    ),
  MCPClientTool: () =>
    withAgent(
      async (yard) => assert.equal((await yard.call('mcp_client', { action: 'servers' })).status, 'ok'),
      { builtins: ['system'], mcpServers: {}, policy: { mode: 'bypass' } },
    ),
  AskUserQuestionTool: () =>
    withAgent(async (yard) => {
      const question = {
        question: 'Which colour?',
        header: 'Colour',
        options: [
          { label: 'red', description: 'Like a rose.' },
          { label: 'blue', description: 'Like the sea.' },
        ],
      }
      assert.match(textOf(await yard.call('ask_user_question', { questions: [question] }, { person })), /red/)
    }),
}

export const spawning: Cases = {
  CronTool: () =>
    withAgent(
      async (yard) => {
        const cron = { name: 'news', message: 'Say hello.', agent: 'helper', schedule: '300s' }
        assert.equal((await yard.call('cron', { action: 'add', ...cron })).status, 'ok')
        assert.match(textOf(await yard.call('cron', { action: 'list' })), /news: every 5 minutes/)
        assert.equal((await yard.call('cron', { action: 'run', name: 'news' })).status, 'ok')
        const isDone = async (): Promise<boolean> =>
          / done/.test(textOf(await yard.call('cron', { action: 'history', name: 'news' })))
        for (let looks = 0; !(await isDone()); looks++) {
          assert.ok(looks < 600, 'the agent has answered')
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        assert.equal((await yard.call('cron', { action: 'remove', name: 'news' })).status, 'ok')
      },
      { policy: { mode: 'bypass' } },
    ),
  SpawnTool: () =>
    withAgent(
      async (yard) => {
        const spawned = await yard.call(
          'spawn',
          { task: 'Say hello.', label: 'greeting', agent: 'helper', wait: true },
          { threadId: 't' },
        )
        assert.match(textOf(spawned), /Hello from the agent/)
        const unnamed = await yard.call('spawn', { task: 'Say hello.', label: 'greeting' })
        assert.match(textOf(unnamed), /^Agent "helper" is at work/)
        await yard.agents.create({ name: 'second', prompt: 'Help.', toolIds: [] })
        const unclear = await yard.call('spawn', { task: 'Say hello.' })
        assert.match(textOf(unclear), /which agent.*Agents: helper, second/s)
      },
      { policy: { mode: 'bypass' } },
    ),
}
