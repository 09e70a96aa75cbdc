import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolManifest, withFacts } from '../define/index.ts'
import { createMemoryStore, type Store } from '../store/index.ts'
import { syncTools, ToolHistory } from './index.ts'

interface ToolShape {
  readonly description?: string
  readonly tags?: readonly string[]
  readonly source?: 'mcp' | 'app'
  readonly schema?: object
}

function manifestOf(name: string, shape: ToolShape = {}): ToolManifest {
  const {
    description = 'A tool.',
    tags = [],
    source = 'app',
    schema = { type: 'object', properties: {} },
  } = shape
  const tool = defineTool({
    name,
    description,
    tags,
    inputSchema: schema as { type: 'object' },
    execute: () => 1,
  })
  return withFacts(tool, { source }).manifest
}

const text = { type: 'string' }
const withCity = { type: 'object', properties: { city: text }, required: ['city'] }
const withOptionalDays = { ...withCity, properties: { city: text, days: { type: 'integer' } } }
const withRequiredDays = { ...withOptionalDays, required: ['city', 'days'] }

class Yard {
  readonly store: Store = createMemoryStore()
  readonly history = new ToolHistory(this.store.catalogue, () => ++this.time)
  time = 0
  ids = 0

  sync(manifests: readonly ToolManifest[], more: { problems?: [string, string][]; dryRun?: boolean } = {}) {
    return syncTools(
      this.store,
      {
        tools: manifests.map((manifest) => ({ manifest, origin: `tools/${manifest.name}.ts` })),
        problems: (more.problems ?? []).map(([origin, reason]) => ({ origin, reason })),
      },
      { now: ++this.time, newId: () => `id-${++this.ids}`, dryRun: more.dryRun },
    )
  }
}

describe('syncing the catalogue', () => {
  it('creates what is new, and leaves unchanged what is not', async () => {
    const yard = new Yard()
    const tools = [manifestOf('a'), manifestOf('b')]
    const first = await yard.sync(tools)
    assert.deepEqual([first.created, first.updated, first.unchanged], [['a', 'b'], [], []])
    const { revision } = await yard.store.catalogue.overview()
    const second = await yard.sync(tools)
    assert.deepEqual([second.created, second.updated, second.unchanged], [[], [], ['a', 'b']])
    assert.deepEqual(second.changes, [])
    assert.equal((await yard.store.catalogue.overview()).revision, revision)
  })

  it('takes a new order of keys for no change', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a', { schema: withCity })])
    const turned = { required: ['city'], properties: { city: text }, type: 'object' }
    assert.deepEqual((await yard.sync([manifestOf('a', { schema: turned })])).unchanged, ['a'])
  })

  it('updates without a new version where only facts beside the definition changed', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a')])
    const report = await yard.sync([manifestOf('a', { tags: ['new'] })])
    assert.deepEqual(report.updated, ['a'])
    assert.equal((await yard.history.versions('a')).length, 1)
    assert.deepEqual((await yard.history.find('a')).manifest.tags, ['new'])
  })

  it('says of an update whether it breaks callers, why, and whom', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a', { schema: withCity })])
    const { id } = await yard.history.find('a')
    await yard.store.agents.save({
      id: 'g',
      name: 'helper',
      prompt: '',
      settings: {},
      createdAt: 0,
      updatedAt: 0,
      tools: [{ toolId: id }],
    })
    const [compatible] = (await yard.sync([manifestOf('a', { schema: withOptionalDays })])).changes
    assert.deepEqual([compatible?.comparison?.verdict, compatible?.agents], ['compatible', []])
    const [breaking] = (await yard.sync([manifestOf('a', { schema: withRequiredDays })])).changes
    assert.equal(breaking?.comparison?.verdict, 'breaking')
    assert.match(breaking?.comparison?.reasons[0] ?? '', /days/)
    assert.deepEqual([breaking?.version, breaking?.agents], [3, ['helper']])
    const [third, second, first] = await yard.history.versions('a')
    assert.deepEqual([third?.verdict, second?.verdict, first?.verdict], ['breaking', 'compatible', undefined])
    assert.deepEqual([third?.isCurrent, first?.isCurrent], [true, false])
  })

  it('keeps the id of a tool that goes and comes back', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a'), manifestOf('b')])
    const { id } = await yard.history.find('a')
    assert.deepEqual((await yard.sync([manifestOf('b')])).removed, ['a'])
    assert.deepEqual((await yard.sync([manifestOf('b')])).removed, [])
    assert.equal((await yard.history.find('a')).state, 'removed')
    assert.deepEqual((await yard.sync([manifestOf('a'), manifestOf('b')])).updated, ['a'])
    const back = await yard.history.find('a')
    assert.deepEqual([back.id, back.state, back.version], [id, 'active', 1])
  })

  it('calls a tool invalid, not removed, where its file could not be read; and every bad file by its name', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a')])
    const problems: [string, string][] = [
      ['tools/a.ts', 'it throws'],
      ['tools/new.ts', 'no tool in it'],
    ]
    const report = await yard.sync([], { problems })
    assert.deepEqual([report.invalid, report.removed], [['a', 'tools/new.ts'], []])
    const broken = await yard.history.find('a')
    assert.deepEqual([broken.state, broken.error], ['invalid', 'it throws'])
    assert.deepEqual((await yard.sync([], { problems })).invalid, ['a', 'tools/new.ts'])
    assert.deepEqual((await yard.sync([manifestOf('a')])).updated, ['a'])
    assert.equal((await yard.history.find('a')).error, undefined)
  })

  it('changes nothing in a dry run', async () => {
    const yard = new Yard()
    assert.deepEqual((await yard.sync([manifestOf('a')], { dryRun: true })).created, ['a'])
    assert.deepEqual((await yard.store.catalogue.overview()).tools, [])
  })

  it('works it out again where another process was quicker', async () => {
    const yard = new Yard()
    const { catalogue } = yard.store
    let isFirst = true
    const slow = {
      ...catalogue,
      apply: (change: Parameters<typeof catalogue.apply>[0]) => {
        if (isFirst) void catalogue.apply({ revision: change.revision, tools: [], versions: [] })
        isFirst = false
        return catalogue.apply(change)
      },
    }
    const report = await syncTools(
      { catalogue: slow, agents: yard.store.agents },
      { tools: [{ manifest: manifestOf('a') }], problems: [] },
      { now: 1, newId: () => 'x' },
    )
    assert.deepEqual(report.created, ['a'])
    assert.equal((await yard.history.find('a')).id, 'x')
  })
})

