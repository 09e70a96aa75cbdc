import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineTool } from '../define/index.ts'
import { createMemoryStore, type Grant, type Store } from '../store/index.ts'
import { StoredRights } from './stored-rights.ts'

const { manifest } = defineTool({
  name: 'save',
  description: 'Saves.',
  permission: 'write',
  effects: 'local_state',
  execute: () => 'saved',
})
const grant = (id: string, rule: string): Grant => ({
  id,
  rule,
  tool: 'save',
  fingerprint: manifest.fingerprint,
  threadId: 't',
  principal: 'local',
  workspace: '/work',
  by: 'ann',
  createdAt: 0,
})

/** As a store over a network: asked at most now and then. */
const remote = (more: Partial<Store> = {}): Store => ({ ...createMemoryStore(), durable: true, ...more })
const granted = (view: StoredRights): string[] => view.grants(manifest, { threadId: 't' }).map(({ id }) => id)

describe('what is known of the catalogue', () => {
  it('is looked up again where it changed while it was looked up', async () => {
    const store = createMemoryStore()
    await store.grants.add(grant('one', 'save'))
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const list = async () => {
      const seen = await store.grants.list()
      await answered
      return seen
    }
    const revision = () => store.revision()
    const view = new StoredRights(remote({ revision, grants: { ...store.grants, list } }), '/work')
    const looking = view.fresh(0)
    await nextTurn()
    await store.grants.revoke('one')
    view.expire()
    answer()
    await looking
    assert.deepEqual(granted(view), [])
    assert.equal(view.fresh(1), undefined)
  })

  it('does not stay old where its parts were read at different moments', async () => {
    const store = createMemoryStore()
    await store.grants.add(grant('one', 'save'))
    let isFirst = true
    const overview = async () => {
      if (isFirst) await store.grants.revoke('one')
      isFirst = false
      return store.catalogue.overview()
    }
    const list = async () => (isFirst ? [grant('one', 'save')] : store.grants.list())
    const view = new StoredRights(
      remote({
        revision: () => store.revision(),
        catalogue: { ...store.catalogue, overview },
        grants: { ...store.grants, list },
      }),
      '/work',
    )
    await view.fresh(0)
    await view.fresh(1000)
    assert.deepEqual(granted(view), [])
  })

  it('leaves out a grant whose rule can’t be read, and nothing else', async () => {
    const store = remote()
    await store.grants.add(grant('broken', 'save()'))
    await store.grants.add(grant('whole', 'save'))
    const view = new StoredRights(store, '/work')
    await view.fresh(0)
    assert.deepEqual(granted(view), ['whole'])
  })

  it('lets nothing run before it could be looked up once', async () => {
    let isAway = true
    const store = createMemoryStore()
    const revision = () => {
      if (isAway) throw new Error('no answer')
      return store.revision()
    }
    const view = new StoredRights(remote({ revision }), '/work')
    await view.fresh(0)
    assert.match(
      view.hold(manifest)?.fault?.message ?? '',
      /"save" may run could not be looked up: no answer/,
    )
    isAway = false
    await view.fresh(1000)
    assert.equal(view.hold(manifest), undefined)
  })
})
