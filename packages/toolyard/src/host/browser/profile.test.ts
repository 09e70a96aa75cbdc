/** A kept profile is used by one browser at a time, and never stays locked by a process that is gone. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { ToolyardError } from '../../kernel/index.ts'
import { holdProfile } from './profile.ts'

async function folder(test: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'toolyard-profiles-'))
  test.after(() => rm(made, { recursive: true, force: true }))
  return made
}

describe('a kept profile', () => {
  it('has one holder of many that want it at once, also after a process that was killed', async (test) => {
    const profiles = await folder(test)
    const gone = spawn(process.execPath, ['-e', ''])
    await once(gone, 'exit')
    await writeFile(join(profiles, 'work.lock'), String(gone.pid))
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => holdProfile(profiles, 'work')))
    const held = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const codes = tries.flatMap((each) =>
      each.status === 'rejected' ? [ToolyardError.from(each.reason).code] : [],
    )
    assert.deepEqual(new Set(codes), new Set(['busy']))
    assert.equal(held.length, 1)
    await held[0]?.release()
    await (await holdProfile(profiles, 'work')).release()
  })

  it('is free although another program has the number of the process that had it', async (test) => {
    const profiles = await folder(test)
    await writeFile(join(profiles, 'work.lock'), String(process.ppid))
    await (await holdProfile(profiles, 'work')).release()
  })

  it('that another process holds is busy, and free when that was killed', async (test) => {
    const profiles = await folder(test)
    const script = `const { holdProfile } = await import(${JSON.stringify(import.meta.resolve('./profile.ts'))})
      await holdProfile(${JSON.stringify(profiles)}, 'work')
      console.log('held'); setInterval(() => {}, 1000)`
    const args = ['--conditions=@toolyard/source', '--input-type=module', '-e', script]
    const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    test.after(() => other.kill('SIGKILL'))
    await once(other.stdout, 'data')
    await assert.rejects(holdProfile(profiles, 'work'), { code: 'busy' })
    other.kill('SIGKILL')
    await once(other, 'exit')
    await (await holdProfile(profiles, 'work')).release()
  })
})
