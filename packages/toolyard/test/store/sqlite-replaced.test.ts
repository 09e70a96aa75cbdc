/** A database file that is taken away under a running store: nothing that is lost is acknowledged. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, globSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, defineTool } from '../../src/index.ts'
import { freshFile, runningCall } from '../../src/store/conformance/index.ts'
import { fails } from '../helpers/fails.ts'
import { filled, openFile as open } from '../helpers/sqlite-file.ts'

const gone = {
  code: 'store_unavailable' as const,
  says: /was deleted or replaced while it was open/,
  next: /Put it back|start Toolyard again/,
}

/** Ways in which a file goes. */
const ways: Readonly<Record<string, (file: string, test: TestContext) => unknown>> = {
  deleted: (file) => rmSync(file),
  'deleted with everything beside it': (file) => {
    for (const one of globSync(`${file}*`)) rmSync(one)
  },
  'renamed away': (file) => renameSync(file, `${file}.old`),
  'replaced by another database': async (file, test) => renameSync(await filled(test), file),
  'replaced by a copy of itself': (file) => {
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
  },
  'robbed of its log': (file) => rmSync(`${file}-wal`),
}

describe('a database whose file is', () => {
  for (const [way, take] of Object.entries(ways))
    it(`${way} takes no call any more, and says so when it is asked`, async (test) => {
      const file = freshFile(test)
      const store = await open(test, file)
      assert.equal(await store.calls.begin(runningCall('before')), true)
      await store.probe()
      await take(file, test)
      await fails(() => store.calls.begin(runningCall('after')), gone)
      await fails(() => store.probe(), gone)
    })

  it('behind a link that leads elsewhere now is lost as well', async (test) => {
    const [first, second, link] = [await filled(test), await filled(test), freshFile(test)]
    symlinkSync(first, link)
    const store = await open(test, link)
    assert.equal(await store.calls.begin(runningCall('before')), true)
    rmSync(link)
    symlinkSync(second, link)
    await fails(() => store.calls.begin(runningCall('after')), gone)
  })

  it('put back is written again, with the ends of calls that could not be', async (test) => {
    const file = freshFile(test)
    const store = await open(test, file)
    await store.calls.begin(runningCall('a'))
    renameSync(file, `${file}.away`)
    await fails(() => store.calls.begin(runningCall('b')), gone)
    await fails(() => store.calls.finish({ ...runningCall('a'), status: 'ok', ran: true }), gone)
    renameSync(`${file}.away`, file)
    assert.equal(await store.calls.begin(runningCall('c')), true)
    for (let turn = 0; turn < 200 && (await store.calls.find('a'))?.status !== 'ok'; turn++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal((await store.calls.find('a'))?.status, 'ok')
    assert.deepEqual((await store.calls.verify()).problems, [])
  })
})

describe('calls while the database file is gone', () => {
  it('are not run where they may change something, are told so by the store’s code, and it is logged once', async (test) => {
    const file = freshFile(test)
    let ran = 0
    const change = defineTool({
      name: 'change',
      description: 'Changes something.',
      permission: 'write',
      effects: 'local_state',
      execute: () => ++ran,
    })
    await using yard = await createToolyard({ tools: [change], database: `sqlite:${file}` })
    assert.equal((await yard.call('change', {})).status, 'ok')
    const warnings: string[] = []
    const hear = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', hear)
    for (const one of globSync(`${file}*`)) rmSync(one)
    const results = await Promise.all(Array.from({ length: 100 }, () => yard.call('change', {})))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', hear)
    assert.deepEqual(new Set(results.map(({ error }) => error?.code)), new Set(['store_unavailable']))
    assert.match(results[0]?.error?.message ?? '', /was not run.*deleted or replaced/)
    assert.match(results[0]?.error?.hint ?? '', /start Toolyard again/)
    assert.equal(ran, 1)
    assert.deepEqual([warnings.length, existsSync(file)], [1, false])
  })
})
