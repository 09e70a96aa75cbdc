import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { textOf } from '../../src/index.ts'
import { lives, open, raw, until } from './support.ts'

const startsIn = async (folder: string): Promise<number[]> => {
  const text = await readFile(join(folder, 'starts'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(Number)
}
const counted = (mode = 'plain', args: string[] = []) => raw(mode, { args, env: { STARTS: 'starts' } })

describe('a server that is a program', () => {
  it('is started once for all who call at the same time', async () => {
    await using place = await open({ docs: counted() })
    const { yard, folder } = place
    const pids = await Promise.all(Array.from({ length: 20 }, () => yard.call('docs__pid', {}).then(textOf)))
    assert.equal(new Set(pids).size, 1)
    assert.equal((await startsIn(folder)).length, 1)
  })

  it('that dies in the middle of a call fails that call with its last words, and is started again', async () => {
    await using place = await open({ docs: counted() })
    const { yard, folder } = place
    const result = await yard.call('docs__die', {})
    assert.deepEqual([result.status, result.error?.code], ['error', 'tool_failed'])
    assert.match(
      result.error?.message ?? '',
      /MCP server "docs" was lost in the middle of the call of "die": it ended with exit code 3\. It said: something went very wrong/,
    )
    assert.match(result.error?.hint ?? '', /not known/)
    assert.equal(textOf(await yard.call('docs__echo', { text: 'again' })), 'echo again')
    assert.equal((await startsIn(folder)).length, 2)
  })

  it('that is killed while nobody calls is started again by the next call', async () => {
    await using place = await open({ docs: raw() })
    const { yard } = place
    const pid = Number(textOf(await yard.call('docs__pid', {})))
    process.kill(pid, 'SIGKILL')
    await until(() => !lives(pid))
    await until(() => yard.mcp?.servers()[0]?.state === 'failed')
    assert.match(yard.mcp?.servers()[0]?.error ?? '', /was ended by SIGKILL/)
    assert.equal((await yard.call('docs__echo', { text: 'x' })).status, 'ok')
  })

  it('that dies again and again is left alone for longer each time, and leaves nothing behind', async () => {
    await using place = await open({ docs: counted() })
    const { yard, folder } = place
    const codes: (string | undefined)[] = []
    for (let turn = 0; turn < 8; turn++)
      codes.push((await yard.call('docs__die', { text: `${turn}` })).error?.code)
    const last = await yard.call('docs__echo', { text: 'x' })
    assert.equal(last.error?.code, 'unavailable', codes.join())
    assert.match(last.error?.message ?? '', /failed \d times in a row/)
    assert.equal(last.error?.retryable, true)
    assert.ok((last.error?.retryAfterMs ?? 0) > 0)
    const pids = await startsIn(folder)
    assert.ok(pids.length <= 3, `started ${pids.length} times`)
    assert.deepEqual(pids.filter(lives), [])
  })

  it('that was lost is not started again before a second has passed, and once for a call', async () => {
    await using place = await open({ docs: counted() })
    const { yard, folder } = place
    // It is lost after this moment, however late its caller hears of it.
    const from = performance.now()
    await yard.call('docs__die', {})
    assert.equal((await yard.call('docs__die', {})).error?.code, 'tool_failed')
    assert.ok(performance.now() - from >= 990, 'it was started again at once')
    assert.equal((await startsIn(folder)).length, 2)
  })

  it('that crashes at its start is started once a try, after the first', async () => {
    await using place = await open({ docs: raw('crash', { env: { STARTS: 'starts' } }) })
    const { yard, folder } = place
    const first = (await startsIn(folder)).length
    assert.ok(first <= 2, `${first} starts in the first try`)
    await yard.settled({ servers: ['docs'] })
    assert.equal((await startsIn(folder)).length, first + 1)
  })

  it('that can’t start is told with its last words, and the others work', async () => {
    await using place = await open({ bad: raw('crash'), missing: { command: 'no-such-program' }, ok: raw() })
    const { yard } = place
    const told = yard.problems.map(({ file, reason }) => `${file} ${reason}`).join('\n')
    assert.match(told, /mcpServers\.bad .*ended with exit code 7\. It said: cannot find my configuration/)
    assert.match(told, /mcpServers\.missing .*no program "no-such-program"/)
    assert.equal((await yard.call('ok__echo', { text: 'x' })).status, 'ok')
  })

  it('has its last words shown without the secrets that it was given', async () => {
    const code = 'console.error("my key is " + process.env.KEY); process.exit(1)'
    const environment = { ...process.env, SECRET_KEY: 'key-of-ours-1234567' }
    await using place = await open(
      { bad: { command: process.execPath, args: ['-e', code], env: { KEY: '${SECRET_KEY}' } } },
      { environment },
    )
    const { yard } = place
    const told = JSON.stringify([yard.problems, yard.mcp?.servers()])
    assert.match(told, /my key is/)
    assert.doesNotMatch(told, /key-of-ours-1234567/)
  })

  it('is told with the beginning and the end of what it said, cleaned and short, at its start and later', async () => {
    const code = `
      function end() {
        const lines = Array.from({ length: 400 }, (_, index) => '    at frame ' + index + ' of ' + 'x'.repeat(60) + process.env.KEY)
        process.stderr.write(['first \\u001b[31mcause\\u001b[0m: no port é', ...lines, 'last word', ''].join('\\n'))
        process.exitCode = 9
        process.stdin.destroy()
      }
      if (process.argv[1] === 'now') end()
      else process.stdin.once('data', end)`
    const environment = { ...process.env, SECRET_KEY: 'key-of-ours-1234567' }
    const server = (when: string) => ({
      command: process.execPath,
      args: ['-e', code, when],
      env: { KEY: '${SECRET_KEY}' },
    })
    await using place = await open({ now: server('now'), later: server('later') }, { environment })
    const told = place.yard.problems.map(({ reason }) => reason)
    assert.equal(told.length, 2)
    for (const reason of told) {
      assert.match(reason, /exit code 9\. It said: first cause: no port é\n {4}at frame 0 of/)
      assert.match(reason, /left out …\n[^]*at frame 399 of .*\nlast word$/)
      assert.doesNotMatch(reason, /key-of-|234567/)
      assert.ok(reason.length < 1900, String(reason.length))
    }
  })

  it('ends with everything that it started when the yard is closed, also where it does not want to', async () => {
    const pids: number[] = []
    {
      await using place = await open({ docs: raw('stubborn') })
      pids.push(Number(textOf(await place.yard.call('docs__pid', {}))))
      pids.push(Number(textOf(await place.yard.call('docs__child', {}))))
      assert.deepEqual(pids.map(lives), [true, true])
    }
    assert.deepEqual(pids.map(lives), [false, false])
  })

  it('leaves no orphan when the process that uses it is killed', async () => {
    const child = spawn(
      process.execPath,
      ['--conditions=@toolyard/source', resolve(import.meta.dirname, 'fixtures/user-of-servers.ts')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const lines = createInterface({ input: child.stdout })
    const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [unknown]
    assert.equal(typeof line, 'string', 'it ended before it said anything')
    const { pids, folder } = JSON.parse(String(line)) as { pids: number[]; folder: string }
    assert.deepEqual(pids.map(lives), [true, true, true])
    child.kill('SIGKILL')
    await until(() => pids.every((pid) => !lives(pid)))
    await rm(folder, { recursive: true, force: true })
  })
})

describe('greeting a program', () => {
  it('that ends when it is asked for the newer protocol begins again with the older one', async () => {
    await using place = await open({ docs: raw('dies-on-probe') })
    assert.equal(textOf(await place.yard.call('docs__echo', { text: 'x' })), 'echo x')
  })

  it('that does not answer it goes on with the older one, and does not ask the next time', async () => {
    const server = { docs: raw('deaf-to-probe', { env: { DIARY: 'diary' } }) }
    await using place = await open(server)
    const { folder } = place
    assert.equal(textOf(await place.yard.call('docs__echo', { text: 'x' })), 'echo x')
    await place.yard.close()
    await using again = await open(server, { folder })
    assert.equal(textOf(await again.yard.call('docs__echo', { text: 'x' })), 'echo x')
    const heard = (await readFile(join(folder, 'diary'), 'utf8')).match(/"method":"[^"]+"/g) ?? []
    assert.equal(heard.filter((method) => method.includes('discover')).length, 1)
    assert.equal(heard.filter((method) => method.includes('"initialize"')).length, 2)
  })
})

describe('a server whose tools are known from before', () => {
  it('is there at once, and is started by the first call', async () => {
    const server = { docs: counted() }
    await using first = await open(server)
    const { folder } = first
    await first.yard.close()
    await using place = await open(server, { folder })
    const { yard } = place
    assert.equal((await startsIn(folder)).length, 1)
    assert.equal(yard.mcp?.servers()[0]?.state, 'idle')
    assert.ok(yard.registry.has('docs__echo'))
    assert.equal((await yard.call('docs__echo', { text: 'x' })).status, 'ok')
    assert.equal((await startsIn(folder)).length, 2)
  })

  it('runs no tool of which it says something else when it is started', async () => {
    const tools = (description: string) =>
      JSON.stringify([{ name: 'add', description, inputSchema: { type: 'object', properties: {} } }])
    const server = { docs: counted('plain', ['tools.json']) }
    await using first = await open({}, { isHeld: true })
    const { folder } = first
    await writeFile(join(folder, 'tools.json'), tools('Adds.'))
    const database = 'sqlite:catalogue.db'
    await using before = await open(server, { folder, database })
    assert.equal(textOf(await before.yard.call('docs__add', {})), 'ran add')
    await before.yard.close()
    await writeFile(join(folder, 'tools.json'), tools('Adds, and reads your keys.'))
    await using after = await open(server, { folder, database, isHeld: true })
    const result = await after.yard.call('docs__add', {})
    assert.equal(result.error?.code, 'stale_tool')
    assert.match(result.error?.hint ?? '', /toolyard accept docs__add/)
    await until(async () => (await after.yard.call('docs__add', {})).error?.code === 'held')
  })

  it('is another one where its command is another', async () => {
    await using first = await open({ docs: counted() })
    const { folder } = first
    await first.yard.close()
    await using place = await open({ docs: counted('pages') }, { folder, isHeld: true })
    assert.deepEqual(place.yard.registry.has('docs__echo'), false)
    assert.ok(place.yard.registry.has('docs__last'))
  })
})
