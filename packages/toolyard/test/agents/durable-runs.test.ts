/** Runs that outlive their process: killed in the middle, taken up by another, waiting for people without one. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunEvent, RunRequest } from '../../src/agents/index.ts'
import { unpaired } from '../../src/agents/conformance/index.ts'
import type { Settings, ToolService } from '../../src/runtime/index.ts'
import type { RunStatus } from '../../src/store/index.ts'
import { saidIn, type Turn } from './company.ts'
import { marksIn, openDurable } from './durable-yard.ts'

const program = join(import.meta.dirname, 'durable-process.ts')
const patienceMs = 60_000

/** What has to be closed before the folder goes. */
const closers = new Map<string, (() => unknown)[]>()

async function folderWith(
  test: TestContext,
  agents: Readonly<Record<string, readonly Turn[]>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-durable-'))
  closers.set(folder, [])
  test.after(async () => {
    for (const close of closers.get(folder) ?? []) await close()
    await rm(folder, { recursive: true, force: true })
  })
  await mkdir(join(folder, 'scripts'))
  const yard = await openDurable(folder, { engine: { work: false } })
  for (const [name, turns] of Object.entries(agents)) {
    await writeFile(join(folder, 'scripts', `${name}.json`), JSON.stringify(turns))
    const toolIds = ['mark', 'look', 'pay', 'ask_user_question', 'spawn']
    await yard.agents.create({ name, model: `scripted/scripts/${name}.json`, toolIds })
  }
  await yard.close()
  return folder
}

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=@toolyard/source', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  closers.get(args[0] ?? '')?.push(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return child
}

async function open(folder: string, options?: Settings): Promise<ToolService> {
  const yard = await openDurable(folder, options)
  closers.get(folder)?.push(() => yard.close())
  return yard
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  const end = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error('it did not come to be so')
    await sleep(20)
  }
}

const standsAs = async (yard: ToolService, runId: string, ...status: RunStatus[]) =>
  until(async () => {
    const run = await yard.store.runs.find(runId)
    return run && status.includes(run.status) && run
  })

const marking = (...texts: string[]): Turn => ({
  calls: texts.map((text) => ({ tool: 'mark', input: { text } })),
})

