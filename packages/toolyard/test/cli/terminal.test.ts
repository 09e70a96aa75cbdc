/** A person at a terminal, and the ways in which a command is stopped. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { Project, type Running } from './cli.ts'
import { named, projectFiles } from './project.ts'

let project: Project
before(async () => {
  project = await Project.make(projectFiles)
  await project.run([...named, 'ls'])
})
after(() => project[Symbol.asyncDispose]())

const escape = String.fromCodePoint(27)
const onTerminal = (...args: string[]): Running => project.startOnTerminal([...named, ...args])
const plain = (text: string): string => stripVTControlCharacters(text).replaceAll('\r', '')

describe('on a terminal', { concurrency: 3 }, () => {
  it('there are colours, and they do not move the columns', async () => {
    const { out } = await project.startOnTerminal([...named, 'ls'], { columns: 80 }).ended
    assert.ok(out.includes(`${escape}[36mecho`))
    const { out: piped } = await project.run([...named, 'ls'])
    assert.ok(!piped.includes(escape))
    assert.equal(plain(out).trim(), piped.trim())
  })

  it('a description is cut to the width of the screen', async () => {
    const { out } = await project.startOnTerminal([...named, 'ls'], { columns: 64 }).ended
    for (const line of plain(out).split('\n')) if (line.startsWith('  ')) assert.ok(line.length <= 64, line)
    assert.match(plain(out), /Writes lines until n.*…/)
  })

  it('a call that needs a person asks, and runs on yes', async () => {
    const running = onTerminal('call', 'pay', 'amount=5')
    await running.says(/pay wants to run[\s\S]*"amount": 5[\s\S]*asked because[\s\S]*\[y\/N\]/)
    running.type('y\n')
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out), /PAID 5/)
  })

  it('anything but yes is no', async () => {
    const running = onTerminal('call', 'pay', 'amount=5')
    await running.says(/\[y\/N\]/)
    running.type('not today\n')
    const { code, out } = await running.ended
    assert.equal(code, 3)
    assert.match(plain(out), /rejected: the person at the terminal rejected the call: not today/)
    assert.doesNotMatch(out, /PAID/)
  })

  it('Ctrl-C at the question stops the command', async () => {
    const running = onTerminal('call', 'pay', 'amount=5')
    await running.says(/\[y\/N\]/)
    running.type('\u0003')
    const { code, out } = await running.ended
    assert.equal(code, 130)
    assert.doesNotMatch(out, /PAID/)
  })

  it('the end of input at the question is no', async () => {
    const running = onTerminal('call', 'pay', 'amount=5')
    await running.says(/\[y\/N\]/)
    running.type('\u0004')
    assert.equal((await running.ended).code, 3)
  })

  it('progress is shown in one line that the answer replaces', async () => {
    const { out } = await onTerminal('call', 'climb', 'steps=2').ended
    assert.match(plain(out), /climbing/)
    assert.ok(out.includes(`\r${escape}[2Kstep`))
  })

  it('Ctrl-C ends a running tool', async () => {
    const running = onTerminal('call', 'wait')
    await running.says(/waiting/)
    running.type('\u0003')
    assert.equal((await running.ended).code, 130)
  })
})

describe('a command that is stopped', { concurrency: 3 }, () => {
  it('aborts its tool and exits with 130 on SIGINT', async () => {
    const running = project.start([...named, 'call', 'wait'])
    await running.says(/waiting/)
    running.child.kill('SIGINT')
    const { code, err } = await running.ended
    assert.equal(code, 130)
    assert.match(err, /cancelled: "wait" was cancelled/)
    assert.ok(existsSync(project.path('work/stopped.txt')), 'the tool saw its signal')
  })

  it('still answers one JSON document, and exits with 143 on SIGTERM', async () => {
    const running = project.start([...named, '--json-output', 'call', 'endless'])
    while (!existsSync(project.path('work/endless.txt'))) await sleep(20)
    running.child.kill('SIGTERM')
    const { code, out } = await running.ended
    assert.equal(code, 143)
    assert.equal((JSON.parse(out) as { status: string }).status, 'cancelled')
  })

  it('does not wait for a tool that ignores its signal', async () => {
    const running = project.start([...named, 'call', 'stubborn'])
    await running.says(/started/)
    const killedAt = Date.now()
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 130)
    assert.ok(Date.now() - killedAt < 2500)
  })

  it('ends at once while its configuration is still loading', async () => {
    await using other = await Project.make({
      'toolyard.config.ts':
        "process.stderr.write('loading')\nawait new Promise(() => setInterval(() => {}, 1000))",
    })
    const running = other.start([...named, 'ls'])
    await running.says(/loading/)
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 130)
  })

  it('ends, and its tool with it, when nobody reads its output any more', async () => {
    const running = project.start([...named, 'call', 'endless'])
    await running.says(/line 1\n/)
    running.child.stdout.destroy()
    const { code, err } = await running.ended
    assert.equal(code, 0)
    assert.doesNotMatch(err, /EPIPE/)
  })
})
