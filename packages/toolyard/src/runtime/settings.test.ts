import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryStore } from '../store/index.ts'
import { createToolyard, defineTool } from '../index.ts'
import type { ToolyardOptions } from './options.ts'
import { earlierNames, readSettings } from './settings.ts'

describe('the groups of settings', () => {
  it('become one name for each setting, and how the writer called it', () => {
    const { settings, written } = readSettings({
      tools: { folders: ['a'], builtins: ['files'] },
      mcp: { file: 'mcp.json' },
      files: { workspace: '/w', base: '/b' },
      shell: { sandbox: 'required', network: true },
      network: { allow: ['localhost:1'], web: {} },
      policy: { mode: 'read-only', approvals: 'wait' },
      calls: { limits: { timeoutMs: 5 } },
      database: { store: 'sqlite:x.db', sync: false },
      server: { port: 0, triggers: {} },
      agents: { model: 'm', runners: {} },
      secrets: { names: ['KEY'], environment: {} },
    })
    assert.deepEqual(settings, {
      toolFolders: ['a'],
      builtins: ['files'],
      mcpFile: 'mcp.json',
      workspace: '/w',
      baseFolder: '/b',
      sandbox: 'required',
      sandboxNetwork: true,
      network: { allow: ['localhost:1'] },
      web: {},
      policy: { mode: 'read-only' },
      approvals: 'wait',
      limits: { timeoutMs: 5 },
      database: 'sqlite:x.db',
      sync: false,
      server: { port: 0 },
      triggers: {},
      agents: { model: 'm' },
      runners: {},
      secrets: ['KEY'],
      environment: {},
    })
    assert.equal(written.get('toolFolders'), 'tools.folders')
    assert.equal(written.get('database'), 'database.store')
  })

  it('may be written short: a list of tools, a store, names of secrets', () => {
    const database = createMemoryStore()
    const given = { tools: [], database, secrets: ['KEY'] }
    assert.deepEqual(readSettings(given).settings, given)
  })

  it('count as well if an instance has them from its class, or an object from another one', () => {
    class Base {
      get workspace() {
        return '/w'
      }
      readonly policy = Object.freeze({ deny: ['bash'] })
    }
    const shell = Object.create({ sandbox: 'required' }) as { sandbox?: 'required' }
    const { settings } = readSettings(Object.assign(Object.create(new Base()) as ToolyardOptions, { shell }))
    assert.deepEqual(settings, { workspace: '/w', policy: { deny: ['bash'] }, sandbox: 'required' })
    class Network {
      get allow() {
        return ['localhost:1']
      }
    }
    assert.deepEqual(readSettings({ network: new Network() }).settings.network?.allow, ['localhost:1'])
  })

  it('take a store that is opened when it is used', () => {
    const store = createMemoryStore()
    const database = new Proxy({} as typeof store, { get: (_, key) => Reflect.get(store, key) as unknown })
    assert.equal(readSettings({ database }).settings.database, database)
  })

  it('work as the names from before do, which are told with the new ones', async () => {
    const tool = defineTool({ name: 'ping', description: 'Answers.', execute: () => 'pong' })
    const before = { tools: [tool], policy: { mode: 'bypass' }, hooks: [], environment: {} } as const
    await using earlier = await createToolyard(before)
    await using grouped = await createToolyard({
      tools: { list: [tool] },
      policy: { mode: 'bypass' },
      calls: { hooks: [] },
      secrets: { environment: {} },
    })
    assert.equal(await earlier.execute('ping'), 'pong')
    assert.equal(await grouped.execute('ping'), 'pong')
    assert.deepEqual(earlierNames(before), [
      { name: 'hooks', now: 'calls.hooks' },
      { name: 'environment', now: 'secrets.environment' },
    ])
  })
})
