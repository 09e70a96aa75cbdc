import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, textOf, type ToolResult, type ToolService, type ToolyardOptions } from 'toolyard'
import { makeFolder, processesWith, uniqueSleep, until, waysToStay } from './support.ts'

describe('bash', () => {
  it('answers what the command prints, errors among it, in order', async () => {
    await using made = await makeYard()
    const result = await made.bash({ command: 'echo one; echo two >&2; echo three; echo four > /dev/stderr' })
    assert.deepEqual([result.status, textOf(result)], ['ok', 'one\ntwo\nthree\nfour\n'])
  })

  it('tells exit code, signal and time where it was not plain success', async () => {
    await using made = await makeYard()
    const failed = await made.bash({ command: 'printf oops; exit 3' })
    assert.equal(failed.status, 'ok')
    assert.match(textOf(failed), /^oops\n\[exit code 3 after [\d.]+ m?s/)
    assert.deepEqual(dataOf(failed, 'status', 'exit_code', 'signal', 'output_bytes'), ['exited', 3, null, 4])
    assert.ok(Number(dataOf(failed, 'duration_ms')[0]) >= 0)
    assert.match(
      textOf(await made.bash({ command: 'kill -9 $$' })),
      /\[(ended by SIGKILL|exit code 137) after/,
    )
    assert.equal(textOf(await made.bash({ command: 'true' })), '[no output]')
  })

  it('streams output as it comes', async () => {
    await using made = await makeYard()
    let sawFirst = false
    const chunks: string[] = []
    const command = 'echo first; while [ ! -e go ]; do sleep 0.02; done; echo second'
    for await (const event of made.yard.stream('bash', { command })) {
      if (event.type === 'chunk') chunks.push(String(event.data))
      if (!sawFirst && chunks.join('') === 'first\n') {
        sawFirst = true
        await made.bash({ command: 'touch go' })
      }
      if (event.type === 'result') assert.equal(textOf(event.result), 'first\nsecond\n')
    }
    assert.ok(sawFirst)
    assert.equal(chunks.join(''), 'first\nsecond\n')
    assert.equal(made.yard.registry.get('bash')?.manifest.streaming, true)
  })

  it('ends at its exit, with everything that it started', async () => {
    await using made = await makeYard()
    for (const stay of Object.values(waysToStay)) {
      const seconds = uniqueSleep()
      const result = await made.bash({ command: `${stay(seconds)}\necho hi` })
      assert.deepEqual([textOf(result), processesWith(seconds)], ['hi\n', []])
    }
  })

  it('that takes too long is ended, and shows how far it came', async () => {
    await using made = await makeYard()
    const seconds = uniqueSleep()
    const result = await made.bash({ command: `echo begun; sleep ${seconds}`, timeout: '400' })
    assert.deepEqual([result.status, result.error?.code], ['timeout', 'timeout'])
    assert.match(textOf(result), /within 400 ms and was ended.*\nbegun\n/s)
    assert.deepEqual(processesWith(seconds), [])
  })

  it('that is cancelled is ended', async () => {
    await using made = await makeYard()
    const seconds = uniqueSleep()
    const abort = new AbortController()
    const running = made.yard.call('bash', { command: `sleep ${seconds}` }, { signal: abort.signal })
    await until('it runs', () => processesWith(seconds).length > 0)
    abort.abort()
    assert.equal((await running).status, 'cancelled')
    await until('it has ended', () => processesWith(seconds).length === 0)
  })

  it('whose stream nobody reads to the end is ended', async () => {
    await using made = await makeYard()
    const seconds = uniqueSleep()
    for await (const event of made.yard.stream('bash', { command: `echo x; sleep ${seconds}` }))
      if (event.type === 'chunk') break
    await until('it has ended', () => processesWith(seconds).length === 0)
  })

  it('refuses times that are none', async () => {
    await using made = await makeYard()
    for (const timeout_ms of [0, -1, 600_001, 2 ** 31, 1.5])
      assert.equal((await made.bash({ command: 'true', timeout_ms })).error?.code, 'invalid_arguments')
  })

  it('starts in the workspace each time', async () => {
    await using made = await makeYard()
    await mkdir(join(made.path, 'inner'))
    assert.equal(
      textOf(await made.bash({ command: 'cd inner; export SECRET=1; pwd' })),
      `${made.path}/inner\n`,
    )
    assert.equal(textOf(await made.bash({ command: 'pwd; echo "$SECRET"' })), `${made.path}\n\n`)
    assert.equal(textOf(await made.bash({ command: 'pwd', workdir: 'inner' })), `${made.path}/inner\n`)
    assert.equal(textOf(await made.bash({ cmd: 'pwd', cwd: `${made.path}/inner` })), `${made.path}/inner\n`)
  })

  it('works inside the workspace alone', async () => {
    await using made = await makeYard()
    for (const workdir of ['/etc', '..', '~', 'file:///etc'])
      assert.equal((await made.bash({ command: 'pwd', workdir })).error?.code, 'outside_workspace', workdir)
    assert.equal((await made.bash({ command: 'pwd', workdir: 'missing' })).error?.code, 'not_found')
  })

  it('reads what it is given, and nothing else', async () => {
    await using made = await makeYard()
    assert.equal(textOf(await made.bash({ command: 'cat', stdin: 'open' })), 'open')
    assert.equal(textOf(await made.bash({ command: 'cat /dev/stdin', stdin: 'again\n' })), 'again\n')
    assert.equal(textOf(await made.bash({ command: 'cat; echo end' })), 'end\n')
  })

  it('takes a command as it is', async () => {
    await using made = await makeYard()
    assert.match(textOf(await made.bash({ command: '-x' })), /-x: command not found/)
    assert.match(textOf(await made.bash({ command: 'echo "$#:$-:$BASH_ENV"' })), /^0:[^i:]*:\n$/)
  })

  it('says what it can not run', async () => {
    await using made = await makeYard()
    assert.equal((await made.bash({ command: 'echo \0' })).error?.code, 'invalid_arguments')
    const long = await made.bash({ command: `echo ${'x'.repeat(900_000)}` })
    assert.equal(long.error?.code, 'unavailable')
    assert.match(textOf(long), /too long for this system/)
    await using bare = await makeYard({ environment: { PATH: '/nonexistent' } })
    assert.match(textOf(await bare.bash({ command: 'true' })), /^unavailable: bash is not installed/)
  })

  it('keeps long output whole in the result store, and the ends of endless output', async () => {
    await using made = await makeYard({ builtins: ['shell', 'system'] })
    const long = await made.bash({ command: 'seq 1 300000' })
    assert.match(textOf(long), /^1\n2\n[^]*of 300000 lines/)
    const last = await made.yard.call('read_result', { handle: long.handle, offset: 299_999 })
    assert.equal(textOf(last), '299999\n300000\n')
    const endless = await made.bash({
      command: 'echo begin; head -c 200000000 /dev/zero | tr "\\0" a; echo; echo end',
    })
    assert.deepEqual(dataOf(endless, 'output_bytes'), [200_000_011])
    const ends = await made.yard.call('read_result', { handle: endless.handle, grep: 'begin|left out|end' })
    assert.match(textOf(ends), /1: begin\n\d+: … 195,805,707 bytes left out …\n\d+: end/)
  })

  it('does not hold more than a few megabytes of a stream that nobody can watch', async () => {
    await using made = await makeYard()
    let streamed = 0
    let note = ''
    const command = 'head -c 100000000 /dev/zero | tr "\\0" a; sleep 0.2; echo; echo end'
    for await (const event of made.yard.stream('bash', { command })) {
      if (event.type !== 'chunk') continue
      streamed += String(event.data).length
      note += /… [\d,]+ bytes not shown here …/.exec(String(event.data))?.[0] ?? ''
    }
    assert.ok(streamed < 20_000_000, `${streamed}`)
    assert.match(note, /not shown here/)
  })

  it('ends what runs more than 64 processes', async () => {
    await using made = await makeYard()
    const seconds = uniqueSleep()
    const result = await made.bash({ command: `for i in {1..80}; do sleep ${seconds} & done; wait` })
    assert.equal(result.error?.code, 'tool_failed')
    assert.match(textOf(result), /64 are allowed/)
    assert.deepEqual(processesWith(seconds), [])
  })

  it('sees no secret of ours', async () => {
    await using made = await makeYard({ environment: { ...process.env, MY_API_KEY: 'very-secret-value' } })
    assert.doesNotMatch(textOf(await made.bash({ command: 'env; set' })), /very-secret-value|MY_API_KEY/)
  })

  it('says where it ran', async () => {
    await using made = await makeYard()
    assert.deepEqual(dataOf(await made.bash({ command: 'true' }), 'sandbox'), ['bwrap'])
    assert.match(textOf(await made.bash({ command: 'false' })), /in the sandbox: no network/)
  })

  it('is asked for by the commands that it runs', async () => {
    await using made = await makeYard({ policy: { mode: 'bypass', deny: ['bash(rm *)'] } })
    const denied = await made.bash({ command: 'rm -rf x' })
    assert.equal(denied.status, 'denied')
    assert.equal((await made.bash({ command: 'true' })).status, 'ok')
  })
})

interface Made extends AsyncDisposable {
  readonly yard: ToolService
  readonly path: string
  bash(input: object): Promise<ToolResult>
}

async function makeYard(options: ToolyardOptions = {}): Promise<Made> {
  const folder = await makeFolder()
  const yard = await createToolyard({
    builtins: ['shell'],
    workspace: folder.path,
    policy: { mode: 'bypass' },
    ...options,
  })
  return {
    yard,
    path: folder.path,
    bash: (input) => yard.call('bash', input, { threadId: 't' }),
    async [Symbol.asyncDispose]() {
      await yard.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

function dataOf(result: ToolResult, ...names: readonly string[]): unknown[] {
  const data = (result.data ?? {}) as Record<string, unknown>
  return names.map((name) => data[name])
}
