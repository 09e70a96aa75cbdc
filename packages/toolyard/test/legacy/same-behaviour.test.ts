/**
 * A migrated project does what the legacy one did: the same tools, and the same requests on the wire, kind by kind.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, type ToolService, type ToolyardOptions } from '../../src/index.ts'
import { loadConfig } from '../../src/runtime/index.ts'
import { program } from '../helpers/program.ts'
import { openShop, type Shop } from './shop.ts'

/** Calls of every kind: those of a stateful tool in one conversation. */
const calls: readonly (readonly [string, object])[] = [
  ['sum', { a: 1, b: 2 }],
  ['shout', { text: 'hi' }],
  ['counter', { by: 2 }],
  ['counter', { by: 3 }],
  ['memo', { note: 'milk' }],
  ['memo', { note: 'eggs' }],
  ['order', { id: 'a/7' }],
  ['new_order', { item: 'tea', count: 2 }],
  ['subscribe', { mail: 'ann@example.com' }],
  ['search', { q: 'green tea' }],
  ['run_query', { sql: 'select 1' }],
]

describe('a migrated project', () => {
  let shop: Shop
  let legacy: ToolService
  let modern: ToolService
  let configText = ''

  before(async () => {
    shop = await openShop()
    // The new configuration is code, and reads the address of the shop from the process's own environment.
    Object.assign(process.env, shop.environment)
    const [command, ...main] = program
    const ran = spawnSync(command, [...main, 'migrate'], { cwd: shop.folder, encoding: 'utf8' })
    assert.equal(ran.status, 0, ran.stdout + ran.stderr)
    configText = await readFile(join(shop.folder, 'toolyard.config.ts'), 'utf8')
    const common: ToolyardOptions = {
      workspace: shop.folder,
      environment: { ...process.env, XDG_STATE_HOME: join(shop.folder, 'state') },
      toolIndex: false,
      policy: { mode: 'bypass' },
      network: { allow: shop.targets },
    }
    legacy = await createToolyard({ ...common, toolRegistry: 'configs/tools/__registry__.toml' })
    modern = await createToolyard({
      ...(await loadConfig(join(shop.folder, 'toolyard.config.ts'))),
      ...common,
    })
    for (const yard of [legacy, modern]) await yard.settled()
  })

  after(async () => {
    await legacy?.close()
    await modern?.close()
    for (const name of Object.keys(shop?.environment ?? {})) Reflect.deleteProperty(process.env, name)
    await shop?.[Symbol.asyncDispose]()
  })

  it('has no problems, before and after', () => {
    assert.deepEqual([legacy.problems, modern.problems], [[], []])
  })

  it('has the same tools, with the same descriptions, parameters and types', () => {
    assert.deepEqual(toolsOf(modern), toolsOf(legacy))
    assert.ok(toolsOf(legacy).length >= calls.length - 2)
  })

  it('has the tags of its tool sets, and leaves out what a set switched off', () => {
    for (const yard of [legacy, modern]) {
      const order = yard.registry.listAll().find(({ name }) => name === 'order')
      assert.deepEqual(order?.tags, ['set:orders'])
      assert.equal(yard.registry.has('subscribe_old'), false)
    }
  })

  for (const [tool, input] of calls)
    it(`answers ${tool} ${JSON.stringify(input)} the same, and sends the same`, async () => {
      const old = await answer(legacy, shop, { tool, input })
      const now = await answer(modern, shop, { tool, input })
      assert.equal(old.status, 'ok', JSON.stringify(old))
      assert.deepEqual(now, old)
    })

  it('sends what the files say', async () => {
    const { arrived } = await answer(modern, shop, { tool: 'order', input: { id: 'a/7' } })
    assert.equal(arrived[0]?.url, '/orders/a%2F7?view=full&lang=en')
    assert.equal(arrived[0]?.headers['authorization'], 'Bearer key-of-the-shop')
    const order = await answer(modern, shop, { tool: 'new_order', input: { item: 'tea' } })
    assert.equal(order.arrived[0]?.method, 'POST')
    assert.equal(order.arrived[0]?.headers['x-api-key'], 'sk-shop-4711')
    assert.deepEqual(JSON.parse(order.arrived[0]?.body ?? ''), { item: 'tea', count: 1 })
    const news = await answer(modern, shop, { tool: 'subscribe', input: { mail: 'a@b.example' } })
    assert.equal(news.arrived[0]?.body, 'mail=a%40b.example')
  })

  it('takes of a server only what the files name', () => {
    for (const yard of [legacy, modern]) {
      const served = yard.registry.toolNames.filter((name) => name.includes('__'))
      assert.deepEqual(
        served.map((name) => name.replace(/^.*__/, '')),
        ['list_tables'],
      )
    }
  })

  it('holds no secret, only the name of the variable that does', () => {
    assert.doesNotMatch(configText, /sk-shop-4711|key-of-the-shop/)
    assert.match(configText, /value: '\$\{NEW_ORDER_API_KEY\}'/)
    assert.match(configText, /calls: \{ limits: \{ ratePerMinute: \{ new_order: 30 \} \} \}/)
    assert.doesNotMatch(configText, /^  (?:toolFolders|rest|mcpServers|mcpTools|limits):/m)
  })
})

function toolsOf(yard: ToolService): object[] {
  return yard.registry
    .listAll()
    .map(({ name, title, description, type, inputSchema, version, timeoutMs }) => ({
      name,
      title,
      description,
      type,
      inputSchema,
      version,
      timeoutMs,
    }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

async function answer(
  yard: ToolService,
  shop: Shop,
  { tool, input }: { readonly tool: string; readonly input: object },
): Promise<{ status: string; data: unknown; content: unknown; arrived: ReturnType<Shop['arrived']> }> {
  shop.arrived()
  const { status, data, content, error } = await yard.call(tool, input, { threadId: 'one' })
  return { status, data, content: error ?? content, arrived: shop.arrived() }
}
