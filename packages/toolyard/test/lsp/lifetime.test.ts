/** A server lives as long as its conversation, is replaced when it dies, and leaves nothing behind. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { textOf } from '../../src/index.ts'
import { fakeServer } from './fake-server.ts'
import { makeProject, type Project, processesIn } from './project.ts'

const typescript = { packages: ['typescript'] }
const python = { packages: ['pyright'] }
const files = { 'tsconfig.json': '{}', 'a.ts': 'export const one = 1\n', 'b.py': 'one = 1\n' }
const ts = { action: 'hover', path: 'a.ts', query: 'one' }
const py = { action: 'hover', path: 'b.py', query: 'one' }

/** Ends what runs in a project, as hard as can be. */
function killAll(project: Project): number {
  const pids = project.processes()
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Ended with the one before.
    }
  }
  return pids.length
}

describe('a language server', () => {
  it('is started on first use, and once a language and thread', async () => {
    await using project = await makeProject(files, { packages: ['typescript', 'pyright'] })
    await project.yard.call('read_file', { path: 'a.ts' }, { threadId: 'thread' })
    assert.equal(project.processes().length, 0)
    await Promise.all([project.ask(ts), project.ask(ts), project.ask(ts)])
    const first = project.processes()
    assert.ok(first.length > 0)
    await project.ask(ts)
    assert.deepEqual(project.processes(), first)
    await project.ask(ts, 'another thread')
    assert.equal(project.processes().length, first.length * 2)
    await project.ask(py)
    assert.ok(project.processes().length > first.length * 2)
  })

  for (const [name, input, options] of [
    ['TypeScript 7', ts, typescript],
    ['pyright', py, python],
  ] as const) {
    it(`is replaced after kill -9 (${name})`, async () => {
      await using project = await makeProject(files, options)
      const before = textOf(await project.ask(input))
      assert.match(before, /one/)
      assert.ok(killAll(project) > 0)
      // The next call may be hit by what nobody has noticed yet.
      const hit = await project.ask(input)
      if (hit.status !== 'ok') assert.match(textOf(hit), /was ended by SIGKILL\nIt is started anew/)
      assert.equal(textOf(await project.ask(input)), before)
      assert.ok(project.processes().length > 0)
    })

    it(`ends with its thread, and leaves no process (${name})`, async () => {
      await using project = await makeProject(files, options)
      await project.ask(input)
      await project.ask(input, 'stays')
      const both = project.processes().length
      await project.yard.threads.cleanupContext('thread')
      assert.equal(project.processes().length, both / 2)
      await project.yard.threads.cleanupContext('stays')
      assert.deepEqual(project.processes(), [])
    })

    it(`ends when Toolyard closes (${name})`, async () => {
      const project = await makeProject(files, options)
      await project.ask(input)
      assert.ok(project.processes().length > 0)
      await project[Symbol.asyncDispose]()
      assert.deepEqual(processesIn(project.root), [])
    })
  }

  it('that dies at work is an error of the call that it was at work for, and of no other', async () => {
    const fake = fakeServer({
      'textDocument/hover': `() => { if (fs.existsSync('died')) return { contents: 'well' }; fs.writeFileSync('died', ''); process.kill(process.pid, 'SIGKILL') }`,
    })
    await using project = await makeProject(files, { fake, sandbox: 'none' })
    const hit = await project.ask(ts)
    assert.equal(hit.error?.code, 'tool_failed')
    assert.equal(hit.error?.retryable, true)
    assert.match(textOf(hit), /TypeScript 7 (?:was ended by SIGKILL|ended with exit code 137)\n.*call again/)
    assert.match(textOf(await project.ask(ts)), /well/)
  })

  it('that will not leave is ended with its thread all the same', async () => {
    const fake = fakeServer(
      { 'textDocument/hover': `() => ({ contents: 'well' })`, shutdown: '() => undefined' },
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`,
    )
    await using project = await makeProject(files, { fake })
    assert.match(textOf(await project.ask(ts)), /well/)
    await project.yard.threads.cleanupContext('thread')
    assert.deepEqual(project.processes(), [])
  })

  it('that is still starting is ended with its thread', async () => {
    const fake = fakeServer({ initialize: '() => undefined' })
    await using project = await makeProject(files, { fake })
    const call = project.ask(ts)
    for (let wait = 0; project.processes().length === 0 && wait < 250; wait++) await pause(20)
    assert.ok(project.processes().length > 0)
    await project.yard.threads.cleanupContext('thread')
    assert.notEqual((await call).status, 'ok')
    assert.deepEqual(project.processes(), [])
  })
})
