import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { freshFile } from './conformance/index.ts'
import { openStore } from './index.ts'

async function locationOf(test: TestContext, url: string, folder: string): Promise<string> {
  const store = await openStore(url, { folder })
  test.after(() => store.close())
  return store.location
}

describe('the address of a database', () => {
  it('names memory, which does not outlive the process', async () => {
    const store = await openStore('memory:', { folder: '/' })
    assert.deepEqual([store.durable, store.location], [false, 'memory'])
  })

  it('names memory, which keeps long results within what is set', async () => {
    const small = await openStore('memory:', { folder: '/', results: { maxSize: 5 } })
    const first = await small.results.put({ tool: 'a', text: 'four', dropped: 0 })
    const second = await small.results.put({ tool: 'a', text: 'more', dropped: 0 })
    assert.equal(await small.results.read(first), undefined)
    assert.equal((await small.results.read(second))?.text, 'more')
    const old = await openStore('memory:', { folder: '/', results: { maxAgeMs: -1 } })
    assert.equal(
      await old.results.read(await old.results.put({ tool: 'a', text: 'x', dropped: 0 })),
      undefined,
    )
  })

  it('names a file, from the folder or from the root, whose folders are made', async (test) => {
    const folder = dirname(freshFile(test))
    const forms = {
      'sqlite:a/relative.db': join(folder, 'a/relative.db'),
      [`sqlite:${folder}/b/plain.db`]: join(folder, 'b/plain.db'),
      [`sqlite://${folder}/c/slashes.db`]: join(folder, 'c/slashes.db'),
      [pathToFileURL(join(folder, 'd e/url.db')).href]: join(folder, 'd e/url.db'),
    }
    for (const [url, file] of Object.entries(forms)) {
      assert.equal(await locationOf(test, url, folder), file, url)
      assert.ok(existsSync(file), url)
    }
  })

  for (const url of ['', 'sqlite:', 'mysql://user:secret@host/db', 'mysql://u:1/@secret@host', 'toolyard.db'])
    it(`is refused where it is "${url.replace('secret', '…')}", without its password`, async () => {
      await assert.rejects(
        openStore(url, { folder: '/' }),
        (error: Error & { code?: string; hint?: string }) => {
          assert.equal(error.code, 'invalid_config')
          assert.match(error.message, /does not name a database/)
          assert.match(error.hint ?? '', /sqlite:.*postgres:.*memory:/)
          assert.doesNotMatch(error.message, /secret/)
          return true
        },
      )
    })
})
