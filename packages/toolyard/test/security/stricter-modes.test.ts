/** What was asked for in a strict mode may do no more where a process of a loose mode makes it, or goes on with it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings, ToolService } from '../../src/runtime/index.ts'
import { openStricter } from './stricter-yard.ts'

interface Ground {
  readonly folder: string
  readonly ran: string[]
  open(settings: Settings): Promise<ToolService>
}

async function groundFor(test: TestContext): Promise<Ground> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-modes-')))
  const ran: string[] = []
  const yards: ToolService[] = []
  test.after(async () => {
    for (const yard of yards) await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder,
    ran,
    async open(settings) {
      const yard = await openStricter(folder, { ran }, settings)
      yards.push(yard)
      return yard
    },
  }
}

const strict: Settings = { policy: { mode: 'read-only' }, engine: { work: false } }
const loose: Settings = { policy: { mode: 'bypass' }, engine: { queues: ['runs', 'calls', 'gpu'] } }

describe('a process of a loose mode', () => {
  it('denies a background call that was asked for in read-only mode, and what that calls inside', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(strict)
    const { id } = await asking.background.start('write', {}, {})
    const outer = await asking.background.start('outer', {}, {})
    const working = await ground.open(loose)
    const result = await working.background.result(id)
    assert.deepEqual([result.status, result.error?.code], ['denied', 'denied'])
    const inside = await working.background.result(outer.id)
    assert.deepEqual(inside.content, [{ type: 'text', text: 'denied' }])
    const own = await working.background.start('write', {}, {})
    assert.equal((await working.background.result(own.id)).status, 'ok')
    assert.deepEqual(ground.ran, ['write'])
  })

  it('denies a call of its queue for which a process of read-only mode waits', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(strict)
    await ground.open(loose)
    assert.equal((await asking.call('train', {})).status, 'denied')
    assert.deepEqual(ground.ran, [])
  })

  it('goes on with a run of a killed process of read-only mode, and denies what that would deny', async (test) => {
    const ground = await groundFor(test)
    const turns = [
      { calls: [{ tool: 'look' }] },
      { calls: [{ tool: 'write' }] },
      { text: 'Heard: {{lastResult}}' },
    ]
    await writeFile(join(ground.folder, 'turns.json'), JSON.stringify(turns))
    const program = join(import.meta.dirname, 'stricter-yard.ts')
    const child = spawn(process.execPath, ['--conditions=@toolyard/source', program, ground.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const yard = await ground.open(loose)
    for (let tries = 0; (await yard.runs.find('run_1')).status !== 'done' && tries < 600; tries++)
      await sleep(50)
    const { status, result, error } = await yard.runs.find('run_1')
    assert.deepEqual([status, error], ['done', undefined])
    assert.match(result ?? '', /denied.*read-only/s)
    assert.deepEqual(ground.ran, [])
  })
})

describe('the mode that a caller names', () => {
  it('makes no process looser', async (test) => {
    const ground = await groundFor(test)
    const yard = await ground.open({ policy: { mode: 'read-only' } })
    assert.equal((await yard.call('write', {}, { mode: 'bypass' })).status, 'denied')
    assert.deepEqual(ground.ran, [])
  })

  it('counts as the strictest if it is not known', async (test) => {
    const ground = await groundFor(test)
    const yard = await ground.open({ policy: { mode: 'bypass' } })
    assert.equal((await yard.call('write', {}, { mode: 'looser-still' })).status, 'denied')
    assert.equal((await yard.call('write', {}, { mode: 'accept-edits' })).status, 'ok')
    assert.deepEqual(ground.ran, ['write'])
  })
})
