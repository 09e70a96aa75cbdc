/** Runs whose process dies when their model has said its last words, and the end is not written. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings, ToolService } from '../../src/runtime/index.ts'
import { saidIn, type Turn } from './company.ts'
import { openDurable } from './durable-yard.ts'

const program = join(import.meta.dirname, 'durable-process.ts')
const patienceMs = 60_000
const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

interface Killed {
  readonly folder: string
  readonly open: (options?: Settings) => Promise<ToolService>
}

/** A run `run_1` of the agent, whose process has died at its end. */
async function killed(
  test: TestContext,
  turns: readonly Turn[],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Killed> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-killed-'))
  const opened: ToolService[] = []
  test.after(async () => {
    for (const yard of opened) await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  const open = async (options?: Settings): Promise<ToolService> => {
    const yard = await openDurable(folder, options)
    opened.push(yard)
    return yard
  }
  await mkdir(join(folder, 'scripts'))
  await writeFile(join(folder, 'scripts', 'worker.json'), JSON.stringify(turns))
  const first = await openDurable(folder, { engine: { work: false } })
  await first.agents.create({ name: 'worker', model: 'scripted/scripts/worker.json', settings })
  await first.close()
  const args = ['--conditions=@toolyard/source', program, folder, 'worker', 'run_1', 'at its end']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = (await once(child, 'exit')) as [unknown, NodeJS.Signals | null]
  assert.equal(signal, 'SIGKILL')
  return { folder, open }
}

async function ended(yard: ToolService) {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(20)) {
    const run = await yard.store.runs.find('run_1')
    if (run && run.status !== 'queued' && run.status !== 'running') return run
  }
  throw new Error('it did not end')
}

describe('a run whose process died after its last answer', () => {
  it('gives the data that it was asked for', async (test) => {
    const { open } = await killed(test, [{ text: '{"n":1}' }], { output })
    const { status, reason, output: data, steps, attempt } = await ended(await open())
    assert.deepEqual([status, reason, data, steps, attempt], ['done', 'finished', { n: 1 }, 1, 2])
  })

  it('is asked once more, and only once, if that is not the data', async (test) => {
    const { open } = await killed(test, [{ text: 'One.' }, { text: 'Two.' }, { text: '{"n":3}' }], { output })
    const { status, reason, result, steps } = await ended(await open())
    assert.deepEqual([status, reason, result, steps], ['incomplete', 'invalid_output', 'Two.', 2])
  })

  it('hears what was said to it before another process took it up', async (test) => {
    const { open } = await killed(test, [{ text: 'First.' }, { text: 'Second.' }])
    const door = await open({ engine: { work: false } })
    await door.runs.say('run_1', { text: 'And now?' })
    const { status, result } = await ended(await open())
    assert.deepEqual([status, result], ['done', 'Second.'])
    assert.deepEqual(saidIn(await door.store.threads.messages('thread of run_1')), [
      'user: Go.',
      'assistant: First.',
      'user: And now?',
      'assistant: Second.',
    ])
    assert.deepEqual(await door.runs.mail.list('run_1'), [])
  })
})
