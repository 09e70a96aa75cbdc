/**
 * The levels at which programs run, seen from inside: what is closed, what is kept, what is thrown away, and what people are
 * told of it.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { ProgramOutcome, ProgramRequest } from '../../src/host/index.ts'
import { Project } from '../cli/cli.ts'
import { makeFolder, makePrograms } from '../shell/support.ts'

const exec = promisify(execFile)
const look = { level: 'look', reveal: [] } as const

describe('what a program reaches', () => {
  let made: Awaited<ReturnType<typeof makePrograms>>
  let aside: Awaited<ReturnType<typeof makeFolder>>

  before(async () => {
    aside = await makeFolder()
    made = await makePrograms({
      sandbox: 'required',
      asideFolder: aside.path,
      readableSecrets: (path) => path.endsWith('allowed.pem'),
    })
    await write('.env', 'TOKEN=canary\n')
    await write('.env.example', 'TOKEN=\n')
    await write('keys/id_rsa', 'canary\n')
    await write('keys/allowed.pem', 'public\n')
    await write('real.txt', 'canary\n')
    await symlink('real.txt', join(made.cwd, 'secrets.json'))
    await write('.ssh/config', 'canary\n')
    await exec('git', ['init', '-q', '-b', 'main'], { cwd: made.cwd })
    await exec('git', ['config', 'user.email', 't@t'], { cwd: made.cwd })
    await exec('git', ['config', 'user.name', 't'], { cwd: made.cwd })
    await exec('git', ['add', '.env.example', '.env'], { cwd: made.cwd })
    await exec('git', ['commit', '-qm', 'one'], { cwd: made.cwd })
  })
  after(async () => {
    await made[Symbol.asyncDispose]()
    await aside[Symbol.asyncDispose]()
  })

  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(join(made.cwd, name, '..'), { recursive: true })
    await writeFile(join(made.cwd, name), text)
  }
  const run = (command: string, more: Partial<ProgramRequest> = {}): Promise<ProgramOutcome> =>
    made.programs.run({ argv: ['bash', '-c', command], cwd: made.cwd, ...more })

  it('leaves sensitive files closed, not empty, at every level', async () => {
    for (const reach of [look, { level: 'work', reveal: [] } as const])
      for (const name of ['.env', 'keys/id_rsa', 'real.txt', 'secrets.json', '.ssh/config']) {
        const { exitCode, stdout, stderr } = await run(`cat ${name}`, { reach })
        assert.equal(stdout, '')
        assert.equal(exitCode, 1)
        assert.match(stderr, /Permission denied/)
      }
    const { stdout } = await run(
      'cat .env.example keys/allowed.pem; cp .env x; ln .env y; mv .env z; cat x y z',
    )
    assert.equal(stdout, 'TOKEN=\npublic\n')
  })

  it('opens those that were shown to a person', async () => {
    const reach = { level: 'granted', reveal: [join(made.cwd, '.env')] } as const
    const { stdout, sandbox } = await run('cat .env keys/id_rsa', { reach })
    assert.equal(stdout, 'TOKEN=canary\n')
    assert.equal(sandbox?.level, 'granted')
    assert.ok(sandbox.closed.includes(join(made.cwd, 'keys/id_rsa')))
  })

  it('closes files that came a moment ago', async () => {
    await run('true')
    await write('deep/er/.env.local', 'canary\n')
    assert.equal((await run('cat deep/er/.env.local')).stdout, '')
  })

  it('never commits a sensitive file as emptied, and commits beside them as before', async () => {
    await write('src.ts', 'export {}\n')
    await run('git add src.ts && git commit -qm two')
    await write('src.ts', 'export const a = 1\n')
    await write('.env.example', 'TOKEN=\nOTHER=\n')
    const { exitCode } = await run('git commit -qm three -- src.ts .env.example')
    assert.equal(exitCode, 0)
    await run('git commit -qam four')
    const { stdout } = await exec('git', ['show', 'HEAD:.env'], { cwd: made.cwd })
    assert.equal(stdout, 'TOKEN=canary\n')
  })

  it('changes nothing at level look, not even in a home that outlives it', async () => {
    const { stdout } = await run('echo x > made; echo x > ~/made; echo x > /tmp/made; ls ~ /tmp', {
      reach: look,
    })
    assert.match(stdout, /made[\s\S]*made/)
    assert.equal(existsSync(join(made.cwd, 'made')), false)
    assert.doesNotMatch((await run('ls ~ /tmp', { reach: look })).stdout, /made/)
  })

  it('can not lower what a tool asked for', async () => {
    const { exitCode } = await run('echo x > made', { readOnly: true, reach: { level: 'work', reveal: [] } })
    assert.notEqual(exitCode, 0)
  })

  it('moves hooks and settings away that name programs, wherever they were planted', async () => {
    const canary = join(aside.path, 'canary')
    const { sandbox } = await run(
      `git init -q inner && git -C inner config core.fsmonitor 'touch ${canary}' &&
       mkdir -p wt/objects wt/refs && echo 'ref: refs/heads/main' > wt/HEAD && printf '[core]\\n\\tfsmonitor = touch ${canary}\\n' > wt/config &&
       git init -q plain && echo 'ref: x' > plain/.git/commondir`,
    )
    const moved = sandbox?.leftovers?.moved.map(({ from }) => from.slice(made.cwd.length + 1)).toSorted()
    assert.deepEqual(moved, ['inner/.git/config', 'plain/.git/commondir', 'wt/config'])
    for (const folder of ['inner', 'wt', 'plain'])
      await exec('git', ['status'], { cwd: join(made.cwd, folder) }).catch(() => {})
    assert.equal(existsSync(canary), false)
    for (const { to } of sandbox?.leftovers?.moved ?? []) assert.ok(existsSync(to))
  })

  it('leaves harmless repositories where they were made', async () => {
    const { sandbox } = await run(
      'git init -q fine && git -C fine config user.name x && git worktree add -q ../other 2>/dev/null; git worktree add -q tree',
    )
    assert.equal(sandbox?.leftovers, undefined)
    assert.ok(existsSync(join(made.cwd, 'fine/.git/config')))
  })

  it('tells of new files that editors and package managers run', async () => {
    const { sandbox } = await run('mkdir -p .vscode && echo {} > .vscode/tasks.json; echo x > .npmrc')
    const told = sandbox?.leftovers?.told.map((path) => path.slice(made.cwd.length + 1)).toSorted()
    assert.deepEqual(told, ['.npmrc', '.vscode'])
  })

  it('can not change how the machine works, as uid 0 either', async () => {
    for (const file of [
      '/proc/sys/kernel/core_pattern',
      '/proc/sysrq-trigger',
      '/proc/sys/vm/drop_caches',
      '/sys/kernel/mm/ksm/run',
    ])
      assert.notEqual((await run(`echo x >> ${file}`)).exitCode, 0, file)
    assert.equal((await run('cat /etc/shadow')).stdout, '')
  })

  it('ends a swarm of processes before it is much larger than allowed', async () => {
    const { problem = '' } = await run('f() { sleep 30 & f; }; f', { maxProcesses: 64, timeoutMs: 60_000 })
    const count = Number(/it ran (\d+) processes/.exec(problem)?.[1])
    assert.ok(count > 64, problem)
  })

  it('tells a death by signal as one, and an exit code as one', async () => {
    const killed = await run('kill -SEGV $$')
    assert.deepEqual([killed.exitCode, killed.signal], [null, 'SIGSEGV'])
    const wrong = await run('exit 129')
    assert.deepEqual([wrong.exitCode, wrong.signal], [129, null])
  })
})

describe('what programs inherit', () => {
  it('is no file that was open when we were started', async () => {
    await using project = await Project.alone()
    const secret = project.path('secret.txt')
    await writeFile(secret, 'canary-77\n')
    const { command, args, cwd, env } = project.command([
      'call',
      'bash',
      '--mode',
      'bypass',
      'command=cat <&77; ls -l /proc/self/fd',
    ])
    const { stdout, stderr } = await exec(
      'bash',
      ['-c', 'exec 77<"$0"; exec "$@"', secret, command, ...args],
      {
        cwd,
        env,
      },
    ).catch((error: { stdout: string; stderr: string }) => error)
    assert.doesNotMatch(stdout + stderr, /canary-77|secret\.txt/)
    assert.match(stdout + stderr, /fd|descriptor/)
  })

  it('is a PATH whose unreadable folders cost nothing but themselves', async () => {
    await using folder = await makeFolder()
    const shut = join(folder.path, 'shut')
    await mkdir(shut, { mode: 0 })
    const { PATH = '' } = process.env
    await using made = await makePrograms({ environment: { ...process.env, PATH: `${PATH}:${shut}` } })
    assert.equal((await made.programs.sandbox()).level, 'bwrap')
  })
})
