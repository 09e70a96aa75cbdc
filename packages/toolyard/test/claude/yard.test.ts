/** Agents of a Toolyard that the Claude Agent SDK runs: its real program, our pipeline, a model server on this machine. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createToolyard, defineTool, type Tool, type ToolService } from 'toolyard'
import type { RunEvent } from '../../src/agents/index.ts'
import type { ToolyardOptions } from '../../src/runtime/index.ts'
import { type ModelServer, startModelServer, type Turns } from '../agents/model-server.ts'
import { installClaudeSdk } from './install-sdk.ts'
import { claudeModel, makeFolder, wireName } from './open-claude.ts'
import { processesFor } from './processes.ts'

const key = 'sk-ant-test-0987654321'

interface Opened {
  readonly yard: ToolService
  readonly server: ModelServer
  readonly workspace: string
}

async function open(test: TestContext, turns: Turns, options: ToolyardOptions): Promise<Opened> {
  const workspace = await makeFolder(test)
  const server = await startModelServer(turns)
  test.after(() => server[Symbol.asyncDispose]())
  const yard = await createToolyard({
    workspace,
    claude: { sdkFolder: installClaudeSdk() },
    environment: {
      PATH: process.env['PATH'],
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: server.url,
      OTHER_SECRET: 'not for the program',
    },
    ...options,
  })
  test.after(() => yard.close())
  return { yard, server, workspace }
}

const ran: string[] = []

function tool(name: string, execute: (signal: AbortSignal) => unknown): Tool {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    async execute(_input, { signal }) {
      ran.push(name)
      return execute(signal)
    },
  })
}

const call = (name: string, input: object = {}): { tool: string; input: object } => ({
  tool: wireName(name),
  input,
})

describe('an agent that the Claude Agent SDK runs', () => {
  it('calls through the pipeline, a long call beside others, and nothing outside its binding', async (test) => {
    const bash = { tool: 'Bash', input: { command: 'echo hacked > hacked.txt' } }
    const locked = { path: 'locked/a.txt', content: 'x' }
    const write = { tool: 'Write', input: { file_path: 'hacked.txt', content: 'hacked' } }
    const { yard, server, workspace } = await open(
      test,
      [
        {
          reasoning: 'Hm.',
          text: 'I begin.',
          calls: [call('slow'), call('quick'), call('write_file', locked), call('erase'), bash, write],
        },
        { calls: [call('unbound'), { tool: 'Task', input: { description: 'd', prompt: 'p' } }] },
        { text: 'Done.' },
      ],
      {
        tools: [
          tool('slow', async () => {
            await delay(5000)
            return 'slept well'
          }),
          tool('quick', () => ({ celsius: 21 })),
          tool('erase', () => 'erased'),
          tool('unbound', () => 'unbound ran'),
        ],
        builtins: ['files'],
        policy: { deny: ['erase', 'write_file(locked/**)'] },
      },
    )
    ran.length = 0
    await yard.agents.create({
      name: 'worker',
      prompt: 'You work.',
      runner: 'claude',
      model: claudeModel,
      toolIds: ['slow', 'quick', 'erase', 'write_file'],
    })
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Work.' })
    const events = await eventsOf(run.events)
    const last = events.at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.deepEqual([last.reason, last.text, last.usage.steps], ['finished', 'Done.', 3])
    assert.deepEqual(ran.toSorted(), ['quick', 'slow'])
    assert.equal(existsSync(join(workspace, 'hacked.txt')), false)
    assert.equal(typesIn(events).filter((type) => type === 'tool_call').length, 8)
    assert.equal(typesIn(events).filter((type) => type === 'tool_result').length, 8)
    assert.ok(events.some((event) => event.type === 'reasoning'))
    const shown = JSON.stringify(server.requests[1]?.body['messages'])
    for (const words of ['slept well', 'celsius', 'denied', 'No such tool available: Bash'])
      assert.ok(shown.includes(words), words)
    const tools = server.requests[0]?.body['tools'] as readonly { name: string }[]
    assert.deepEqual(tools.map(({ name }) => name).toSorted(), ['quick', 'slow', 'write_file'].map(wireName))
    const journal = await yard.calls({ limit: 10 })
    const told = journal.map(({ tool: name, status, agent, origin }) =>
      [name, status, agent, origin].join(' '),
    )
    assert.deepEqual(told.toSorted(), [
      'quick ok worker agent',
      'slow ok worker agent',
      'write_file denied worker agent',
    ])
  })

  it('stops in the middle of a call and leaves neither a process nor a folder', async (test) => {
    const { yard, server } = await open(test, [{ calls: [call('hang')] }, { text: 'never' }], {
      tools: [tool('hang', (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve)))],
    })
    await yard.agents.create({
      name: 'worker',
      prompt: '',
      runner: 'claude',
      model: claudeModel,
      toolIds: ['hang'],
    })
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Work.' })
    let seen: ReturnType<typeof processesFor> = []
    const events = await eventsOf(run.events, (event) => {
      if (event.type !== 'tool_event') return
      seen = processesFor(server.url)
      yard.runs.abort(run.runId)
    })
    const last = events.at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.equal(last.reason, 'stopped')
    const program = seen.find(({ environment }) => environment['CLAUDE_CONFIG_DIR'] !== undefined)
    assert.ok(program, 'it was seen at work')
    const { environment } = program
    assert.equal(environment['ANTHROPIC_API_KEY'], key)
    assert.equal(environment['OTHER_SECRET'], undefined)
    assert.equal(environment['HOME'], environment['CLAUDE_CONFIG_DIR'])
    assert.equal(existsSync(environment['HOME'] ?? '/'), false)
    assert.deepEqual(processesFor(server.url), [])
    const said = await yard.store.threads.messages(run.threadId)
    const parts = said.flatMap((message) => message.parts)
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['text', 'tool_call', 'tool_result'],
    )
  })

  it('goes on with a conversation in a later run', async (test) => {
    const { yard, server } = await open(
      test,
      [{ calls: [call('quick', { text: 'x' })] }, { text: 'It is 21.' }, { text: 'As I said.' }],
      { tools: [tool('quick', () => '21 degrees')] },
    )
    await yard.agents.create({
      name: 'worker',
      prompt: '',
      runner: 'claude',
      model: claudeModel,
      toolIds: ['quick'],
    })
    const first = await yard.runs.start({ agent: 'worker', prompt: 'How warm is it?' })
    await first.done
    const second = await yard.runs.start({ agent: 'worker', prompt: 'Again?', threadId: first.threadId })
    assert.equal((await second.done).status, 'done')
    const shown = JSON.stringify(server.requests[2]?.body['messages'])
    for (const words of ['How warm is it?', '21 degrees', 'It is 21.', 'Again?'])
      assert.ok(shown.includes(words))
  })

  it('says how to install the SDK where it is missing', async (test) => {
    const { yard } = await open(test, [], { claude: { sdkFolder: await makeFolder(test) } })
    await yard.agents.create({ name: 'worker', prompt: '', runner: 'claude', model: claudeModel })
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Work.' })
    const last = (await eventsOf(run.events)).at(-1)
    assert.ok(last?.type === 'error')
    assert.equal(last.error.code, 'unavailable')
    assert.match(last.error.message, /needs the package @anthropic-ai\/claude-agent-sdk/)
    assert.match(last.error.hint ?? '', /^npm install @anthropic-ai\/claude-agent-sdk@\d/)
  })
})

async function eventsOf(
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

function typesIn(events: readonly RunEvent[]): readonly string[] {
  return events.map(({ type }) => type)
}
