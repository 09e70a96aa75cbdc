/** What every `Catalogue` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { Catalogue, CatalogueChange, CatalogueEntry } from '../catalogue.ts'
import {
  hostileTexts,
  known,
  manifestOf,
  namesOf,
  type Opens,
  readable,
  toolEntry,
  toolVersion,
} from './samples.ts'

export function describeCatalogue(adapter: string, open: Opens<Catalogue>, suite: Suite): void {
  suite.describe(`Catalogue on ${adapter}`, () => {
    describeChanges(open, suite)
    describeLooks(open, suite)
  })
}

/** A change of the catalogue as it is now. */
export async function applyNow(
  catalogue: Catalogue,
  tools: CatalogueChange['tools'],
  versions: CatalogueChange['versions'] = [],
): Promise<boolean> {
  const { revision } = await catalogue.overview()
  return catalogue.apply({ revision, tools, versions })
}

const whole: CatalogueEntry = toolEntry('whole', {
  state: 'held',
  enabled: false,
  type: 'MCP',
  source: 'mcp',
  version: 3,
  accepted: '',
  pinned: true,
  origin: 'server “a”',
  error: 'nobody has accepted it',
  manifest: manifestOf('whole', { tags: ['x'], examples: [{ input: { text: '日本' } }], timeoutMs: 5 }),
})

function describeChanges(open: Opens<Catalogue>, suite: Suite): void {
  suite.it('gives back what was written, by id, by name, in lists and in the overview', async (test) => {
    const catalogue = await open(test)
    assert.deepEqual((await catalogue.overview()).tools, [])
    assert.equal(await applyNow(catalogue, [whole]), true)
    const { manifest: _, ...tool } = whole
    assert.deepEqual((await catalogue.overview()).tools.map(known), [tool])
    assert.deepEqual(known(await catalogue.find(whole.id)), whole)
    assert.deepEqual(known(await catalogue.find('whole')), whole)
    assert.deepEqual((await catalogue.list({})).map(known), [whole])
    assert.equal(await catalogue.find('nobody'), undefined)
  })

  suite.it('puts a tool in the place of the one that was there, whole', async (test) => {
    const catalogue = await open(test)
    await applyNow(catalogue, [whole])
    const after = toolEntry('renamed', { id: whole.id, createdAt: 5, updatedAt: 6 })
    await applyNow(catalogue, [after])
    assert.deepEqual((await catalogue.list({})).map(known), [after])
    assert.equal(await catalogue.find('whole'), undefined)
  })

  suite.it('keeps the manifest where a change brings none', async (test) => {
    const catalogue = await open(test)
    await applyNow(catalogue, [whole, toolEntry('other')])
    const { manifest: _, ...tool } = { ...whole, enabled: true, error: undefined, updatedAt: 9 }
    await applyNow(catalogue, [tool])
    assert.deepEqual(known(await catalogue.find('whole')), known({ ...tool, manifest: whole.manifest }))
    assert.deepEqual(known(await catalogue.find('other')), toolEntry('other'))
  })

  suite.it('changes nothing where it has changed since', async (test) => {
    const catalogue = await open(test)
    const { revision } = await catalogue.overview()
    assert.equal(await catalogue.apply({ revision, tools: [toolEntry('a')], versions: [] }), true)
    const late = { revision, tools: [toolEntry('b')], versions: [toolVersion(toolEntry('b'), 1)] }
    assert.equal(await catalogue.apply(late), false)
    const now = await catalogue.overview()
    assert.deepEqual(await namesOf(now.tools), ['a'])
    assert.notEqual(now.revision, revision)
    assert.deepEqual(await catalogue.versions(toolEntry('b').id), [])
  })

  suite.it('takes one of twenty changes of the same state', async (test) => {
    const catalogue = await open(test)
    const { revision } = await catalogue.overview()
    const changes = Array.from({ length: 20 }, async (_, index) =>
      catalogue.apply({ revision, tools: [toolEntry(`t${index}`)], versions: [] }),
    )
    const done = await Promise.all(changes)
    assert.equal(done.filter((isDone) => isDone).length, 1)
    assert.deepEqual(await namesOf((await catalogue.overview()).tools), [`t${done.indexOf(true)}`])
  })

  suite.it('does all of a change or nothing', async (test) => {
    const catalogue = await open(test)
    await applyNow(catalogue, [toolEntry('a')])
    const { manifest: _, ...absent } = toolEntry('absent')
    const change = applyNow(catalogue, [toolEntry('b'), absent], [toolVersion(toolEntry('b'), 1)])
    assert.notEqual(await change.catch(() => 'failed'), true)
    assert.deepEqual(await namesOf((await catalogue.overview()).tools), ['a'])
    assert.deepEqual(await catalogue.versions(toolEntry('b').id), [])
    assert.equal(await applyNow(catalogue, [toolEntry('b')]), true)
  })

  suite.it('shows the versions of a tool, newest first, as they were written', async (test) => {
    const catalogue = await open(test)
    const [tool, other] = [toolEntry('tool'), toolEntry('other')]
    const versions = [
      toolVersion(tool, 1),
      toolVersion(tool, 2, { verdict: 'compatible' }),
      toolVersion(tool, 10, { verdict: 'breaking', reasons: ['“a” is required', 'b'] }),
    ]
    await applyNow(catalogue, [tool, other], [...versions.slice(0, 2), toolVersion(other, 1)])
    await applyNow(catalogue, [], versions.slice(2))
    assert.deepEqual((await catalogue.versions(tool.id)).map(known), versions.toReversed())
    assert.deepEqual((await catalogue.versions(other.id)).map(known), [toolVersion(other, 1)])
    assert.deepEqual(await catalogue.versions('nobody'), [])
  })
}

