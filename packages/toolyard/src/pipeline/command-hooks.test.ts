import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  createToolyard,
  type HookCommand,
  type HookSpec,
  type ToolResult,
  type ToolyardOptions,
} from '../index.ts'
import { codeOf, Desk, type Input, probe, sleep, soon, textOf } from './support.test.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-hooks-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** A hook that is a program of Node: what it was told is in `event`. */
function script(source: string, more: Partial<HookCommand> = {}): HookCommand {
  const read = `let text = ''; for await (const part of process.stdin) text += part; const event = JSON.parse(text);`
  return { command: process.execPath, args: ['--input-type=module', '-e', `${read} ${source}`], ...more }
}

interface Seen {
  readonly result: ToolResult
  readonly inputs: readonly Input[]
}

async function call(
  handler: HookCommand,
  more: Partial<HookSpec> = {},
  options: ToolyardOptions = {},
): Promise<Seen> {
  const inputs: Input[] = []
  await using yard = await createToolyard({
    tools: [probe((input) => (inputs.push(input), 'ran'))],
    hooks: [{ name: 'program', type: 'PRE_TOOL_USE', handler, ...more }],
    workspace: folder,
    ...options,
  })
  const result = await soon(yard.call('probe', { a: 1 }, { threadId: 't1', callId: 'c1' }), 20_000)
  return { result, inputs }
}

const claude = (said: string): string =>
  `console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ${said} } }))`

