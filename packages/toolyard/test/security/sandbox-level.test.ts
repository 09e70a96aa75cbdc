/**
 * Whether there is a sandbox, whether it holds, and what programs see of the environment with it and without.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { makeFolder, makePrograms } from '../shell/support.ts'

describe('the sandbox', () => {
  it('that is not there is told, and nothing runs where it is required', async () => {
    await using made = await makePrograms({ environment: { PATH: await pathWithout('bwrap') } })
    const state = await made.programs.sandbox()
    assert.equal(state.level, 'none')
    assert.match(state.reason ?? '', /not installed.*apt-get install bubblewrap/)
    assert.equal((await made.programs.run({ argv: ['true'], cwd: made.cwd })).exitCode, 0)
    await using strict = await makePrograms({
      sandbox: 'required',
      environment: { PATH: await pathWithout('bwrap') },
    })
    const refused = await strict.programs.run({ argv: ['touch', 'made'], cwd: strict.cwd })
    assert.match(refused.problem ?? '', /without a sandbox, which the settings require: .*not installed/)
    assert.equal(existsSync(join(strict.cwd, 'made')), false)
  })

  it('that does not hold is found out', async () => {
    await using stub = await makeFolder()
    await writeFile(
      join(stub.path, 'bwrap'),
      '#!/bin/bash\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n',
    )
    await chmod(join(stub.path, 'bwrap'), 0o755)
    await using made = await makePrograms({ environment: { PATH: `${stub.path}:/usr/bin:/bin` } })
    const state = await made.programs.sandbox()
    assert.equal(state.level, 'none')
    assert.match(state.reason ?? '', /does not hold/)
    for (const word of ['writes outside', 'home folder', 'server on this machine', 'foreign processes'])
      assert.ok(state.reason?.includes(word), `${word}: ${state.reason}`)
  })

  it('that fails to start is told with its own words', async () => {
    await using stub = await makeFolder()
    await writeFile(
      join(stub.path, 'bwrap'),
      '#!/bin/sh\necho "setting up uid map: Permission denied" >&2; exit 1\n',
    )
    await chmod(join(stub.path, 'bwrap'), 0o755)
    await using made = await makePrograms({ environment: { PATH: `${stub.path}:/usr/bin:/bin` } })
    assert.match((await made.programs.sandbox()).reason ?? '', /does not work.*uid map: Permission denied/)
  })

  it('is never a program of the workspace', async () => {
    await using folder = await makeFolder()
    await writeFile(join(folder.path, 'bwrap'), '#!/bin/sh\ntouch planted\n', { mode: 0o755 })
    await using made = await makePrograms({
      workspace: folder.path,
      environment: { PATH: `${folder.path}:${await pathWithout('bwrap')}` },
    })
    assert.match((await made.programs.sandbox()).reason ?? '', /not installed/)
    assert.equal(existsSync(join(folder.path, 'planted')), false)
  })

  it('is left only by a request that says so, or by the settings', async () => {
    await using made = await makePrograms({ sandbox: 'required' })
    const inside = await made.programs.run({ argv: ['readlink', '/proc/self/ns/pid'], cwd: made.cwd })
    const outside = await made.programs.run({
      argv: ['readlink', '/proc/self/ns/pid'],
      cwd: made.cwd,
      sandbox: 'none',
    })
    assert.notEqual(inside.stdout, outside.stdout)
    await using off = await makePrograms({ sandbox: 'none' })
    assert.deepEqual(await off.programs.sandbox(), {
      level: 'none',
      reason: 'it is switched off in the settings',
    })
  })
})

describe('the environment of a program', () => {
  it('holds a short list of names, what was declared, and no secret', async () => {
    const environment = {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      LC_TIME: 'C',
      TZ: 'UTC',
      AWS_SECRET_ACCESS_KEY: 'very-secret',
      OPENAI_API_KEY: 'very-secret',
      NODE_OPTIONS: '--no-warnings',
      LD_PRELOAD: '/nonexistent.so',
      BASH_ENV: '/etc/profile',
      LC_lower: 'x',
    }
    for (const sandbox of ['none', 'required'] as const) {
      await using made = await makePrograms({ sandbox, environment })
      const env = { STAGE: 'test', PATH: '/evil', TOOLYARD_RUN: 'forged' }
      const outcome = await made.programs.run({ argv: ['env'], cwd: made.cwd, env })
      const seen = Object.fromEntries(
        outcome.stdout
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s, 2)),
      ) as Record<string, string>
      const { TOOLYARD_RUN: mark, TMPDIR: _, PWD: _pwd, ...rest } = seen
      assert.deepEqual(rest, {
        PATH: '/usr/bin:/bin',
        HOME: '/nonexistent',
        LANG: 'C.UTF-8',
        LC_TIME: 'C',
        TZ: 'UTC',
        STAGE: 'test',
      })
      assert.match(mark ?? '', /^run_\w+$/)
    }
  })
})

/** A PATH on which everything that these tests need is found, but not this program. */
async function pathWithout(name: string): Promise<string> {
  const folder = await makeFolder()
  after(() => folder[Symbol.asyncDispose]())
  for (const program of ['bash', 'sh', 'true', 'touch', 'mkfifo'].filter((one) => one !== name)) {
    const place = ['/usr/bin', '/bin'].map((path) => join(path, program)).find((path) => existsSync(path))
    await symlink(place ?? '', join(folder.path, program))
  }
  return folder.path
}
