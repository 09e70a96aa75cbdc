import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openTokenStore, tokenFile } from './oauth/token-store.ts'
import { openToolCache } from './tool-cache.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-mcp-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const known = { spec: 'hash', at: 1, isLegacy: false, tools: [{ name: 'a' }] }

describe('what is remembered of servers', () => {
  it('is there at the next start, for the same way to the server only', async () => {
    const file = join(folder, 'sub', 'tools.json')
    const cache = await openToolCache(file)
    cache.put('docs', known)
    cache.put('other', { ...known, serverName: 'x' })
    await cache.settled()
    const again = await openToolCache(file)
    assert.deepEqual(again.get('docs', 'hash'), known)
    assert.equal(again.get('docs', 'other hash'), undefined)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  it('keeps what another process has written meanwhile', async () => {
    const file = join(folder, 'shared.json')
    const [first, second] = [await openToolCache(file), await openToolCache(file)]
    first.put('a', known)
    await first.settled()
    second.put('b', known)
    await second.settled()
    const again = await openToolCache(file)
    assert.ok(again.get('a', 'hash') && again.get('b', 'hash'))
  })

  it('is nothing where the file is broken, and nothing where there is none', async () => {
    const file = join(folder, 'broken.json')
    for (const text of [
      '',
      '{',
      '[]',
      '{"format":1}',
      '{"format":1,"servers":{"a":7,"b":{"spec":1}}}',
      '{"format":2,"servers":{}}',
    ]) {
      await writeFile(file, text)
      assert.equal((await openToolCache(file)).get('a', 'hash'), undefined)
    }
    const none = await openToolCache(undefined)
    none.put('a', known)
    await none.settled()
    assert.deepEqual(none.get('a', 'hash'), known)
  })
})

describe('what was agreed with servers', () => {
  it('is in the person’s own folder, for nobody else to read, and its secrets are told to be hidden', async () => {
    const file = tokenFile({ XDG_CONFIG_HOME: join(folder, 'config') })
    const hidden: string[] = []
    const tokens = openTokenStore(file, (secret) => hidden.push(secret))
    await Promise.all([
      tokens.change('https://a/', { tokens: { access_token: 'one', refresh_token: 'two' } }),
      tokens.change('https://b/', { client: { client_id: 'id', client_secret: 'three' } }),
    ])
    assert.deepEqual((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual((await stat(join(folder, 'config', 'toolyard'))).mode & 0o777, 0o700)
    assert.deepEqual(hidden.toSorted(), ['one', 'three', 'two'])
    assert.deepEqual(await tokens.get('https://b/'), { client: { client_id: 'id', client_secret: 'three' } })
    await tokens.change('https://a/', { tokens: undefined })
    assert.doesNotMatch(await readFile(file, 'utf8'), /one/)
    assert.deepEqual(await tokens.get('https://c/'), {})
    assert.equal(tokenFile({ HOME: '/home/me' }), '/home/me/.config/toolyard/mcp-tokens.json')
  })
})
