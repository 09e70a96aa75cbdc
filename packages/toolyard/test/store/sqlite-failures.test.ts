/** What may go wrong with a file's place: each time a clear error, nothing half-written, and all is well when the cause is gone. */
import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callRecord, freshFile, grantOf, idsOf, runningCall } from '../../src/store/conformance/index.ts'
import { fails } from '../helpers/fails.ts'
import { OtherProcess } from '../helpers/other-process.ts'
import { filled, openFile as open } from '../helpers/sqlite-file.ts'

function integrity(file: string): unknown {
  const database = new DatabaseSync(file)
  const answer = database.prepare('pragma integrity_check').get()?.['integrity_check']
  database.close()
  return answer
}

describe('a file that another process has locked', () => {
  it('is waited for while everything else goes on', async (test) => {
    const file = freshFile(test)
    const store = await open(test, file)
    await using other = new OtherProcess()
    await other.ask('lock', file)
    let turns = 0
    const ticking = setInterval(() => turns++, 5)
    const begun = Promise.resolve(store.calls.begin(runningCall('a')))
    await sleep(1000)
    assert.equal(await Promise.race([begun, Promise.resolve('waits')]), 'waits')
    await other.ask('unlock')
    assert.equal(await begun, true)
    clearInterval(ticking)
    assert.ok(turns > 20, `${turns} turns went by`)
  })

  it('is free when the process that locked it was killed', async (test) => {
    const file = freshFile(test)
    const store = await open(test, file)
    await using other = new OtherProcess()
    await other.ask('lock', file)
    const begun = store.calls.begin(runningCall('a'))
    await other.kill()
    assert.equal(await begun, true)
  })
})

const full = { code: 'store_unavailable' as const, next: /Free some space|Check the disk/ }

/** A disk of its own that is soon full. */
const smallDisk = (folder: string): string[] => {
  const mount = `mount -t tmpfs -o size=3m tmpfs '${folder}' && exec "$@"`
  return [
    'unshare',
    '--mount',
    ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
    'sh',
    '-c',
    mount,
    'sh',
  ]
}

describe('a full disk', () => {
  it('is told, leaves what was written, and is used again when there is space', async (test) => {
    const file = freshFile(test)
    await using other = new OtherProcess(smallDisk(dirname(file)))
    const filler = join(dirname(file), 'filler')
    await other.ask('open', `sqlite:${file}`)
    await other.ask('finish', callRecord('before', { ran: true }))
    assert.equal(await other.ask('fill', filler), 'ENOSPC')
    const large = { input: { text: 'x'.repeat(100_000) } }
    await fails(() => other.ask('begin', runningCall('a', large)), { ...full, says: /disk is full/ })
    await fails(() => other.ask('finish', callRecord('b', large)), { ...full, says: /disk is full/ })
    await other.ask('finish', callRecord('read', { ...large, permission: 'read' }))
    assert.equal(await other.ask('rows'), 1)
    await other.ask('remove', filler)
    assert.equal(await other.ask('begin', runningCall('a', large)), true)
    assert.equal(await other.ask('rows'), 4)
    assert.deepEqual(await other.ask('problems'), [])
  })

  it('is told where no database can be made', async (test) => {
    const file = freshFile(test)
    await using other = new OtherProcess(smallDisk(dirname(file)))
    const filler = join(dirname(file), 'filler')
    await other.ask('fill', filler)
    await fails(() => other.ask('open', `sqlite:${file}`), { ...full, says: /disk|full/ })
    await other.ask('remove', filler)
    await other.ask('open', `sqlite:${file}`)
    assert.equal(await other.ask('begin', runningCall('a')), true)
  })

  it('is told where a file may not grow', async (test) => {
    const file = await filled(test)
    await using other = new OtherProcess(['prlimit', `--fsize=${statSync(file).size + 400_000}`])
    await other.ask('open', `sqlite:${file}`)
    const large = { input: { text: 'x'.repeat(1_000_000) } }
    await fails(() => other.ask('begin', runningCall('a', large)), { ...full, says: /disk/ })
    assert.equal(await other.ask('begin', runningCall('a')), true)
    assert.deepEqual(await other.ask('problems'), [])
    await other.kill()
    assert.equal(integrity(file), 'ok')
    assert.deepEqual(await idsOf((await open(test, file)).calls.list({})), ['a', 'c2', 'c1', 'c0'])
  })
})

/** Root may write everywhere, so it becomes somebody else for a while. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

function giveToNobody(...paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  for (const path of paths) chownSync(path, 65_534, 65_534)
}

describe('a place that may not be written', () => {
  const readOnly = { code: 'store_unavailable' as const, says: /may not be written|could not be opened/ }

  it('is told where the folder is read-only and there is no file yet', async (test) => {
    const file = freshFile(test)
    giveToNobody(dirname(file))
    chmodSync(dirname(file), 0o500)
    await asNobody(async () => {
      await fails(() => open(test, file), { ...readOnly, next: /Check who may write the file/ })
      await fails(() => open(test, join(dirname(file), 'deeper/toolyard.db')), {
        ...readOnly,
        next: /Check who may write the file/,
      })
    })
    chmodSync(dirname(file), 0o700)
    await asNobody(async () => (await open(test, file)).close())
  })

  it('is told where the file is read-only, and the file is left as it is', async (test) => {
    const file = await filled(test)
    giveToNobody(dirname(file), file)
    chmodSync(file, 0o400)
    const before = readFileSync(file)
    await asNobody(async () => {
      const store = await open(test, file)
      assert.equal((await store.calls.list({})).length, 3)
      await fails(() => store.calls.begin(runningCall('a')), { ...readOnly, next: /name another place/ })
      await fails(() => store.grants.add(grantOf('g')), { ...readOnly, next: /name another place/ })
      await store.close()
    })
    assert.deepEqual(readFileSync(file), before)
    for (const path of globSync(`${file}*`)) chmodSync(path, 0o600)
    await asNobody(async () => {
      const store = await open(test, file)
      assert.equal(await store.calls.begin(runningCall('a')), true)
      await store.close()
    })
  })

  it('is told where folder and file are read-only', async (test) => {
    const file = await filled(test)
    giveToNobody(dirname(file), file)
    chmodSync(file, 0o400)
    chmodSync(dirname(file), 0o500)
    await asNobody(() => fails(() => open(test, file), { ...readOnly, next: /name another place/ }))
    chmodSync(dirname(file), 0o700)
  })

  it('is told where the file is somebody else’s', async (test) => {
    const file = await filled(test)
    const others = statSync(file).mode
    // Only root can give a file away; for anybody else, one that may not be written is as good as another's.
    if (process.getuid?.() === 0) giveToNobody(dirname(file))
    else chmodSync(file, 0o400)
    await asNobody(() => fails(() => open(test, file), { ...readOnly, next: /name another place/ }))
    chmodSync(file, others)
  })
})

describe('something else in its place', () => {
  it('is told where a folder has its name', async (test) => {
    const file = freshFile(test)
    mkdirSync(file)
    await fails(() => open(test, file), {
      code: 'store_unavailable',
      says: /could not be opened/,
      next: /Check that it is a file/,
    })
    rmSync(file, { recursive: true })
    await open(test, file)
  })

  it('is told where a file has the name of its folder', async (test) => {
    const file = freshFile(test)
    writeFileSync(file, 'not a folder')
    await fails(() => open(test, join(file, 'toolyard.db')), {
      code: 'store_unavailable',
      says: /could not be used/,
      next: /Check the file and its folder/,
    })
    assert.equal(readFileSync(file, 'utf8'), 'not a folder')
  })
})
