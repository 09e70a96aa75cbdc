/** Pipes, sockets, devices and what the kernel shows as files: refused at once, through every tool. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolService } from 'toolyard'
import { createWorkspace } from '../../src/host/files/index.ts'

const hung = 2000

describe('what is no regular file', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'special-')))
  const server = createServer()
  const names = ['pipe', 'socket', 'to-pipe']
  let yard: ToolService

  before(async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    symlinkSync('pipe', join(folder, 'to-pipe'))
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve))
    try {
      execFileSync('mknod', [join(folder, 'device'), 'c', '1', '5'], { stdio: 'ignore' })
      names.push('device')
    } catch {
      // Only the superuser can make one.
    }
    yard = await createToolyard({ workspace: folder, builtins: ['files'], policy: { mode: 'accept-edits' } })
  })
  after(async () => {
    await yard.close()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is refused by every tool, many times at once, without waiting', async () => {
    const started = performance.now()
    const calls = names.flatMap((path) =>
      Array.from({ length: 8 }, (_, index) => [
        yard.call('read_file', { path, offset: index + 1 }),
        yard.call('write_file', { path, content: 'x' }),
        yard.call('write_file', { path, content: 'x', mode: 'append' }),
        yard.call('edit_file', { path, old_string: 'a', new_string: 'b' }),
        yard.call('list_dir', { path, limit: index + 1 }),
      ]).flat(),
    )
    for (const result of await Promise.all(calls)) {
      assert.equal(result.status, 'error', textOf(result))
      assert.match(textOf(result), /is a (?:named pipe|socket|device)/)
    }
    assert.ok(performance.now() - started < hung)
  })
})

describe('a workspace that is the whole machine', { skip: process.platform !== 'linux' }, () => {
  const files = createWorkspace({ workspace: '/' })

  it('does not have what the kernel shows as files', () => {
    for (const path of [
      '/proc/self/environ',
      '/proc/1/root/etc/passwd',
      '/dev/zero',
      '/dev/tty',
      '/sys/kernel/uevent_seqnum',
    ])
      assert.throws(() => files.openRead(path), { code: 'outside_workspace' }, path)
    assert.throws(() => files.openFolder('/proc/self/fd'), { code: 'outside_workspace' })
  })

  it('has everything else', () => {
    using file = files.openRead('etc/passwd')
    assert.ok(file.size > 0)
  })
})
