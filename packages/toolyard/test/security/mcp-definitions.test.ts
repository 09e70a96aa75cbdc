/**
 * What servers say of their tools is not believed: the definitions of the corpus, offered by a real server, first seen and
 * after they were accepted.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { visibleText } from '../../src/kernel/index.ts'
import { acceptAll, open, raw } from '../mcp-client/support.ts'

interface Entry {
  readonly id: string
  readonly expect: 'allow' | 'deny'
  readonly reason: string
  readonly tool: Record<string, unknown> | null
  readonly seen?: boolean
  readonly after?: Record<string, unknown>
  readonly severity?: 'flag'
}

const corpus = JSON.parse(readFileSync(resolve(import.meta.dirname, '../corpora/mcp.json'), 'utf8')) as {
  readonly entries: readonly Entry[]
}
const entries = corpus.entries.filter((entry) => entry.tool !== null)

/** `gen:depth:200` stands for a schema of that depth. */
function generated(tool: Record<string, unknown>): object {
  const depth = /^gen:depth:(\d+)$/.exec(String(tool['inputSchema']))?.[1]
  if (depth === undefined) return tool
  let schema: object = { type: 'string' }
  for (let level = 0; level < Number(depth); level++) schema = { type: 'object', properties: { a: schema } }
  return { ...tool, inputSchema: schema }
}

const good = { name: 'neighbour', description: 'Another tool.', inputSchema: { type: 'object' } }

/** A server that offers exactly these tools, over several starts. */
async function serving(): Promise<{
  offer: (tool: object) => Promise<void>
  start: () => ReturnType<typeof open>
  [Symbol.asyncDispose]: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-mcp-'))
  return {
    offer: (tool) => writeFile(join(folder, 'tools.json'), JSON.stringify([generated(tool as never), good])),
    // What is remembered of the server goes with each start, so that the list is read before the first call.
    start: async () => {
      await rm(join(folder, 'state'), { recursive: true, force: true })
      const docs = raw('plain', { args: ['tools.json'] })
      return open(
        { docs },
        { folder, isHeld: true, database: 'sqlite:catalogue.db', builtins: ['shell', 'files'] },
      )
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

describe('a definition from outside', () => {
  for (const { id, expect, reason, tool, after, severity } of entries) {
    it(`${id} ${expect === 'allow' ? 'can be used' : 'can’t be used'}: ${reason}`, async () => {
      await using server = await serving()
      await server.offer(tool ?? {})
      const call = { a: 1, b: 2 }
      const before = new Set<string>()
      {
        await using place = await server.start()
        const { yard } = place
        const ours = yard.registry.toolNames.filter(
          (name) => name.startsWith('docs__') && name !== 'docs__neighbour',
        )
        for (const name of ours) {
          before.add(name)
          assert.equal((await yard.call(name, call)).status, 'held', 'first seen, it waits')
        }
        assert.equal(yard.registry.registrations.get('bash')?.manifest.source, 'builtin')
        assert.equal(yard.registry.registrations.get('read_file')?.manifest.source, 'builtin')
        assert.ok(yard.registry.has('docs__neighbour'), 'no other tool goes with it')
        if (severity === 'flag') {
          const manifest = yard.registry.registrations.get('docs__add')?.manifest
          assert.ok(manifest?.tags.includes('suspicious'))
          assert.match(manifest?.via?.text ?? '', /look closely/)
          assert.ok(
            manifest &&
              visibleText(manifest.description) === manifest.description &&
              manifest.description.length < 10_000,
          )
        }
        if (expect === 'allow' || after !== undefined) await acceptAll(yard)
        if (expect === 'allow') assert.equal((await yard.call('docs__add', call)).status, 'ok')
      }
      if (after === undefined) return
      await server.offer(after)
      await using place = await server.start()
      const result = await place.yard.call('docs__add', call)
      assert.equal(result.status, expect === 'allow' ? 'ok' : 'held', result.error?.message)
      assert.deepEqual([...before], ['docs__add'])
    })
  }

  it('that was accepted is held again where the server is reached in another way', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-mcp-'))
    const database = 'sqlite:catalogue.db'
    for (const [env, status] of [
      [{ A: '1' }, 'ok'],
      [{ A: '1' }, 'ok'],
      [{ NODE_OPTIONS: '--no-warnings' }, 'held'],
    ] as const) {
      await using place = await open({ docs: raw('plain', { env }) }, { folder, database, isHeld: true })
      const { yard } = place
      if (status === 'ok') await acceptAll(yard)
      assert.equal((await yard.call('docs__echo', { text: 'x' })).status, status)
    }
    await rm(folder, { recursive: true, force: true })
  })
})