describe('a hook that is a program', () => {
  it('is told of the call as Claude Code tells it, in the workspace', async () => {
    const file = join(folder, 'event.json')
    const { result } = await call(
      script(
        `(await import('node:fs')).writeFileSync(${JSON.stringify(file)}, JSON.stringify({ ...event, at: process.cwd() }))`,
      ),
    )
    assert.equal(result.status, 'ok', textOf(result))
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
      hook_event_name: 'PreToolUse',
      session_id: 't1',
      cwd: folder,
      tool_name: 'probe',
      tool_input: { a: 1 },
      tool_use_id: 'c1',
      at: folder,
    })
  })

  it('goes on where it ends well and says nothing, or something that is no JSON', async () => {
    for (const source of ['', 'console.log("checked, fine")', 'console.error("a remark")'])
      assert.deepEqual((await call(script(source))).inputs, [{ a: 1 }])
  })

  it('blocks by exit code 2, with its errors as the reason', async () => {
    const { result, inputs } = await call(script('console.error("not on a Friday"); process.exitCode = 2'))
    assert.equal(codeOf(result), 'denied_by_hook')
    assert.match(textOf(result), /not on a Friday/)
    assert.deepEqual(inputs, [])
  })

  it('may be a shell command line', async () => {
    const { result } = await call({ command: 'cat > /dev/null; echo "from the shell" >&2; exit 2' })
    assert.match(textOf(result), /from the shell/)
  })

  it('answers in JSON, in our form or in Claude Code’s', async () => {
    const denied = await call(script(`console.log(JSON.stringify({ action: 'deny', message: 'ours' }))`))
    assert.match(textOf(denied.result), /ours/)
    const theirs = await call(
      script(claude(`permissionDecision: 'deny', permissionDecisionReason: 'theirs'`)),
    )
    assert.equal(codeOf(theirs.result), 'denied_by_hook')
    assert.match(textOf(theirs.result), /theirs/)
    const changed = await call(
      script(claude(`permissionDecision: 'allow', updatedInput: { b: event.tool_input.a + 1 }`)),
    )
    assert.deepEqual(changed.inputs, [{ a: 1, b: 2 }])
    const desk = new Desk()
    const asking = call(
      script(claude(`permissionDecision: 'ask', permissionDecisionReason: 'sure?'`)),
      {},
      { approver: desk },
    )
    const request = await desk.asked()
    assert.equal(request.reason, 'sure?')
    desk.answer(request, 'reject')
    assert.equal(codeOf((await asking).result), 'rejected')
  })

  it('after the call sees the result and may change it', async () => {
    const source = `console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: event.hook_event_name, updatedToolOutput: event.tool_response.content[0].text + ', seen' } }))`
    assert.equal(textOf((await call(script(source), { type: 'POST_TOOL_USE' })).result), 'ran, seen')
  })

  it('that fails denies the call before it, and is ignored after it', async () => {
    const broken: readonly (readonly [HookCommand, RegExp])[] = [
      [script('console.error("crashed"); process.exitCode = 1'), /exit code 1: crashed/],
      [script('process.kill(process.pid, "SIGKILL")'), /program/],
      [script('console.log("{ not json")'), /JSON/],
      [{ command: join(folder, 'missing-program'), args: [] }, /could not be started/],
      [{ command: 'exit 127' }, /127/],
    ]
    for (const [command, reason] of broken) {
      const { result, inputs } = await call(command)
      assert.equal(codeOf(result), 'denied_by_hook')
      assert.match(textOf(result), reason)
      assert.deepEqual(inputs, [])
      assert.equal(textOf((await call(command, { type: 'POST_TOOL_USE' })).result), 'ran')
    }
  })

  it('that answers with two meanings, or without a bottom, denies the call', async () => {
    for (const answer of [
      `{"decision":"block","decision":"approve"}`,
      `{"action":"allow","arguments":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `{"action":"allow","arguments":{"__proto__":{"b":1}}}`,
    ]) {
      const { result, inputs } = await call(script(`console.log(${JSON.stringify(answer)})`))
      assert.equal(result.status, 'denied', answer.slice(0, 60))
      assert.deepEqual(inputs, [])
    }
  })

  it('that takes too long is killed with everything it started', async () => {
    const pids = join(folder, 'pids')
    const { result } = await call(
      { command: `sleep 60 & echo $! > ${pids}; sleep 60 & echo $! >> ${pids}; echo $$ >> ${pids}; wait` },
      { timeoutMs: 700 },
    )
    assert.equal(codeOf(result), 'denied_by_hook')
    assert.match(textOf(result), /700 ms/)
    await assertGone(pids, 3)
  })

  it('that ends leaves nothing running behind', async () => {
    const pids = join(folder, 'left')
    const { result } = await call({ command: `sleep 60 & echo $! > ${pids}; exit 0` })
    assert.equal(result.status, 'ok', textOf(result))
    await assertGone(pids, 1)
  })

  it('sees no secret of the parent, only a short list and what it was given', async () => {
    const file = join(folder, 'environment.json')
    const environment = {
      PATH: process.env['PATH'],
      HOME: '/home/somebody',
      AWS_SECRET_ACCESS_KEY: 'very-secret',
      OPENAI_API_KEY: 'very-secret',
      NODE_OPTIONS: '--no-warnings',
    }
    const command = script(
      `(await import('node:fs')).writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))`,
      { env: { STAGE: 'test' } },
    )
    const { result } = await call(command, {}, { environment })
    assert.equal(result.status, 'ok', textOf(result))
    const seen = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    assert.deepEqual([seen['STAGE'], seen['HOME']], ['test', '/home/somebody'])
    assert.deepEqual(
      Object.keys(seen).filter(
        (name) => !['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'TZ', 'TMPDIR', 'STAGE'].includes(name),
      ),
      [],
    )
  })

  it('may be given more than a pipe holds, and need not read it', async () => {
    const { result } = await call({ command: 'exit 0' }, {}, { tools: [probe(() => 'ran')] })
    assert.equal(result.status, 'ok')
    await using yard = await createToolyard({
      tools: [probe(() => 'ran')],
      hooks: [{ name: 'deaf', type: 'PRE_TOOL_USE', handler: { command: 'exit 0' } }],
    })
    assert.equal(textOf(await soon(yard.call('probe', { text: 'x'.repeat(900_000) }), 20_000)), 'ran')
  })

  it('is heard to its last byte, however long its answer', async () => {
    const long = script(
      `process.stdout.write(JSON.stringify({ action: 'deny', message: 'n'.repeat(300_000) + ' THE END' }))`,
    )
    for (let times = 0; times < 3; times++) assert.equal(codeOf((await call(long)).result), 'denied_by_hook')
  })
})

async function assertGone(file: string, count: number): Promise<void> {
  const pids = (await readFile(file, 'utf8')).trim().split('\n').map(Number)
  assert.equal(pids.length, count)
  for (let wait = 0; wait < 100 && pids.some(isRunning); wait++) await sleep(20)
  assert.deepEqual(pids.filter(isRunning), [])
}

/** A dead process that nobody has collected yet does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
