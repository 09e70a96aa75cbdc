import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createMemoryEngine, type Engine } from '../engine/index.ts'
import { createSqliteEngine } from '../engine/sqlite/index.ts'
import { createRedactor, createSecretReader } from '../host/index.ts'
import { createClock } from '../kernel/index.ts'
import { freshFile } from '../store/conformance/index.ts'
import { boardPost, callRecord } from '../store/conformance/index.ts'
import { createMemoryStore, openStore, type Store } from '../store/index.ts'
import { type InstallationEngine, engineOf } from './engine.ts'
import { StoreSigns } from './store-signs.ts'

const quiet = () => createClock({ quiet: true })

function engineFor(test: TestContext, store: Store): InstallationEngine {
  const secrets = createSecretReader({}, createRedactor([]))
  const engine = engineOf(undefined, { store, clock: quiet(), secrets, workspace: '/', late: {} })
  test.after(() => engine.close())
  return engine
}

/** As a database on a server: it outlives the process, and has no file here. */
function serverStore(): Store {
  return { ...createMemoryStore(), durable: true }
}

/** One process of those that share an engine. */
async function processOn(test: TestContext, file: string, store: Store) {
  const published: unknown[] = []
  const engine = await createSqliteEngine({ file, clock: quiet() })
  test.after(() => engine.close())
  const bus = Object.create(engine.bus, {
    publish: {
      value: (topic: string, message: unknown) => {
        published.push(topic)
        return engine.bus.publish(topic, message)
      },
    },
    subscribe: { value: engine.bus.subscribe.bind(engine.bus) },
  }) as Engine['bus']
  const here = createMemoryEngine({ clock: quiet() })
  const signs = new StoreSigns(store, { here, shared: async () => ({ ...engine, bus }) })
  return { signs, published }
}

/** Resolves at the next sign. */
async function nextSign(
  signs: StoreSigns | InstallationEngine['signs'],
): Promise<{ readonly given: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = await signs.hear(() => {
    stop?.()
    resolve()
  })
  assert.ok(stop, 'signs can be heard')
  return { given: promise }
}

describe('signs of what is written to a store', () => {
  it('come from a store in memory, to all who use it', async (test) => {
    const store = createMemoryStore()
    const [one, other] = [engineFor(test, store), engineFor(test, store)]
    for (const write of [
      () => store.calls.finish(callRecord('c1')),
      () => store.board.add(boardPost('p1')),
    ]) {
      const signs = [await nextSign(one.signs), await nextSign(other.signs)]
      await write()
      await Promise.all(signs.map(({ given }) => given))
    }
  })

  it('come from a SQLite file, whoever writes to it, and without an engine of theirs', async (test) => {
    const file = freshFile(test)
    const stores = [
      await openStore(`sqlite:${file}`, { folder: '/' }),
      await openStore(`sqlite:${file}`, { folder: '/' }),
    ] as const
    test.after(() => Promise.all(stores.map((store) => store.close())))
    const { signs } = engineFor(test, stores[0])
    for (const [index, store] of stores.entries()) {
      const sign = await nextSign(signs)
      await store.board.add(boardPost(`p${index}`))
      await sign.given
    }
  })

  it('can’t be heard on a server whose processes share no engine', async (test) => {
    const { signs } = engineFor(test, serverStore())
    assert.equal(await signs.hear(() => {}), undefined)
  })

  it('can’t be heard of a store that does not tell', async (test) => {
    const silent: Store = { ...createMemoryStore(), onWritten: undefined }
    assert.equal(await engineFor(test, silent).signs.hear(() => {}), undefined)
    const { signs } = await processOn(test, freshFile(test), { ...silent, durable: true })
    assert.equal(await signs.hear(() => {}), undefined)
  })

  it('are published by each process on a server: many writes in a few signs', async (test) => {
    const file = freshFile(test)
    const store = serverStore()
    const listener = await processOn(test, file, serverStore())
    const writer = await processOn(test, file, store)
    const sign = await nextSign(listener.signs)
    for (let count = 0; count < 500; count++) await store.calls.finish(callRecord(`c${count}`))
    await sign.given
    assert.ok(writer.published.length < 10, `${writer.published.length} signs`)
    await writer.signs.close()
  })

  it('of the last writes are published before a process ends', async (test) => {
    const file = freshFile(test)
    const store = serverStore()
    const listener = await processOn(test, file, serverStore())
    const writer = await processOn(test, file, store)
    const sign = await nextSign(listener.signs)
    await store.board.add(boardPost('p1'))
    await writer.signs.close()
    assert.equal(writer.published.length, 1)
    await sign.given
    await store.board.add(boardPost('p2'))
    await writer.signs.close()
    assert.equal(writer.published.length, 1)
  })
})
