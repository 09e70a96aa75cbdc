/** However much a command prints, and whatever it is: memory stays bounded, and other calls go on. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolService } from 'toolyard'
import { watchLoop } from '../helpers/loop-turns.ts'

const megabyte = 1 << 20

/** What the process grows by at most while `run` runs. */
async function growth(run: () => Promise<unknown>): Promise<number> {
  const base = process.memoryUsage.rss()
  let most = base
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return (most - base) / megabyte
}

describe('a command that prints much', () => {
  let folder: string
  let yard: ToolService
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-much-'))
    yard = await createToolyard({
      builtins: ['shell', 'system'],
      workspace: folder,
      policy: { mode: 'bypass' },
    })
    await yard.call('bash', { command: 'true' })
  })
  after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  const ok = async (command: string): Promise<string> => {
    const result = await yard.call('bash', { command })
    assert.equal(result.status, 'ok', textOf(result))
    return textOf(result)
  }

  it('takes little memory for its lines, its one line, or its pieces', async () => {
    for (const command of [
      'yes "a line of output 12345" | head -c 300M',
      "head -c 200M /dev/zero | tr '\\0' a",
      'for i in $(seq 1 20000); do echo "line $i of some output"; done; yes short | head -c 100M',
    ]) {
      const grown = await growth(() => ok(command))
      assert.ok(grown < 200, `${command}: ${Math.round(grown)} MB`)
    }
  })

  it('is kept whole up to its limit, in memory of a few times its length', async () => {
    let text = ''
    const grown = await growth(async () => {
      text = await ok('yes "a line of output 12345" | head -c 40M')
    })
    assert.ok(grown < 250, `${Math.round(grown)} MB`)
    const handle = /kept as "([^"]+)"/.exec(text)?.[1]
    assert.match(text, /of 1823611 lines, 41943040 bytes in all/)
    const last = await yard.call('read_result', { handle, offset: 1_823_610, limit: 2 })
    assert.match(textOf(last), /^a line of output 12345\n/)
  })

  it('holds nobody up where it is binary, and tells how much is not shown', async () => {
    using loop = watchLoop()
    const text = await ok('head -c 60M /dev/urandom')
    assert.ok(loop.longestMs < 150, `${loop.longestMs} ms`)
    assert.match(text, /characters of binary output left out/)
    assert.ok(text.length < 100_000)
  })

  it('shows the text after binary output', async () => {
    const text = await ok('head -c 3M /dev/urandom; echo; yes "plain text" | head -40000; echo done')
    assert.match(text, /characters of binary output left out/)
    const handle = /kept as "([^"]+)"/.exec(text)?.[1]
    const found = await yard.call('read_result', { handle, grep: '^done$' })
    assert.match(textOf(found), /: done/)
  })
})
