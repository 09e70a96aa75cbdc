/** Runs that are stopped while their process hangs, or dies before it has stopped them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { ToolService } from '../../src/runtime/index.ts'
import { until } from '../http/support.ts'
import { marksIn, openDurable } from './durable-yard.ts'

const program = join(import.meta.dirname, 'durable-process.ts')
const waits = { calls: [{ tool: 'look', input: { text: 'out.txt has GO' } }] }
const marks = { calls: [{ tool: 'mark', input: { text: 'after the stop' } }] }

async function folderWith(test: TestContext, agents: Readonly<Record<string, readonly object[]>>) {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-stopped-'))
  const opened: ToolService[] = []
  test.after(async () => {
    for (const yard of opened) await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  const open = async (work: boolean): Promise<ToolService> => {
    const yard = await openDurable(folder, work ? {} : { engine: { work } })
    opened.push(yard)
    return yard
  }
  await mkdir(join(folder, 'scripts'))
  const door = await open(false)
  for (const [name, turns] of Object.entries(agents)) {
    await writeFile(join(folder, 'scripts', `${name}.json`), JSON.stringify(turns))
    const toolIds = ['look', 'mark', 'spawn']
    await door.agents.create({ name, model: `scripted/scripts/${name}.json`, toolIds })
  }
  return { folder, door, open }
}

describe('a run that is stopped', () => {
  it('while its process hangs is not gone on with when that has died, nor are those below it', async (test) => {
    const { folder, door, open } = await folderWith(test, {
      boss: [{ calls: [{ tool: 'spawn', input: { agent: 'worker', task: 'Go.', wait: true } }] }, marks],
      worker: [waits, marks, { text: 'Done.' }],
    })
    const args = ['--conditions=@toolyard/source', program, folder, 'boss', 'run_1']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const exit = once(child, 'exit')
    test.after(() => child.kill('SIGKILL'))
    await until(async () => {
      const [below] = await door.runs.list({ parentId: 'run_1' })
      return below?.steps === 1 || undefined
    }, 'a worker at work')
    child.kill('SIGSTOP')
    assert.equal(await door.runs.stop('run_1'), true)
    assert.deepEqual(await door.runs.mail.list('run_1'), [])
    child.kill('SIGKILL')
    await exit
    await writeFile(join(folder, 'out.txt'), 'GO')
    await open(true)
    const ended = await until(async () => {
      const runs = await door.runs.list()
      return runs.every(({ endedAt }) => endedAt !== undefined) ? runs : undefined
    }, 'the end of both')
    assert.deepEqual(
      ended.map(({ status, reason }) => [status, reason]),
      [
        ['stopped', 'stopped'],
        ['stopped', 'stopped'],
      ],
    )
    assert.ok(!marksIn(folder).includes('after the stop'))
    assert.deepEqual(await door.store.records.list('messages to runs', 'run_1'), [])
  })
})
