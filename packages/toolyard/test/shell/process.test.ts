import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, textOf, type ToolResult, type ToolService } from 'toolyard'
import { makeFolder, processesWith, uniqueSleep, until, waysToStay } from './support.ts'

describe('a session', () => {
  it('begins where a command runs longer than the call wants to wait', async () => {
    await using made = await makeYard()
    const command = 'echo begun; until [ -e go ]; do sleep 0.02; done; echo over'
    const result = await made.call('bash', { command, yield_time_ms: 300 })
    assert.match(textOf(result), /\[still running after [\d.]+ m?s as session "s1"/)
    await made.call('bash', { command: 'touch go' })
    const end = await made.call('process', { action: 'wait', session_id: 's1' })
    assert.match(textOf(result) + textOf(end), /begun\n[^]*over\n\[s1: exit code 0 after/)
    const later = await made.call('process', { action: 'read', session_id: 's1' })
    assert.match(textOf(later), /^\[s1: exit code 0/)
  })

  it('is not needed where the command ends in time', async () => {
    await using made = await makeYard()
    const result = await made.call('bash', { command: 'echo quick', yield_time_ms: 20_000 })
    assert.equal(textOf(result), 'quick\n')
    assert.equal(textOf(await made.call('process', { action: 'list' })), 'No sessions.')
  })

  it('begins at once in the background', async () => {
    await using made = await makeYard()
    const result = await made.call('bash', { command: 'sleep 50', run_in_background: true })
    assert.equal((result.data as { session_id: string }).session_id, 's1')
    assert.ok(result.durationMs < 20_000)
    assert.match(textOf(await made.call('process', { action: 'list' })), /^s1: running for .*: sleep 50$/)
  })

  it('shows what is new since the last look', async () => {
    await using made = await makeYard()
    const command = 'touch ready; until [ -e go ]; do sleep 0.02; done; echo new; sleep 50'
    await made.call('bash', { command, background: true })
    await until('it is ready', () => existsSync(join(made.path, 'ready')))
    assert.match(textOf(await made.call('process', { action: 'read', session_id: 's1' })), /^\[s1: running/)
    await made.call('bash', { command: 'touch go' })
    const next = await made.call('process', { action: 'wait', session_id: 's1', wait_for: 'ew' })
    assert.match(textOf(next), /^new\n\[s1: running for .*, idle for/)
    assert.match(textOf(await made.call('process', { action: 'read', session_id: 's1' })), /^\[s1: running/)
  })

  it('can be talked to', async () => {
    await using made = await makeYard()
    const command = 'while read -p "> " line; do echo "heard $line"; done; echo over'
    await made.call('bash', { command, yield_time_ms: 50 })
    const write = (input: string, more: object = {}): Promise<ToolResult> =>
      made.call('process', { action: 'write', session_id: 's1', input, ...more })
    assert.match(textOf(await write('one\n', { wait_for: 'heard one' })), /heard one/)
    assert.match(textOf(await write('two\n')), /heard two/)
    assert.match(textOf(await write('three\n\u0004')), /heard three\nover\n\[s1: exit code 0/)
    const late = await write('four\n')
    assert.equal(late.error?.code, 'tool_failed')
    assert.match(textOf(late), /takes no more input/)
  })

  it('begins with the text that it is given to read', async () => {
    await using made = await makeYard()
    await made.call('bash', { command: 'cat', stdin: 'first\n', yield_time_ms: 100 })
    const result = await made.call('process', {
      action: 'write',
      session_id: 's1',
      input: 'second\n',
      wait_for: 'second',
    })
    assert.match(textOf(result), /second\n\[s1: running/)
  })

  it('hears signals, and an interrupt', async () => {
    await using made = await makeYard()
    for (const [id, act] of [
      ['s1', { action: 'signal', signal: 'usr1' }],
      ['s2', { action: 'write', input: '\u0003' }],
    ] as const) {
      const command = `trap "echo caught; exit 5" USR1 INT; touch ready-${id}; while :; do sleep 0.02; done`
      await made.call('bash', { command, background: true })
      await until('it is ready', () => existsSync(join(made.path, `ready-${id}`)))
      await made.call('process', { ...act, session_id: id })
      const end = await made.call('process', { action: 'wait', session_id: id })
      assert.deepEqual((end.data as { exit_code: number }).exit_code, 5)
    }
    const wrong = await made.call('process', { action: 'signal', session_id: 's1', signal: 'SIGTREM' })
    assert.match(textOf(wrong), /invalid_arguments: .*"SIGTREM" is not known. Did you mean "SIGTERM"/)
  })

  it('that is killed takes everything along', async () => {
    await using made = await makeYard()
    for (const [index, stay] of Object.values(waysToStay).entries()) {
      const seconds = uniqueSleep()
      await made.call('bash', { command: `${stay(seconds)}\nsleep ${seconds}`, background: true })
      await until('it runs', () => processesWith(seconds).length >= 2)
      const killed = await made.call('process', { action: 'kill', session_id: `s${index + 1}` })
      assert.match(textOf(killed), /ended on request/)
      assert.deepEqual(processesWith(seconds), [])
    }
  })

  it('is waited for only so long', async () => {
    await using made = await makeYard()
    await made.call('bash', { command: 'sleep 50', background: true })
    const wait = { action: 'wait', session_id: 's1', timeout_ms: 100 }
    assert.match(textOf(await made.call('process', wait)), /it did not end within 100 ms/)
    assert.match(
      textOf(await made.call('process', { ...wait, wait_for: 'x' })),
      /did not print "x" within 100 ms/,
    )
    await made.call('bash', { command: 'sleep 0.2', background: true })
    const over = await made.call('process', { action: 'wait', session_id: 's2', wait_for: 'x' })
    assert.match(textOf(over), /did not print "x" before it ended/)
  })

  it('can be ended while somebody waits for it', async () => {
    await using made = await makeYard()
    await made.call('bash', { command: 'sleep 50', background: true })
    const waiting = made.call('process', { action: 'wait', session_id: 's1' })
    await made.call('process', { action: 'kill', session_id: 's1' })
    assert.match(textOf(await waiting), /ended on request/)
  })

  it('ends at the time limit that it was given', async () => {
    await using made = await makeYard()
    const seconds = uniqueSleep()
    await made.call('bash', { command: `sleep ${seconds}`, background: true, timeout_ms: 300 })
    const end = await made.call('process', { action: 'wait', session_id: 's1' })
    assert.match(textOf(end), /ended at its time limit/)
    assert.deepEqual(processesWith(seconds), [])
  })

  it('belongs to one conversation and ends with it', async () => {
    await using made = await makeYard()
    const [mine, other] = [uniqueSleep(), uniqueSleep()]
    await made.call('bash', { command: `setsid sleep ${mine} & sleep ${mine}`, background: true })
    await made.yard.call('bash', { command: `sleep ${other}`, background: true }, { threadId: 'other' })
    const foreign = await made.yard.call(
      'process',
      { action: 'read', session_id: 's2' },
      { threadId: 'other' },
    )
    assert.equal(foreign.error?.code, 'not_found')
    await until('both run', () => processesWith(mine).length >= 2 && processesWith(other).length > 0)
    const waiting = made.call('bash', { command: `sleep ${mine}` })
    await until('a third runs', () => processesWith(mine).length >= 3)
    await made.yard.threads.cleanupContext('t')
    assert.deepEqual(processesWith(mine), [])
    assert.equal((await waiting).status, 'cancelled')
    assert.ok(processesWith(other).length > 0)
    await made.yard.close()
    assert.deepEqual(processesWith(other), [])
  })

  it('has at most 31 others beside it', async () => {
    await using made = await makeYard()
    for (let count = 0; count < 32; count++)
      await made.call('bash', { command: `sleep 5${count}`, background: true })
    const more = await made.call('bash', { command: 'sleep 50', background: true })
    assert.equal(more.error?.code, 'budget_exhausted')
    assert.match(textOf(more), /32 sessions .* are running already/)
    await made.call('process', { action: 'kill', session_id: 's7' })
    assert.equal((await made.call('bash', { command: 'sleep 50', background: true })).status, 'ok')
  })

  it('keeps the newest megabyte that nobody has read', async () => {
    await using made = await makeYard()
    await made.call('bash', { command: 'sleep 0.3; seq 1 1000000; echo end', background: true })
    await made.call('process', { action: 'list' })
    const end = await made.call('process', { action: 'wait', session_id: 's1' })
    assert.match(textOf(end), /^… [\d,]+ bytes left out …\n/)
    assert.ok((end.data as { output_bytes: number }).output_bytes > 6_000_000)
  })

  it('must be named', async () => {
    await using made = await makeYard()
    const unnamed = await made.call('process', { action: 'read' })
    assert.match(textOf(unnamed), /invalid_arguments: session_id is missing: read needs one/)
    const unknown = await made.call('process', { action: 'kill', session_id: 's9' })
    assert.match(textOf(unknown), /not_found: there is no session "s9"/)
  })

  it('may be looked at without asking, but not written to', async () => {
    await using folder = await makeFolder()
    await using yard = await createToolyard({ builtins: ['shell'], workspace: folder.path })
    assert.equal((await yard.call('process', { action: 'list' })).status, 'ok')
    for (const action of ['write', 'kill', 'signal'])
      assert.equal(
        (await yard.call('process', { action, session_id: 's1', input: 'x' })).status,
        'denied',
        action,
      )
    assert.equal((await yard.call('bash', { command: 'true' })).status, 'denied')
  })
})

interface Made extends AsyncDisposable {
  readonly yard: ToolService
  readonly path: string
  call(tool: string, input: object): Promise<ToolResult>
}

async function makeYard(): Promise<Made> {
  const folder = await makeFolder()
  const yard = await createToolyard({
    builtins: ['shell'],
    workspace: folder.path,
    policy: { mode: 'bypass' },
    limits: { loop: { stopAfter: 1000 } },
  })
  return {
    yard,
    path: folder.path,
    call: (tool, input) => yard.call(tool, input, { threadId: 't' }),
    async [Symbol.asyncDispose]() {
      await yard.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