describe('a tool from outside', () => {
  it('is held until somebody accepts it, and again when it changes', async () => {
    const yard = new Yard()
    const first = manifestOf('srv__a', { source: 'mcp' })
    assert.deepEqual((await yard.sync([first])).held, ['srv__a'])
    assert.deepEqual((await yard.sync([first])).held, ['srv__a'])
    assert.equal((await yard.history.accept('srv__a')).state, 'active')
    assert.deepEqual((await yard.sync([first])).unchanged, ['srv__a'])
    const second = manifestOf('srv__a', { source: 'mcp', description: 'Now it does more.' })
    const report = await yard.sync([second])
    assert.deepEqual([report.held, report.updated], [['srv__a'], []])
    assert.match(report.changes[0]?.error ?? '', /changed since it was accepted/)
    assert.ok(report.changes[0]?.comparison)
    assert.deepEqual((await yard.sync([first])).updated, ['srv__a'])
    assert.equal((await yard.history.find('srv__a')).state, 'active')
  })
})

describe('what people decide about versions', () => {
  it('is held where it takes the name of one of ours, whatever was decided about that', async () => {
    for (const isPinned of [false, true]) {
      const yard = new Yard()
      await yard.sync([manifestOf('a')])
      if (isPinned) await yard.history.pin('a')
      assert.deepEqual((await yard.sync([manifestOf('a', { source: 'mcp' })])).held, ['a'])
      assert.equal((await yard.history.find('a')).accepted, '')
      assert.equal((await yard.history.accept('a')).state, 'active')
      assert.deepEqual((await yard.sync([manifestOf('a', { source: 'mcp' })])).unchanged, ['a'])
    }
  })

  it('holds every version but the one that is pinned', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a')])
    await yard.history.pin('a')
    const next = manifestOf('a', { description: 'Changed.' })
    assert.deepEqual((await yard.sync([next])).held, ['a'])
    assert.equal((await yard.history.accept('a')).state, 'active')
    assert.deepEqual((await yard.sync([manifestOf('a')])).held, ['a'])
    assert.equal((await yard.history.unpin('a')).state, 'active')
  })

  it('goes back: the newer version is held until the code gives the earlier one', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a')])
    await assert.rejects(yard.history.rollBack('a'), { code: 'invalid_arguments' })
    await yard.sync([manifestOf('a', { description: 'Worse.' })])
    const back = await yard.history.rollBack('a')
    assert.deepEqual([back.state, back.pinned, back.version], ['held', true, 2])
    assert.deepEqual((await yard.sync([manifestOf('a')])).updated, ['a'])
    assert.equal((await yard.history.find('a')).state, 'active')
    await assert.rejects(yard.history.pin('a', 9), { code: 'not_found', hint: /1 to 3/ })
  })

  it('names the nearest tool for one that is not known', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('get_weather')])
    await assert.rejects(yard.history.accept('get_wether'), { code: 'tool_not_found', hint: /get_weather/ })
  })

  it('switches a tool off and on', async () => {
    const yard = new Yard()
    await yard.sync([manifestOf('a')])
    assert.equal((await yard.history.setEnabled('a', false)).enabled, false)
    assert.deepEqual((await yard.sync([manifestOf('a')])).unchanged, ['a'])
    assert.equal((await yard.history.find('a')).enabled, false)
  })
})