describe('a run that outlives its process', () => {
  for (const [moment, told] of [
    ['before two', ['[mark unknown]', 'one three']],
    ['after two', ['[mark unknown]', 'one two three']],
  ] as const)
    it(`is taken up by another process when its own dies ${moment} a call ends, and repeats nothing`, async (test) => {
      const folder = await folderWith(test, {
        worker: [marking('one'), marking('two'), marking('three'), { text: 'Done.' }],
      })
      const child = start([folder, 'worker', 'run_1', moment])
      await once(child, 'exit')
      const yard = await open(folder)
      const run = await standsAs(yard, 'run_1', 'done')
      assert.deepEqual([run.result, run.reason, run.attempt, run.steps], ['Done.', 'finished', 2, 4])
      const messages = await yard.store.threads.messages('thread of run_1')
      assert.deepEqual(saidIn(messages), [
        'user: Go.',
        'assistant: (mark)',
        'tool: [mark ok]',
        'assistant: (mark)',
        `tool: ${told[0]}`,
        'assistant: (mark)',
        'tool: [mark ok]',
        'assistant: Done.',
      ])
      assert.deepEqual(unpaired(messages), [])
      assert.equal(marksIn(folder).join(' '), told[1])
    })

  it('makes a call that only reads again, and tells its readers which step begins anew', async (test) => {
    const folder = await folderWith(test, {
      worker: [{ calls: [{ tool: 'look', input: { text: 'one' } }] }, { text: 'Seen: {{lastResult}}' }],
    })
    const child = start([folder, 'worker', 'run_1', 'after one'])
    await once(child, 'exit')
    const yard = await open(folder)
    const events: RunEvent[] = []
    for await (const { event } of yard.runs.streams.watch('run_1', 0)) events.push(event)
    // What was told in the last moment before the kill may be missing.
    assert.deepEqual(
      [...new Set(events.map(({ type }) => type))].filter(
        (type) => !['tool_event', 'text', 'usage'].includes(type),
      ),
      ['started', 'tool_call', 'tool_result', 'done'],
    )
    assert.equal((await standsAs(yard, 'run_1', 'done')).result, 'Seen: marked one')
    assert.deepEqual(marksIn(folder), ['one', 'one'])
  })

  it('is handed over by a process that ends in good order', async (test) => {
    const folder = await folderWith(test, {
      worker: [marking('one'), { calls: [{ tool: 'pay', input: { text: 'two' } }] }, { text: 'Paid.' }],
    })
    const child = start([folder, 'worker', 'run_1'])
    const looker = await open(folder, { engine: { work: false } })
    await standsAs(looker, 'run_1', 'waiting')
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
    const [item] = await looker.inbox.list()
    assert.ok(item)
    await looker.inbox.approve(item.id, { by: 'ann' })
    const yard = await open(folder)
    assert.equal((await standsAs(yard, 'run_1', 'done')).result, 'Paid.')
    assert.deepEqual(marksIn(folder), ['one', 'two'])
  })

  it('waits for an approval without a process, for a week, and goes on wherever it is answered', async (test) => {
    const folder = await folderWith(test, {
      worker: [
        {
          calls: [
            { tool: 'mark', input: { text: 'one' } },
            { tool: 'pay', input: { text: 'two' } },
            { tool: 'pay', input: { text: 'three' } },
          ],
        },
        { text: 'Done.' },
      ],
    })
    const child = start([folder, 'worker', 'run_1'])
    const looker = await open(folder, { engine: { work: false } })
    const waiting = await standsAs(looker, 'run_1', 'waiting')
    assert.match(waiting.waitsFor ?? '', /^apr/)
    const items = await looker.inbox.list()
    assert.equal(items.length, 2)
    for (const { expiresAt } of items) assert.ok(expiresAt > Date.now() + 6.9 * 24 * 3_600_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.deepEqual(marksIn(folder), ['one'])
    const yard = await open(folder)
    const three = items.find(({ text }) => text.includes('three'))
    await looker.inbox.reject(three?.id ?? '', { by: 'ann', reason: 'too much' })
    await looker.inbox.approve(items.find((item) => item !== three)?.id ?? '', { by: 'ann' })
    assert.equal((await standsAs(yard, 'run_1', 'done')).result, 'Done.')
    assert.deepEqual(saidIn(await yard.store.threads.messages('thread of run_1')).slice(1), [
      'assistant: (mark) (pay) (pay)',
      'tool: [mark ok]',
      'tool: [pay ok] [pay denied]',
      'assistant: Done.',
    ])
    assert.deepEqual(marksIn(folder), ['one', 'two'])
    assert.deepEqual((await yard.journal.verify())?.problems, [])
  })

  it('tells its model that nobody answered in time, and asks no second time', async (test) => {
    const folder = await folderWith(test, {
      worker: [{ calls: [{ tool: 'pay', input: { text: 'one' } }] }, { text: 'So: {{lastResult}}' }],
    })
    const soon = { limits: { parkedMs: 300 } }
    const yard = await open(folder, soon)
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Go.', runId: 'run_1' })
    await run.gone
    assert.equal((await yard.runs.find('run_1')).status, 'waiting')
    await sleep(400)
    await yard.runs.keeper.answered((await yard.runs.find('run_1')).waitsFor ?? '')
    assert.match((await run.done).result ?? '', /^So: approval_expired: nobody answered/)
    assert.equal((await yard.store.inbox.list({})).length, 1)
    assert.deepEqual(marksIn(folder), [])
  })

  it('takes up a question of a tool, which is asked once', async (test) => {
    const question = { questions: [{ question: 'Red or blue?' }, { question: 'Big or small?' }] }
    const folder = await folderWith(test, {
      worker: [{ calls: [{ tool: 'ask_user_question', input: question }] }, { text: 'So: {{lastResult}}' }],
    })
    const child = start([folder, 'worker', 'run_1'])
    const looker = await open(folder, { engine: { work: false } })
    await standsAs(looker, 'run_1', 'waiting')
    child.kill('SIGKILL')
    const yard = await open(folder)
    const asked = await looker.inbox.list()
    const [form, ...others] = asked
    assert.deepEqual([others, Object.keys(form?.form?.properties ?? {})], [[], ['answer_1', 'answer_2']])
    await looker.inbox.answer(form?.id ?? '', { answer_1: 'Blue', answer_2: 'Small' }, { by: 'ann' })
    const { result } = await standsAs(yard, 'run_1', 'done')
    assert.match(result ?? '', /Blue/)
    assert.match(result ?? '', /Small/)
    assert.equal((await yard.store.inbox.list({ callId: asked[0]?.callId ?? '' })).length, 1)
  })

  it('goes on with the runs below it: those are started once, and their answers arrive', async (test) => {
    const folder = await folderWith(test, {
      boss: [
        { calls: [{ tool: 'spawn', input: { task: 'Pay it.', agent: 'below', wait: true } }] },
        { text: 'Below said: {{lastResult}}' },
      ],
      below: [marking('one'), { calls: [{ tool: 'pay', input: { text: 'two' } }] }, { text: 'Paid by me.' }],
    })
    const child = start([folder, 'boss', 'run_1'])
    const looker = await open(folder, { engine: { work: false } })
    const boss = await standsAs(looker, 'run_1', 'waiting')
    assert.equal((await standsAs(looker, boss.waitsFor ?? '', 'waiting')).parentId, 'run_1')
    child.kill('SIGKILL')
    const yard = await open(folder)
    const [item] = await looker.inbox.list()
    await looker.inbox.approve(item?.id ?? '', { by: 'ann' })
    assert.equal((await standsAs(yard, 'run_1', 'done')).result, 'Below said: Paid by me.')
    assert.deepEqual(marksIn(folder), ['one', 'two'])
    assert.equal((await yard.runs.list({ parentId: 'run_1' })).length, 1)
  })

  it('fails with a sentence if its agent is gone when it is taken up, and its readers hear the end', async (test) => {
    const folder = await folderWith(test, {
      worker: [{ calls: [{ tool: 'pay', input: { text: 'one' } }] }, { text: 'Done.' }],
    })
    const yard = await open(folder)
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Go.', runId: 'run_1' })
    await run.gone
    await yard.agents.remove('worker')
    const [item] = await yard.inbox.list()
    await yard.inbox.approve(item?.id ?? '', { by: 'ann' })
    const { status, error } = await run.done
    assert.equal(status, 'failed')
    assert.match(error ?? '', /there is no agent named "worker"/)
    let last: RunEvent | undefined
    for await (const { event } of yard.runs.streams.watch('run_1', 0)) last = event
    assert.equal(last?.type, 'error')
  })

  it('is left to workers by a process that does not work, as far as there is room, and a runner that can not be taken up runs there', async (test) => {
    const folder = await folderWith(test, { worker: [{ text: 'Done.' }] })
    const door = await open(folder, {
      engine: { work: false, quotas: { waitingPerPrincipal: 1 } },
      runners: { own: { name: 'own', run: ownRun } },
    })
    const ask = (runId: string, agent = 'worker') => door.runs.start({ agent, prompt: 'Go.', runId })
    const first = await ask('run_1')
    await assert.rejects(ask('run_2'), { code: 'busy' })
    assert.equal((await door.runs.find('run_1')).status, 'queued')
    assert.deepEqual((await door.runs.find('run_2')).status, 'failed')
    await door.agents.create({ name: 'own', model: 'any', runner: 'own' })
    assert.equal((await (await ask('run_3', 'own')).done).status, 'done')
    await open(folder)
    assert.equal((await first.done).result, 'Done.')
    assert.equal((await door.runs.find('run_2')).status, 'failed')
  })

  it('is followed by its starter once its end is asked for, and not before', async (test) => {
    const folder = await folderWith(test, { worker: [{ text: 'Done.' }] })
    const door = await open(folder, { engine: { work: false } })
    const find = test.mock.method(door.store.runs, 'find')
    const run = await door.runs.start({ agent: 'worker', prompt: 'Go.', runId: 'run_1' })
    assert.equal(find.mock.callCount(), 0)
    const end = run.done
    assert.equal(find.mock.callCount(), 1)
    assert.equal(run.done, end)
    await open(folder)
    assert.equal((await end).result, 'Done.')
  })

  it('is stopped from another process, while it runs and while it waits', async (test) => {
    const folder = await folderWith(test, {
      worker: [{ calls: [{ tool: 'pay', input: { text: 'one' } }] }, { text: 'Done.' }],
    })
    start([folder, 'worker', 'run_1'])
    const looker = await open(folder, { engine: { work: false } })
    await standsAs(looker, 'run_1', 'waiting')
    assert.equal(await looker.runs.stop('run_1'), true)
    assert.equal(await looker.runs.stop('run_1'), false)
    const { status, waitsFor } = await looker.runs.find('run_1')
    assert.deepEqual([status, waitsFor], ['stopped', undefined])
    assert.deepEqual(await looker.inbox.list(), [])
    const events: RunEvent[] = []
    for await (const { event } of looker.runs.streams.watch('run_1', 0)) events.push(event)
    assert.deepEqual(events.at(-1), {
      type: 'done',
      reason: 'stopped',
      text: '',
      usage: { steps: 1, inputTokens: 0, outputTokens: 0, ...usageOf(events.at(-1)) },
    })
  })
})

async function* ownRun({ runId, threadId, model }: RunRequest): AsyncGenerator<RunEvent, void, undefined> {
  yield { type: 'started', runId, threadId, agent: 'own', model }
  const usage = { steps: 1, inputTokens: 0, outputTokens: 0 }
  yield { type: 'done', reason: 'finished', text: 'Mine.', usage }
}

function usageOf(event: RunEvent | undefined): object {
  return event && 'usage' in event ? event.usage : {}
}
