/** Calls as MCP tasks: whose they are, what they ask, how they end, and that any server on the same database answers for them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, type ToolService } from 'toolyard'
import { serveMcp } from '../helpers/mcp-http.ts'
import { TaskClient } from './task-client.ts'

const facts = { permission: 'read', effects: 'none', taskSupport: 'optional' } as const

interface Bench {
  readonly gate: PromiseWithResolvers<void>
  readonly stopped: PromiseWithResolvers<void>
  readonly ran: string[]
}

function newBench(): Bench {
  return { gate: Promise.withResolvers(), stopped: Promise.withResolvers(), ran: [] }
}

function toolsOf({ gate, stopped, ran }: Bench) {
  return [
    defineTool({
      ...facts,
      name: 'work',
      description: 'Works until it is let go.',
      inputSchema: {},
      async execute(_input, { signal }) {
        ran.push('work')
        signal.addEventListener('abort', () => stopped.resolve())
        await Promise.race([gate.promise, stopped.promise])
        signal.throwIfAborted()
        return 'worked'
      },
    }),
    defineTool({
      ...facts,
      name: 'wipe',
      description: 'Asks before it runs.',
      confirm: true,
      inputSchema: { what: String },
      execute({ what }) {
        ran.push(`wiped ${what}`)
        return `wiped ${what}`
      },
    }),
    defineTool({
      ...facts,
      name: 'survey',
      description: 'Asks with a form, then in words.',
      inputSchema: {},
      async execute(_input, { ask }) {
        const { age } = await ask({
          question: 'How old?',
          schema: { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] } as const,
        })
        return `${age} ${await ask({ question: 'Which one?', choices: ['left', 'right'] })}`
      },
    }),
    defineTool({
      ...facts,
      name: 'only_task',
      description: 'Is a task or nothing.',
      taskSupport: 'required',
      inputSchema: {},
      execute: () => 'done',
    }),
    defineTool({ ...facts, name: 'broken', description: 'Fails.', inputSchema: {}, execute: fail }),
  ]
}

function fail(): never {
  throw new Error('it is broken')
}

/** Tells its callers by a header; only those named may approve. */
function serve(yard: ToolService, approvers: readonly string[] = ['ann', 'bob']) {
  const userOf = (request: Request): string | undefined => request.headers.get('x-user') ?? undefined
  return serveMcp(yard, {
    principal: userOf,
    approves: (request) => approvers.includes(userOf(request) ?? ''),
  })
}

