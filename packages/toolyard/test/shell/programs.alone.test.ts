import assert from 'node:assert/strict'
import { constants } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ProgramRequest } from '../../src/host/index.ts'
import type { ProgramSettings } from '../../src/host/proc/programs.ts'
import { makePrograms, processesWith, uniqueSleep, until } from './support.ts'

const places: Readonly<Record<string, Partial<ProgramSettings>>> = {
  'started by the helper': { sandbox: 'none' },
  'started directly': { sandbox: 'none', launcher: 'direct' },
  'in the sandbox': { sandbox: 'required' },
}

for (const [place, settings] of Object.entries(places)) {
  describe(`a program ${place}`, () => {
    it('tells how it ended and what it printed', async () => {
      await using made = await makePrograms(settings)
      const outcome = await made.programs.run(shell(made.cwd, 'pwd; echo oops >&2; exit 3'))
      assert.deepEqual(
        { ...outcome, durationMs: 0, sandbox: undefined },
        {
          exitCode: 3,
          signal: null,
          stdout: `${made.cwd}\n`,
          stderr: 'oops\n',
          dropped: 0,
          timedOut: false,
          stopped: false,
          durationMs: 0,
          sandbox: undefined,
        },
      )
    })

    it('reads what it is given and no more', async () => {
      await using made = await makePrograms(settings)
      const read = await made.programs.run({ argv: ['cat'], cwd: made.cwd, stdin: 'open' })
      assert.equal(read.stdout, 'open')
      const long = 'x'.repeat(3_000_000)
      const many = await made.programs.run({ argv: ['wc', '-c'], cwd: made.cwd, stdin: long })
      assert.equal(many.stdout.trim(), '3000000')
      const nothing = await made.programs.run({ argv: ['cat'], cwd: made.cwd })
      assert.deepEqual([nothing.exitCode, nothing.stdout], [0, ''])
    })

    it('need not read what it is given', async () => {
      await using made = await makePrograms(settings)
      const outcome = await made.programs.run({ argv: ['true'], cwd: made.cwd, stdin: 'x'.repeat(900_000) })
      assert.equal(outcome.exitCode, 0)
    })

    it('can be talked to while it runs', async () => {
      await using made = await makePrograms(settings)
      const heard: string[] = []
      const program = made.programs.start({
        ...shell(made.cwd, 'while read line; do echo "heard $line"; done; echo over'),
        interactive: true,
        onOutput: (chunk) => void heard.push(chunk.toString()),
      })
      await program.write('one\n')
      await until('it answers', () => heard.join('').includes('heard one'))
      await program.write('two\n')
      program.end()
      assert.equal((await program.exited).exitCode, 0)
      assert.equal(heard.join(''), 'heard one\nheard two\nover\n')
      await program.write('nobody hears this')
    })

    it('ends at its exit, not when its pipes are closed', async () => {
      await using made = await makePrograms(settings)
      const outcome = await made.programs.run(shell(made.cwd, 'sleep 100 & echo done'))
      assert.deepEqual([outcome.stdout, outcome.exitCode], ['done\n', 0])
      assert.ok(outcome.durationMs < 50_000)
    })

    it('hears signals', async () => {
      await using made = await makePrograms(settings)
      const heard: string[] = []
      const program = made.programs.start({
        ...shell(made.cwd, 'trap "echo usr1; exit 7" USR1; echo ready; while :; do sleep 0.05; done'),
        onOutput: (chunk) => void heard.push(chunk.toString()),
      })
      await until('it is ready', () => heard.join('') === 'ready\n')
      program.kill('SIGUSR1')
      assert.equal((await program.exited).exitCode, 7)
      assert.match(heard.join(''), /usr1\n$/)
    })

    it('is given time to end well before it is killed', async () => {
      await using made = await makePrograms(settings)
      const outcome = await made.programs.run({
        ...shell(made.cwd, 'trap "echo saved; exit 0" TERM; while :; do sleep 0.02; done'),
        timeoutMs: 500,
      })
      assert.deepEqual([outcome.timedOut, outcome.stdout], [true, 'saved\n'])
    })

    it('that is deaf to TERM is killed', async () => {
      await using made = await makePrograms(settings)
      const seconds = uniqueSleep()
      const outcome = await made.programs.run({
        ...shell(made.cwd, `trap '' TERM; sleep ${seconds}; sleep ${seconds}`),
        timeoutMs: 300,
      })
      assert.deepEqual([outcome.timedOut, processesWith(seconds)], [true, []])
    })

    it('that is aborted before it starts never runs', async () => {
      await using made = await makePrograms(settings)
      const outcome = await made.programs.run({
        ...shell(made.cwd, 'echo ran'),
        signal: AbortSignal.abort(),
      })
      assert.deepEqual([outcome.stopped, outcome.stdout, outcome.exitCode], [true, '', null])
    })

    it('that can not be started says why', async () => {
      await using made = await makePrograms(settings)
      const plain = join(made.cwd, 'plain.txt')
      await writeFile(plain, 'no program', { mode: constants.S_IRUSR })
      const problemOf = async (request: Partial<ProgramRequest>): Promise<string> =>
        (await made.programs.run({ argv: ['true'], cwd: made.cwd, ...request })).problem ?? ''
      assert.match(await problemOf({ argv: ['no-such-program-here'] }), /no program "no-such-program-here"/)
      assert.match(await problemOf({ argv: [plain] }), /no program/)
      assert.match(await problemOf({ argv: [made.cwd] }), /no program/)
      assert.match(await problemOf({ argv: [] }), /no program/)
      assert.match(await problemOf({ argv: ['bash', '-c', 'x'.repeat(3_000_000)] }), /too long/)
      for (const timeoutMs of [0, -1, 1.5, 2 ** 31, Number.NaN, Infinity])
        assert.match(await problemOf({ timeoutMs }), /is not a whole number from 1 to 2147483647/)
      assert.equal(
        (await made.programs.run({ argv: ['true'], cwd: made.cwd, timeoutMs: 2 ** 31 - 1 })).exitCode,
        0,
      )
    })

    it('keeps the first part of what it prints and counts the rest', async () => {
      await using made = await makePrograms(settings)
      const outcome = await made.programs.run({
        ...shell(made.cwd, 'head -c 3000000 /dev/zero | tr "\\0" a; echo e >&2'),
        maxOutput: 1000,
      })
      assert.deepEqual(
        [outcome.stdout, outcome.stderr, outcome.dropped],
        ['a'.repeat(1000), 'e\n', 2_999_000],
      )
    })

    it('waits for a slow reader, who loses nothing', async () => {
      await using made = await makePrograms(settings)
      let [bytes, ahead, most] = [0, 0, 0]
      const outcome = await made.programs.run({
        argv: ['head', '-c', '3000000', '/dev/zero'],
        cwd: made.cwd,
        async onOutput(chunk) {
          most = Math.max(most, ++ahead)
          await new Promise((resolve) => setTimeout(resolve, 2))
          bytes += chunk.length
          ahead--
        },
      })
      assert.deepEqual([outcome.exitCode, bytes], [0, 3_000_000])
      assert.ok(most < 8, `${most} parts were sent before the first was taken`)
    })

    it('that starts too many processes is ended', async () => {
      await using made = await makePrograms(settings)
      const seconds = uniqueSleep()
      const outcome = await made.programs.run({
        ...shell(made.cwd, `for i in {1..30}; do sleep ${seconds} & done; wait`),
        maxProcesses: 20,
      })
      assert.match(outcome.problem ?? '', /ran \d\d processes at once; 20 are allowed/)
      assert.deepEqual(processesWith(seconds), [])
    })

    it('runs beside many others, each with its own output', async () => {
      await using made = await makePrograms(settings)
      const numbers = Array.from({ length: 80 }, (_, index) => String(index))
      const outcomes = await Promise.all(
        numbers.map((number) =>
          made.programs.run({ argv: ['sh', '-c', `echo ${number}; echo ${number} >&2`], cwd: made.cwd }),
        ),
      )
      assert.deepEqual(
        outcomes.map(({ stdout, stderr }) => [stdout, stderr]),
        numbers.map((number) => [`${number}\n`, `${number}\n`]),
      )
    })
  })
}

