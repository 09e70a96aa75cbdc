/** Runs of the SDK that outlive their process: killed as kill -9 does, taken up by another. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { unpaired } from '../../src/agents/conformance/index.ts'
import type { Settings, ToolService } from '../../src/runtime/index.ts'
import { saidIn } from '../agents/company.ts'
import { marksIn, openDurable } from '../agents/durable-yard.ts'
import { type ModelServer, type ModelTurn, startModelServer, type Turns } from '../agents/model-server.ts'
import { durableSettings } from './durable-settings.ts'
import { claudeModel, makeFolder } from './open-claude.ts'
import { blocksOf, call } from './open-yard.ts'
import { processesFor } from './processes.ts'

const program = join(import.meta.dirname, 'durable-process.ts')

interface Place {
  readonly folder: string
  readonly server: ModelServer
  readonly open: (options?: Settings) => Promise<ToolService>
  readonly start: (prompt: string) => ChildProcess
}

async function place(test: TestContext, turns: Turns): Promise<Place> {
  const closing: (() => unknown)[] = []
  // Before the folder goes.
  test.after(async () => {
    for (const close of closing) await close()
  })
  const folder = await makeFolder(test)
  const server = await startModelServer(turns)
  const open = async (options: Settings = {}): Promise<ToolService> => {
    const yard = await openDurable(folder, { ...durableSettings(server.url), ...options })
    closing.push(() => yard.close())
    return yard
  }
  const first = await openDurable(folder, { ...durableSettings(server.url), engine: { work: false } })
  const toolIds = ['mark', 'look', 'pay']
  await first.agents.create({ name: 'worker', runner: 'claude', model: claudeModel, toolIds })
  await first.close()
  test.after(async () => {
    for (const { pid } of processesFor(server.url)) process.kill(pid, 'SIGKILL')
    await server[Symbol.asyncDispose]()
  })
  return {
    folder,
    server,
    open,
    start(prompt) {
      const child = spawn(
        process.execPath,
        ['--conditions=@toolyard/source', program, folder, server.url, prompt],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      closing.push(() => child.kill('SIGKILL'))
      return child
    },
  }
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await sleep(50)
  }
}

const doneIn = (yard: ToolService) =>
  until(async () => {
    const run = await yard.store.runs.find('run_1')
    if (run && !['done', 'queued', 'running', 'waiting'].includes(run.status))
      throw new Error(`it ended as ${run.status}: ${run.error ?? run.reason ?? ''}`)
    return run?.status === 'done' && run
  })

/** A program whose process was killed may ask once more before it ends: nobody hears what it is told. */
function unlessLeft(answer: (said: string) => ModelTurn): Turns {
  return ({ body }) => {
    const said = JSON.stringify(body['messages'])
    return said.includes('STOP what you are doing') ? { text: 'Nobody hears this.' } : answer(said)
  }
}

describe('a run of the SDK that outlives its process', () => {
  it('waits for an approval without one, and makes the call once when it is given', async (test) => {
    const { folder, server, open, start } = await place(
      test,
      unlessLeft((said) => {
        if (!said.includes('marked one'))
          return { reasoning: 'First a mark.', calls: [call('mark', { text: 'one' })] }
        return said.includes('marked two') ? { text: 'Paid.' } : { calls: [call('pay', { text: 'two' })] }
      }),
    )
    const child = start('Pay.')
    const looker = await open({ engine: { work: false } })
    const waiting = await until(async () => {
      const run = await looker.store.runs.find('run_1')
      return run?.status === 'waiting' && run
    })
    assert.match(waiting.waitsFor ?? '', /^apr/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.deepEqual(marksIn(folder), ['one'])
    const [item] = await looker.inbox.list()
    await looker.inbox.approve(item?.id ?? '', { by: 'ann' })
    const yard = await open()
    const run = await doneIn(yard)
    assert.deepEqual([run.result, run.reason, run.steps], ['Paid.', 'finished', 3])
    assert.deepEqual(marksIn(folder), ['one', 'two'])
    const messages = await yard.store.threads.messages('thread_1')
    assert.deepEqual(saidIn(messages), [
      'user: Pay.',
      'assistant: First a mark. (mark)',
      'tool: [mark ok]',
      'assistant: (pay)',
      'tool: [pay ok]',
      'assistant: Paid.',
    ])
    assert.deepEqual(unpaired(messages), [])
    const told = blocksOf(server, server.requests.length - 1).join('\n')
    assert.match(told, /marked two/)
    assert.doesNotMatch(told, /pending|may have had its effect/)
  })

  it('is taken up in the middle of its work, and repeats nothing', async (test) => {
    const { folder, server, open, start } = await place(
      test,
      unlessLeft((said) => {
        if (!said.includes('marked one')) return { calls: [call('mark', { text: 'one' })] }
        return said.includes('"two') || said.includes('\\"two')
          ? { text: 'Done.' }
          : { calls: [call('mark', { text: 'two' })] }
      }),
    )
    const child = start('Go.')
    await until(async () => marksIn(folder).includes('one'))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const yard = await open()
    const run = await doneIn(yard)
    assert.equal(run.result, 'Done.')
    assert.equal(new Set(marksIn(folder)).size, marksIn(folder).length, 'no mark twice')
    assert.deepEqual(unpaired(await yard.store.threads.messages('thread_1')), [])
    assert.ok(server.requests.length >= 3)
  })
})
