/** What every `AgentStore` must do. Agents have tools of the catalogue, so it needs one as well. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { Store } from '../store.ts'
import { type AgentRecord, keptAgentVersions, type NewAgentVersion } from '../agents.ts'
import { applyNow } from './catalogue.ts'
import { agentRecord, hostileTexts, known, namesOf, type Opens, readable, toolEntry } from './samples.ts'

const tools = ['a', 'b', 'c', 'd'].map((name) => toolEntry(name))
const ids = Object.fromEntries(tools.map(({ name, id }) => [name, id])) as Record<string, string>

const bound = agentRecord('bound', {
  prompt: 'You are “bound”.\n日本',
  model: 'm',
  runner: 'r',
  settings: { temperature: 0.5, nested: { list: [1, null] } },
  tools: [
    { toolId: ids['c'] ?? '' },
    { toolId: ids['a'] ?? '', pinned: 'fingerprint 1' },
    { toolId: ids['d'] ?? '', pinned: '' },
    { toolId: ids['b'] ?? '' },
  ],
})

export function describeAgentStore(
  adapter: string,
  open: Opens<Pick<Store, 'agents' | 'catalogue'>>,
  suite: Suite,
): void {
  suite.describe(`AgentStore on ${adapter}`, () => {
    const agentsFor: Opens<Store['agents']> = async (test) => {
      const { agents, catalogue } = await open(test)
      await applyNow(catalogue, tools)
      return agents
    }
    describeKeeping(agentsFor, suite)
    describeNames(agentsFor, suite)
    describeVersions(agentsFor, suite)
  })
}

function versionOf(agent: AgentRecord, facts: Partial<NewAgentVersion> = {}): NewAgentVersion {
  const { id: _id, createdAt: _created, updatedAt: _updated, ...rest } = agent
  return { ...rest, by: 'ann', at: 7, ...facts }
}

function describeVersions(open: Opens<Store['agents']>, suite: Suite): void {
  suite.it('keeps what an agent was after each change, the newest first, and whole', async (test) => {
    const agents = await open(test)
    await agents.save(bound, [versionOf(bound)])
    const other = { ...bound, prompt: 'Else.', model: undefined, tools: [] }
    await agents.save(other, [versionOf(other, { by: undefined, at: 9 })])
    assert.deepEqual((await agents.versions(bound.id)).map(known), [
      known({ ...versionOf(other, { by: undefined, at: 9 }), version: 2 }),
      known({ ...versionOf(bound), version: 1 }),
    ])
    assert.deepEqual(await agents.versions('nobody'), [])
  })

  suite.it('keeps versions with their agent alone, and lets them go with it', async (test) => {
    const agents = await open(test)
    await agents.save(bound, [versionOf(bound)])
    await agents.save(agentRecord('other'), [versionOf(agentRecord('other'))])
    await assert.rejects(async () =>
      agents.save(agentRecord('other', { id: bound.id }), [versionOf(agentRecord('other'))]),
    )
    assert.equal((await agents.versions(bound.id)).length, 1, 'a change that is refused leaves none')
    await agents.remove(bound.id)
    assert.deepEqual(await agents.versions(bound.id), [])
    await agents.save(bound)
    assert.deepEqual(await agents.versions(bound.id), [], 'a later agent of the id has none of them')
    assert.equal((await agents.versions('id of other')).length, 1)
  })

  suite.it('keeps a bounded number of versions, and counts on', async (test) => {
    const agents = await open(test)
    const all = Array.from({ length: keptAgentVersions + 3 }, (_, at) => versionOf(bound, { at }))
    await agents.save(bound, all.slice(0, 2))
    for (const version of all.slice(2)) await agents.save(bound, [version])
    const kept = await agents.versions(bound.id)
    assert.equal(kept.length, keptAgentVersions)
    assert.deepEqual([kept[0]?.version, kept.at(-1)?.version], [all.length, 4])
    assert.deepEqual([kept[0]?.at, kept.at(-1)?.at], [all.length - 1, 3])
  })

  suite.it('numbers the changes of many at the same time, each once', async (test) => {
    const agents = await open(test)
    await agents.save(bound, [versionOf(bound)])
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => agents.save(bound, [versionOf(bound, { at })])),
    )
    const numbers = (await agents.versions(bound.id)).map(({ version }) => version)
    assert.deepEqual(numbers, [9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  suite.it('keeps until when a draft stays', async (test) => {
    const agents = await open(test)
    await agents.save({ ...bound, expiresAt: 99 })
    assert.equal((await agents.find('bound'))?.expiresAt, 99)
    await agents.save(bound)
    assert.equal((await agents.find('bound'))?.expiresAt, undefined)
  })
}

function describeKeeping(open: Opens<Store['agents']>, suite: Suite): void {
  suite.it('gives back what was written, bindings in their order', async (test) => {
    const agents = await open(test)
    assert.deepEqual(await agents.list(), [])
    await agents.save(bound)
    assert.deepEqual(known(await agents.find(bound.id)), bound)
    assert.deepEqual(known(await agents.find('bound')), bound)
    assert.deepEqual((await agents.list()).map(known), [bound])
    assert.equal(await agents.find('nobody'), undefined)
  })

  suite.it('keeps the bindings of many agents apart', async (test) => {
    const agents = await open(test)
    const other = agentRecord('other', { tools: bound.tools.toReversed() })
    for (const agent of [bound, other, agentRecord('without')]) await agents.save(agent)
    assert.deepEqual((await agents.list()).map(known), [bound, other, agentRecord('without')])
  })

  suite.it('replaces an agent whole, its name included', async (test) => {
    const agents = await open(test)
    await agents.save(bound)
    const after = agentRecord('renamed', { id: bound.id, tools: bound.tools.slice(1, 3), createdAt: 5 })
    await agents.save(after)
    assert.deepEqual((await agents.list()).map(known), [after])
    assert.equal(await agents.find('bound'), undefined)
    await agents.save({ ...after, tools: [] })
    assert.deepEqual((await agents.find('renamed'))?.tools, [])
  })

  suite.it('removes an agent once, and leaves the others and their tools', async (test) => {
    const agents = await open(test)
    for (const agent of [bound, agentRecord('other', { tools: bound.tools })]) await agents.save(agent)
    assert.equal(await agents.remove(bound.id), true)
    assert.equal(await agents.remove(bound.id), false)
    assert.equal(await agents.remove('other'), false, 'by id, not by name')
    assert.equal(await agents.find('bound'), undefined)
    assert.deepEqual((await agents.find('other'))?.tools, bound.tools)
    await agents.save(bound)
    assert.deepEqual(known(await agents.find('bound')), bound)
  })

  suite.it('takes texts of every kind, and finds by it', async (test) => {
    const agents = await open(test)
    for (const text of hostileTexts) {
      const name = `name ${text}`
      await agents.save(
        agentRecord(name, { prompt: text, model: text, runner: text, settings: { [text]: text } }),
      )
      const found = await agents.find(name)
      assert.deepEqual(
        [found?.prompt, found?.model, found?.runner].map(readable),
        [text, text, text].map(readable),
      )
      assert.deepEqual(found?.settings, { [text]: text })
      assert.equal((await agents.find(`id of name ${text}`))?.id, found?.id)
      assert.equal(await agents.remove(`id of name ${text}`), true)
    }
  })
}

function describeNames(open: Opens<Store['agents']>, suite: Suite): void {
  const taken = { code: 'name_taken', message: /"one"/, hint: /another name/ }

  suite.it('refuses the name of another agent, and changes nothing', async (test) => {
    const agents = await open(test)
    await agents.save(agentRecord('one'))
    await agents.save(agentRecord('two'))
    await assert.rejects(async () => agents.save(agentRecord('one', { id: 'new' })), taken)
    await assert.rejects(async () => agents.save(agentRecord('one', { id: 'id of two' })), taken)
    assert.deepEqual((await agents.list()).map(known), [agentRecord('one'), agentRecord('two')])
    await agents.save(agentRecord('one', { prompt: 'Else.' }))
  })

  suite.it('gives a name to one of ten who want it at the same time, and tells the others', async (test) => {
    const agents = await open(test)
    const wishes = Array.from({ length: 10 }, async (_, index) =>
      agents.save(agentRecord('one', { id: `agent ${index}` })),
    )
    const settled = await Promise.allSettled(wishes)
    const refused = settled.filter((wish) => wish.status === 'rejected')
    assert.equal(refused.length, 9)
    for (const { reason } of refused) assert.equal((reason as { code: string }).code, 'name_taken')
    assert.equal((await agents.list()).length, 1)
  })

  suite.it('lists by name, capital letters first, as programs sort', async (test) => {
    const agents = await open(test)
    const names = ['b', 'B', 'a_c', 'ab', 'é', '_a', 'Z', 'a d']
    for (const name of names) await agents.save(agentRecord(name))
    assert.deepEqual(await namesOf(agents.list()), names.toSorted())
  })

  suite.it('finds by id before it finds by name', async (test) => {
    const agents = await open(test)
    await agents.save(agentRecord('b', { id: 'x' }))
    await agents.save(agentRecord('a', { id: 'y' }))
    await agents.save(agentRecord('x', { id: 'z' }))
    await agents.save(agentRecord('y', { id: 'w' }))
    assert.equal((await agents.find('x'))?.name, 'b')
    assert.equal((await agents.find('y'))?.name, 'a')
  })
}