describe('programs', () => {
  it('print errors and output in one order where they are merged', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    const lines = Array.from({ length: 200 }, (_, index) => `echo ${index}${index % 2 ? ' >&2' : ''}`)
    const outcome = await made.programs.run({ ...shell(made.cwd, lines.join('\n')), merge: true })
    assert.equal(outcome.stdout, `${lines.map((_, index) => index).join('\n')}\n`)
    assert.equal(outcome.stderr, '')
  })

  it('find real pipes where they look for them', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    const outcome = await made.programs.run({
      ...shell(made.cwd, 'echo one > /dev/stdout; echo two > /dev/stderr; cat /dev/stdin'),
      stdin: 'three\n',
    })
    assert.deepEqual([outcome.stdout, outcome.stderr], ['one\nthree\n', 'two\n'])
  })

  it('print two gigabytes without filling our memory or stopping our work', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    let [bytes, turns] = [0, 0]
    const before = process.memoryUsage.rss()
    let most = 0
    const timer = setInterval(() => {
      turns++
      most = Math.max(most, process.memoryUsage.rss() - before)
    }, 5)
    const outcome = await made.programs.run({
      argv: ['head', '-c', '2000000000', '/dev/zero'],
      cwd: made.cwd,
      reuseBuffer: true,
      onOutput: (chunk) => void (bytes += chunk.length),
    })
    clearInterval(timer)
    assert.deepEqual([outcome.exitCode, bytes], [0, 2_000_000_000])
    assert.ok(most < 64_000_000, `${most} bytes more than before`)
    assert.ok(turns > 5, 'nothing else had its turn')
  })

  it('do not wait for one that got away and prints for ever', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    const command = `env -i setsid /bin/bash -c 'while :; do echo x; sleep 0.01; done' & sleep 0.2; echo over`
    const outcome = await made.programs.run(shell(made.cwd, command))
    assert.equal(outcome.exitCode, 0)
    assert.match(outcome.stdout, /over\n/)
  })

  it('are cut between characters', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    const request = { argv: ['printf', 'a€€'], cwd: made.cwd }
    assert.equal((await made.programs.run({ ...request, maxOutput: 5 })).stdout, 'a€')
    assert.equal((await made.programs.run(request)).stdout, 'a€€')
    const broken = await made.programs.run({ argv: ['printf', 'a\\342'], cwd: made.cwd })
    assert.equal(broken.stdout, 'a\ufffd')
  })

  it('are found by name on the PATH, or by an absolute path', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    const bash = await made.programs.find('bash')
    assert.match(bash ?? '', /^\/.*\/bash$/)
    assert.equal(await made.programs.find(bash ?? ''), bash)
    assert.equal(await made.programs.find('no-such-program-here'), undefined)
    assert.equal(await made.programs.find('./bash'), undefined)
  })

  it('of the workspace never take the name of one of the machine', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    const folder = join(made.cwd, 'bin')
    await mkdir(folder)
    for (const name of ['cat', 'only-here']) {
      await writeFile(join(folder, name), `#!/bin/sh\necho planted ${name}\n`)
      await chmod(join(folder, name), 0o755)
    }
    await using other = await makePrograms({
      sandbox: 'none',
      workspace: made.cwd,
      environment: { PATH: `relative:${folder}::${process.env['PATH']}` },
    })
    const outcome = await other.programs.run(shell(made.cwd, 'echo "$PATH"; only-here; cat < /dev/null'))
    assert.match(outcome.stdout, /^\/.*\nplanted only-here\n$/)
    assert.doesNotMatch(outcome.stdout, /relative|planted cat/)
  })

  it('are not started any more after the end', async () => {
    await using made = await makePrograms({ sandbox: 'none' })
    assert.equal((await made.programs.run({ argv: ['true'], cwd: made.cwd })).exitCode, 0)
    await made.programs.close()
    await made.programs.close()
    const outcome = await made.programs.run({ argv: ['true'], cwd: made.cwd })
    assert.match(outcome.problem ?? '', /shutting down/)
  })
})

function shell(cwd: string, command: string): ProgramRequest {
  return { argv: ['bash', '-c', command], cwd }
}
