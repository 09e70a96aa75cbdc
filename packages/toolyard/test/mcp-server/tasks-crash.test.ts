/** A server that is killed in the middle of its tasks: another one on the same database answers for them. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { createToolyard } from 'toolyard'
import { serveMcp } from '../helpers/mcp-http.ts'
import { gatedTools } from './fixtures/task-tools.ts'
import { until } from './ground.ts'
import { TaskClient } from './task-client.ts'

const program = join(import.meta.dirname, 'fixtures/task-server.ts')

async function startServer(database: string): Promise<{ child: ChildProcess; url: URL }> {
  const args = ['--conditions=@toolyard/source', program, database]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) return { child, url: new URL(line) }
  throw new Error('the server did not start')
}

describe('a server that is killed in the middle of tasks', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-tasks-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('leaves them to the others: what only looks runs again, of what changes something no one pretends to know', async () => {
    const database = `sqlite:${join(folder, 'toolyard.db')}`
    const [log, gate] = [join(folder, 'log'), join(folder, 'gate')]
    const { child, url } = await startServer(database)
    const client = new TaskClient(url)
    const reading = await client.start('gated_read', { log, gate })
    const writing = await client.start('gated_write', { log, gate })
    const begun = (name: string): number =>
      existsSync(log) ? readFileSync(log, 'utf8').split(name).length - 1 : 0
    await until(() => begun('gated_read') === 1 && begun('gated_write') === 1, 'both have begun')
    child.kill('SIGKILL')
    await once(child, 'close')

    await using yard = await createToolyard({ tools: gatedTools, database, policy: { mode: 'bypass' } })
    await using served = await serveMcp(yard, { principal: 'ann' })
    const there = new TaskClient(served.url)
    assert.equal((await there.get(reading.taskId)).taskId, reading.taskId, 'it is known at once')
    const written = await there.ended(writing.taskId)
    assert.deepEqual([written.status, written.error?.code], ['failed', -32_603])
    assert.match(written.statusMessage ?? '', /not known|whether/i)
    writeFileSync(gate, '')
    const read = await there.ended(reading.taskId)
    assert.deepEqual([read.status, read.result?.content[0]?.text], ['completed', 'gated_read is done'])
    assert.equal(begun('gated_write'), 1, 'what changes something ran once')
  })
})