function describeLooks(open: Opens<Catalogue>, suite: Suite): void {
  suite.it('lists by name, capital letters first, as programs sort', async (test) => {
    const catalogue = await open(test)
    const names = ['b', 'B', 'a_c', 'ab', 'é', '_a', 'Z', 'a-d', '10', '9']
    await applyNow(
      catalogue,
      names.map((name) => toolEntry(name)),
    )
    assert.deepEqual(await namesOf(catalogue.list({})), names.toSorted())
    assert.deepEqual(await namesOf((await catalogue.overview()).tools), names.toSorted())
  })

  suite.it('filters by state, type and source, all at once', async (test) => {
    const catalogue = await open(test)
    await applyNow(catalogue, [
      toolEntry('a', { state: 'held', type: 'MCP', source: 'mcp' }),
      toolEntry('b', { state: 'removed', type: 'MCP', source: 'mcp' }),
      toolEntry('c', { state: 'removed', type: 'REST', source: 'config' }),
      toolEntry('d', { state: 'invalid' }),
    ])
    assert.deepEqual(await namesOf(catalogue.list({ state: 'removed' })), ['b', 'c'])
    assert.deepEqual(await namesOf(catalogue.list({ type: 'MCP' })), ['a', 'b'])
    assert.deepEqual(await namesOf(catalogue.list({ source: 'config' })), ['c'])
    assert.deepEqual(await namesOf(catalogue.list({ state: 'removed', type: 'MCP', source: 'mcp' })), ['b'])
    assert.deepEqual(await namesOf(catalogue.list({ state: 'active' })), [])
  })

  suite.it('takes a thousand tools at once, and turns their pages without gap or repeat', async (test) => {
    const catalogue = await open(test)
    const tools = Array.from({ length: 1000 }, (_, index) => toolEntry(`tool_${index % 7}_${index}`))
    assert.equal(
      await applyNow(
        catalogue,
        tools,
        tools.map((tool) => toolVersion(tool, 1)),
      ),
      true,
    )
    const names: string[] = []
    for (let after: string | undefined; ; after = names.at(-1)) {
      const page = await namesOf(catalogue.list({ after, limit: 300 }))
      if (page.length === 0) break
      names.push(...page)
    }
    assert.deepEqual(names, tools.map(({ name }) => name).toSorted())
  })

  suite.it('finds by id before it finds by name', async (test) => {
    const catalogue = await open(test)
    await applyNow(catalogue, [
      toolEntry('b', { id: 'x' }),
      toolEntry('x', { id: 'y' }),
      toolEntry('a', { id: 'z' }),
    ])
    await applyNow(catalogue, [toolEntry('z', { id: 'w' })])
    assert.equal((await catalogue.find('x'))?.name, 'b')
    assert.equal((await catalogue.find('z'))?.name, 'a')
  })

  suite.it('takes texts of every kind, and in what is looked for', async (test) => {
    const catalogue = await open(test)
    for (const text of hostileTexts) {
      const name = `tool_${hostileTexts.indexOf(text)}`
      const tool = toolEntry(name, {
        origin: text,
        error: text,
        manifest: manifestOf(name, { description: text, title: text, examples: [{ input: { text } }] }),
      })
      assert.equal(await applyNow(catalogue, [tool], [toolVersion(tool, 1, { reasons: [text] })]), true)
      const found = await catalogue.find(name)
      assert.deepEqual(found?.manifest, tool.manifest)
      assert.deepEqual([readable(found?.origin), readable(found?.error)], [readable(text), readable(text)])
      assert.deepEqual((await catalogue.versions(tool.id))[0]?.reasons, [text])
      assert.equal(await catalogue.find(`no ${text}`), undefined)
      assert.deepEqual(await catalogue.versions(text), [])
      assert.deepEqual(await catalogue.list({ after: `zz${text}` }), [])
    }
  })
}
