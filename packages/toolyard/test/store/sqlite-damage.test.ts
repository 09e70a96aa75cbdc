/** A file that is not what it should be: told, left as it is, and sound again when a copy is put back. */
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { callRecord, freshFile, grantOf, idsOf, runningCall } from '../../src/store/conformance/index.ts'
import { fails, type Failure } from '../helpers/fails.ts'
import { filled, openFile as open } from '../helpers/sqlite-file.ts'

const damaged: Failure = {
  code: 'store_corrupt',
  says: /is damaged, or is not a database/,
  next: /Move the file .* away to start anew, or put a copy back/,
}

describe('a damaged file', () => {
  for (const [what, content] of Object.entries({
    'a text': Buffer.from('Dear reader, this is no database.\n'.repeat(400)),
    'a few bytes': Buffer.from('x'.repeat(30)),
    zeros: Buffer.alloc(8192),
    noise: Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251)),
  }))
    it(`is told where it holds ${what}, and is left as it is`, async (test) => {
      const file = freshFile(test)
      writeFileSync(file, content)
      await fails(() => open(test, file), damaged)
      assert.deepEqual(readFileSync(file), content)
      rmSync(file)
      await open(test, file)
    })

  it('is told where its first pages are sound and the others are not', async (test) => {
    const file = await filled(test, 500)
    const sound = readFileSync(file)
    writeFileSync(file, Buffer.concat([sound.subarray(0, 4096), Buffer.alloc(sound.length - 4096, 0xa5)]))
    const before = readFileSync(file)
    await fails(async () => (await open(test, file)).calls.list({ limit: 1000 }), damaged)
    assert.deepEqual(readFileSync(file), before)
    writeFileSync(file, sound)
    assert.equal((await (await open(test, file)).calls.list({ limit: 1000 })).length, 500)
  })

  it('is told where it was cut off', async (test) => {
    const file = await filled(test, 500)
    const sound = readFileSync(file)
    writeFileSync(file, sound.subarray(0, Math.floor(sound.length / 2 / 4096) * 4096))
    await fails(async () => (await open(test, file)).calls.list({ limit: 1000 }), damaged)
  })

  it('is told by those who read or write the damaged part, and by nobody else', async (test) => {
    const file = await filled(test, 500)
    const copy = `${file}.copy`
    copyFileSync(file, copy)
    const database = new DatabaseSync(file)
    const root = database.prepare("select rootpage from sqlite_schema where name = 'calls'").get()
    database.close()
    const bytes = readFileSync(file)
    bytes.fill(0xff, (Number(root?.['rootpage']) - 1) * 4096, Number(root?.['rootpage']) * 4096)
    writeFileSync(file, bytes)
    const store = await open(test, file)
    await fails(() => store.calls.list({}), damaged)
    await fails(() => store.calls.begin(runningCall('a')), damaged)
    await store.calls.finish(callRecord('r', { permission: 'read' }))
    await store.grants.add(grantOf('g'))
    assert.deepEqual(await idsOf(store.grants.list()), ['g'])
    await store.close()
    copyFileSync(copy, file)
    const again = await open(test, file)
    assert.equal(await again.calls.find('a'), undefined)
    assert.equal((await again.calls.list({ limit: 1000 })).length, 500)
  })
})

describe('the file itself', () => {
  it('is readable by its owner alone, with those beside it and its folder', async (test) => {
    const file = join(dirname(freshFile(test)), 'made/for/it/toolyard.db')
    const store = await open(test, file)
    await store.calls.begin(runningCall('a'))
    for (const path of [file, `${file}-wal`, `${file}-shm`])
      assert.equal((statSync(path).mode & 0o777).toString(8), '600', path)
    assert.equal((statSync(dirname(file)).mode & 0o777).toString(8), '700')
  })

  for (const mode of ['wal', 'delete'] as const)
    it(`is byte for byte the same after a newer one was refused, with journal mode ${mode}`, async (test) => {
      const file = await filled(test)
      const database = new DatabaseSync(file)
      database.exec(`update meta set value = 99 where key = 'schema'; pragma journal_mode = ${mode}`)
      database.close()
      const before = readFileSync(file)
      await fails(() => open(test, file), {
        code: 'store_newer',
        says: /newer Toolyard \(tables of version 99; this one knows \d+\)/,
        next: /Update this installation/,
      })
      assert.deepEqual(readFileSync(file), before)
    })
})
