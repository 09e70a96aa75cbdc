/** A tool that fails by a fault of its own: its stack is for developers, and for nobody else. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defineTool, ToolyardError } from 'toolyard'
import { folderFor, openSite, type Site } from './support.ts'

const file = `/** Prices something. */
function priceOf(item) {
  return item.price.amount
}

export default {
  name: 'price_of',
  description: 'Prices something.',
  inputSchema: { name: String },
  permission: 'read',
  effects: 'none',
  execute({ name }) {
    try {
      return priceOf({})
    } catch (cause) {
      throw new Error('no price for ' + name + ', token sk-live-4eC39HqLyjWDarjtT1zdp7dc', { cause })
    }
  },
}
`

interface Story {
  readonly call: { readonly id: string; readonly stack?: string; readonly steps?: readonly unknown[] }
}

async function open(test: TestContext, more: object = {}): Promise<Site> {
  const workspace = await folderFor(test)
  await mkdir(join(workspace, 'tools'))
  await writeFile(join(workspace, 'tools/price-of.mjs'), file)
  return openSite(test, { workspace, toolFolders: [join(workspace, 'tools')], ...more })
}

describe('a tool that fails by a fault of its own', () => {
  for (const database of [undefined, 'file'] as const)
    it(`has its stack in the story of its call, for admins alone (${database ?? 'memory'})`, async (test) => {
      const folder = await folderFor(test)
      const site = await open(test, database && { database: `sqlite:${join(folder, 'toolyard.db')}` })
      const result = await site.call<{ callId: string; content: unknown }>('price_of', { name: 'lamp' })
      assert.doesNotMatch(JSON.stringify(result), /priceOf|price-of\.mjs|sk-live/)
      const path = `/api/calls/${result.callId}`
      const { stack = '', steps } = (await site.get<Story>(path)).call
      assert.match(stack, /^Error: no price for lamp, token /)
      assert.match(stack, /\n {4}at .*tools\/price-of\.mjs:16:\d+/)
      assert.match(stack, /\ncaused by: TypeError: Cannot read .*\n {4}at priceOf \(tools\/price-of\.mjs:3:/)
      assert.doesNotMatch(stack, /sk-live|pipeline|kinds|node:internal|toolyard-http|file:|\?/)
      assert.equal(steps, undefined)
      for (const as of ['viewer', 'operator', 'approver'] as const)
        assert.equal((await site.get<Story>(path, { as })).call.stack, undefined, as)
      assert.doesNotMatch(JSON.stringify(await site.get('/api/calls')), /price-of\.mjs|caused by/)
      assert.doesNotMatch(JSON.stringify(await site.yard.journal.list()), /price-of\.mjs|caused by/)
      assert.deepEqual((await site.yard.journal.verify())?.problems, [])
    })

  it('is told to those who listen, also where nothing is written down', async (test) => {
    const site = await open(test, { journal: false })
    const heard: string[] = []
    const stop = site.yard.installation.onBug(({ tool, stack }) => heard.push(`${tool}: ${stack}`))
    await site.call('price_of', { name: 'lamp' })
    stop()
    await site.call('price_of', { name: 'lamp' })
    assert.equal(heard.length, 1)
    assert.match(heard[0] ?? '', /^price_of: Error: no price for lamp/)
  })

  it('is not one that says on purpose what is wrong, nor one that was cancelled', async (test) => {
    const facts = { description: 'X.', permission: 'read', effects: 'none' } as const
    const site = await open(test, {
      tools: [
        defineTool({
          ...facts,
          name: 'says',
          execute() {
            throw new ToolyardError('not_found', 'nothing there')
          },
        }),
        defineTool({
          ...facts,
          name: 'waits',
          execute: (_input, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new Error('aborted here')))
            }),
        }),
      ],
    })
    const heard: string[] = []
    site.yard.installation.onBug(({ tool }) => heard.push(tool))
    await site.yard.call('says')
    const late = await site.yard.call('waits', {}, { timeoutMs: 20 })
    assert.equal(late.status, 'timeout')
    assert.deepEqual(heard, [])
  })

  it('can throw anything: nothing, a getter that throws, a stack of a megabyte', async (test) => {
    const facts = { description: 'X.', permission: 'read', effects: 'none' } as const
    const thrown: Readonly<Record<string, () => unknown>> = {
      nothing: () => undefined,
      text: () => 'just a text',
      hostile: () =>
        Object.defineProperty(new Error('x'), 'stack', {
          get() {
            throw new Error('y')
          },
        }),
      circle: () => {
        const error = new Error('round')
        return Object.assign(error, { cause: error })
      },
      long: () =>
        Object.assign(new Error('x'), { stack: `Error: x\n${'    at far (/a/b.js:1:1)\n'.repeat(50_000)}` }),
    }
    const site = await open(test, {
      tools: Object.entries(thrown).map(([name, make]) =>
        defineTool({
          ...facts,
          name,
          execute() {
            throw make()
          },
        }),
      ),
    })
    const stacks: Record<string, string> = {}
    site.yard.installation.onBug(({ tool, stack }) => (stacks[tool] = stack))
    for (const name of Object.keys(thrown)) assert.equal((await site.yard.call(name)).status, 'error', name)
    assert.deepEqual(Object.keys(stacks).toSorted(), ['circle', 'long'])
    assert.equal(stacks['circle']?.match(/round/g)?.length, 4)
    assert.ok((stacks['long']?.length ?? 0) <= 8000)
  })
})