async function withFile(use: (database: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-tasks-'))
  try {
    await use(`sqlite:${join(folder, 'toolyard.db')}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('a task', () => {
  it('is taken by one server and read from another on the same database', () =>
    withFile(async (database) => {
      const bench = newBench()
      await using one = await createToolyard({ tools: toolsOf(bench), database })
      await using other = await createToolyard({ tools: toolsOf(bench), database })
      await using first = await serve(one)
      await using second = await serve(other)
      const { taskId, resultType, status } = await new TaskClient(first.url, { user: 'ann' }).start('work')
      assert.deepEqual([resultType, status], ['task', 'working'])
      const there = new TaskClient(second.url, { user: 'ann' })
      const working = await there.get(taskId)
      assert.deepEqual([working.taskId, working.status, working.ttlMs], [taskId, 'working', null])
      bench.gate.resolve()
      const ended = await there.ended(taskId)
      assert.equal(ended.status, 'completed')
      assert.equal(ended.result?.content[0]?.text, 'worked')
      assert.ok((ended.ttlMs ?? 0) > 86_000_000, `kept for ${ended.ttlMs} ms`)
      assert.deepEqual(bench.ran, ['work'], 'it ran once')
    }))

  it('is not there for anyone but the caller that made it', async () => {
    const bench = newBench()
    await using yard = await createToolyard({ tools: toolsOf(bench) })
    await using served = await serve(yard)
    const { taskId } = await new TaskClient(served.url, { user: 'ann' }).start('work')
    for (const user of ['bob', undefined]) {
      const foreign = new TaskClient(served.url, user === undefined ? {} : { user })
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const { body } = await foreign.request(method, { taskId, inputResponses: {} })
        const never = await foreign.request(method, { taskId: 'call_never', inputResponses: {} })
        assert.equal(body.error?.code, -32_602, `${method} of ${user}`)
        assert.equal(body.error?.message.replace(taskId, 'call_never'), never.body.error?.message)
      }
    }
    const owner = new TaskClient(served.url, { user: 'ann' })
    assert.equal((await owner.get(taskId)).status, 'working')
    bench.gate.resolve()
    assert.equal((await owner.ended(taskId)).status, 'completed')
  })

  it('of an agent is not there for the same caller without it', async () => {
    const bench = newBench()
    await using yard = await createToolyard({ tools: toolsOf(bench) })
    const { id } = await yard.agents.create({ name: 'helper', toolIds: ['work'] })
    await using served = await serve(yard)
    const asAgent = new TaskClient(served.agentUrl(id), { user: 'ann' })
    const { taskId } = await asAgent.start('work')
    const { body } = await new TaskClient(served.url, { user: 'ann' }).request('tasks/get', { taskId })
    assert.equal(body.error?.code, -32_602)
    assert.equal(
      (await new TaskClient(served.agentUrl('helper'), { user: 'ann' }).get(taskId)).status,
      'working',
    )
    bench.gate.resolve()
    assert.equal((await asAgent.ended(taskId)).status, 'completed')
  })

  it('that is cancelled stops its tool, from whichever server, and stays cancelled', () =>
    withFile(async (database) => {
      const bench = newBench()
      await using one = await createToolyard({ tools: toolsOf(bench), database })
      await using other = await createToolyard({ tools: toolsOf(bench), database })
      await using first = await serve(one)
      await using second = await serve(other)
      const client = new TaskClient(first.url, { user: 'ann' })
      const { taskId } = await client.start('work')
      const there = new TaskClient(second.url, { user: 'ann' })
      const { body } = await there.request('tasks/cancel', { taskId })
      assert.equal(body.result?.['resultType'], 'complete')
      assert.equal('taskId' in (body.result ?? {}), false)
      const { status, result } = await client.ended(taskId)
      assert.deepEqual([status, result], ['cancelled', undefined])
      if (bench.ran.length > 0) await bench.stopped.promise
      assert.equal((await there.request('tasks/cancel', { taskId })).body.result?.['resultType'], 'complete')
      assert.equal((await there.get(taskId)).status, 'cancelled')
    }))

  it('whose tool fails is completed, with an error as its result', async () => {
    await using yard = await createToolyard({ tools: toolsOf(newBench()) })
    await using served = await serve(yard)
    const client = new TaskClient(served.url, { user: 'ann' })
    const { status, result, error } = await client.ended((await client.start('broken')).taskId)
    assert.deepEqual([status, result?.isError, error], ['completed', true, undefined])
  })

  it('is for clients that know tasks: others wait for the result, or are refused', async () => {
    await using yard = await createToolyard({ tools: toolsOf(newBench()) })
    await using served = await serve(yard)
    const plain = new TaskClient(served.url, { user: 'ann', capabilities: {} })
    const { body } = await plain.request('tools/call', { name: 'broken', arguments: {} })
    assert.deepEqual([body.result?.['resultType'], body.result?.['isError']], ['complete', true])
    const refused = await plain.request('tools/call', { name: 'only_task', arguments: {} })
    assert.deepEqual([refused.status, refused.body.error?.code], [400, -32_021])
    const client = new TaskClient(served.url, { user: 'ann' })
    const { taskId } = await client.start('only_task')
    assert.equal((await plain.request('tasks/get', { taskId })).body.error?.code, -32_021)
    assert.equal((await client.ended(taskId)).result?.content[0]?.text, 'done')
  })
})

describe('what a task asks', () => {
  it('is an approval for those who may approve, shown whole, and used for exactly that call', () =>
    withFile(async (database) => {
      const bench = newBench()
      await using one = await createToolyard({ tools: toolsOf(bench), database })
      await using other = await createToolyard({ tools: toolsOf(bench), database })
      await using first = await serve(one)
      await using second = await serve(other)
      const client = new TaskClient(first.url, { user: 'ann' })
      const { taskId } = await client.start('wipe', { what: 'the board' })
      const there = new TaskClient(second.url, { user: 'ann' })
      const { inputRequests = {} } = await there.until(taskId, 'input_required')
      const [key = ''] = Object.keys(inputRequests)
      const asked = inputRequests[key]
      assert.equal(asked?.method, 'elicitation/create')
      assert.match(asked?.params.message ?? '', /wipe wants to run[^]*the board/)
      assert.deepEqual(bench.ran, [])
      const inputResponses = { [key]: { action: 'accept', content: {} }, other: { action: 'accept' } }
      const { body } = await there.request('tasks/update', { taskId, inputResponses })
      assert.equal(body.result?.['resultType'], 'complete')
      assert.equal((await there.ended(taskId)).result?.content[0]?.text, 'wiped the board')
      assert.deepEqual(bench.ran, ['wiped the board'])
    }))

  it('is no approval for those who may not: it waits in the inbox, and their accept counts for nothing', async () => {
    const bench = newBench()
    await using yard = await createToolyard({ tools: toolsOf(bench) })
    await using served = await serve(yard, ['ann'])
    const client = new TaskClient(served.url, { user: 'bob' })
    const { taskId } = await client.start('wipe', { what: 'the board' })
    for (let told; !told;) told = (await client.get(taskId)).statusMessage
    const { status, inputRequests } = await client.get(taskId)
    assert.deepEqual([status, inputRequests], ['working', undefined])
    const [item] = await yard.inbox.list({ status: 'pending', callId: taskId })
    const inputResponses = { [item?.id ?? '']: { action: 'accept', content: {} } }
    await client.request('tasks/update', { taskId, inputResponses })
    assert.equal((await yard.inbox.find(item?.id ?? '')).status, 'pending')
    assert.deepEqual(bench.ran, [])
    await yard.inbox.reject(item?.id ?? '', { by: 'ann' })
    const ended = await client.ended(taskId)
    assert.deepEqual([ended.status, ended.result?.isError], ['completed', true])
  })

  it('is a question, asked again if its answer does not fit, each under a key of its own', async () => {
    await using yard = await createToolyard({ tools: toolsOf(newBench()) })
    await using served = await serve(yard)
    const client = new TaskClient(served.url, { user: 'ann' })
    const { taskId } = await client.start('survey')
    const first = await client.until(taskId, 'input_required')
    const [form = ''] = Object.keys(first.inputRequests ?? {})
    const wrong = { [form]: { action: 'accept', content: { age: 'old' } } }
    const { body } = await client.request('tasks/update', { taskId, inputResponses: wrong })
    assert.equal(body.error?.code, -32_602)
    assert.match(body.error?.message ?? '', /age/)
    const right = { [form]: { action: 'accept', content: { age: 7 } } }
    await client.request('tasks/update', { taskId, inputResponses: right })
    let choice = form
    while (choice === form) {
      const { inputRequests = {} } = await client.until(taskId, 'input_required')
      choice = Object.keys(inputRequests).find((key) => key !== form) ?? form
    }
    const chosen = { [choice]: { action: 'accept', content: { answer: 'left' } } }
    await client.request('tasks/update', { taskId, inputResponses: chosen })
    assert.equal((await client.ended(taskId)).result?.content[0]?.text, '7 left')
  })
})
