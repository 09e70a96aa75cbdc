/**
 * The helper process that starts programs: it dies with its parent, takes what it started along, and can be replaced.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makeFolder, makePrograms, processesWith, uniqueSleep, until } from './support.ts'

const module = join(import.meta.dirname, '../../src/host/proc/programs.ts')

describe('the helper', () => {
  for (const sandbox of ['none', 'required'] as const) {
    it(`ends with everything it started when its parent is killed, sandbox ${sandbox}`, async () => {
      await using folder = await makeFolder()
      const seconds = uniqueSleep()
      const server = serve(folder.path, [
        `const programs = createPrograms({ workspace, environment: process.env, sandbox: '${sandbox}' })`,
        `void programs.run({ argv: ['bash', '-c', 'setsid sleep ${seconds} & sleep ${seconds}'], cwd: workspace })`,
        `setInterval(() => {}, 1000)`,
      ])
      await until('its programs run', () => processesWith(seconds).length >= 2)
      const helpers = helpersOf(server)
      assert.equal(helpers.length, 1)
      const places = placesOf(helpers)
      assert.equal(places.length, 1)
      server.kill('SIGKILL')
      await until('nothing is left', () => processesWith(seconds).length + alive(helpers).length === 0)
      await until('its folder is gone', () => !places.some(existsSync))
    })
  }

  it('does not keep its parent alive, and goes with it', async () => {
    await using folder = await makeFolder()
    const server = serve(folder.path, [
      `const programs = createPrograms({ workspace, environment: process.env, sandbox: 'none' })`,
      `const { stdout } = await programs.run({ argv: ['echo', 'hello'], cwd: workspace })`,
      `process.stdout.write(stdout)`,
    ])
    let said = ''
    server.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    let helpers: number[] = []
    const timer = setInterval(() => (helpers = [...new Set([...helpers, ...helpersOf(server)])]), 5)
    const code = await new Promise((resolve) => server.once('exit', resolve))
    clearInterval(timer)
    assert.deepEqual([code, said], [0, 'hello\n'])
    await until('the helper has gone', () => alive(helpers).length === 0)
  })

  it('that is killed takes its programs along, is told of, and is replaced', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    const seconds = uniqueSleep()
    const running = made.programs.run({
      argv: ['bash', '-c', `echo begun; setsid sleep ${seconds} & sleep ${seconds}`],
      cwd: made.cwd,
    })
    await until('it runs', () => processesWith(seconds).length >= 2)
    process.kill(helperAbove(processesWith(seconds)[0] ?? 0), 'SIGKILL')
    const outcome = await running
    assert.match(outcome.problem ?? '', /helper process .* ended/)
    assert.equal(outcome.stdout, 'begun\n')
    assert.deepEqual(processesWith(seconds), [])
    const next = await made.programs.run({ argv: ['echo', 'again'], cwd: made.cwd })
    assert.equal(next.stdout, 'again\n')
  })

  it('makes forks cheap for a parent that holds much memory', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    await made.programs.run({ argv: ['true'], cwd: made.cwd })
    const outcome = await made.programs.run({ argv: ['sh', '-c', 'echo $PPID'], cwd: made.cwd })
    assert.notEqual(Number(outcome.stdout), process.pid)
    assert.ok(helpersOf({ pid: process.pid }).includes(Number(outcome.stdout)))
  })

  it('leaves no folder behind', async () => {
    const before = new Set(readdirSync(tmpdir()).filter((name) => /^toolyard-\w{6}$/.test(name)))
    {
      await using made = await makePrograms()
      await made.programs.run({ argv: ['sh', '-c', 'echo x > /tmp/file; mkdir -p ~/a/b'], cwd: made.cwd })
    }
    const mine = readdirSync(tmpdir()).filter((name) => /^toolyard-\w{6}$/.test(name) && !before.has(name))
    assert.deepEqual(
      mine.filter((name) => existsSync(join(tmpdir(), name, 'home', 'a'))),
      [],
    )
  })
})

/** A process of its own that starts programs. */
function serve(workspace: string, lines: readonly string[]): ChildProcess {
  const source = [
    `import { createPrograms } from ${JSON.stringify(module)}`,
    `const workspace = ${JSON.stringify(workspace)}`,
    ...lines,
  ]
  return spawn(
    process.execPath,
    ['--conditions=@toolyard/source', '--input-type=module', '-e', source.join('\n')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
}

/** Children of a process that are our helper. */
function helpersOf({ pid }: { readonly pid?: number | undefined }): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? []
      const isHelper = readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('/broker/main.')
      return isHelper && Number(parent) === pid ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/** The helper that a process comes from. */
function helperAbove(pid: number): number {
  const helpers = helpersOf({ pid: process.pid })
  for (let at = pid; at > 1;) {
    if (helpers.includes(at)) return at
    at = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${at}/stat`, 'latin1'))?.[1])
  }
  throw new Error(`process ${pid} comes from no helper`)
}

function placesOf(helpers: readonly number[]): string[] {
  return helpers.map((pid) => readlinkSync(`/proc/${pid}/cwd`))
}

function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    } catch {
      return false
    }
  })
}
