/** Tools found by what they do, and shown only where they are wanted. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Runner } from '../../src/agents/index.ts'
import { textOf, type ToolManifest } from '../../src/define/index.ts'
import { createWordIndex } from '../../src/registry/search/word-index.ts'
import { createWordReader } from '../../src/kernel/index.ts'
import { finish, openCompany } from '../agents/company.ts'
import unseenQueries from './unseen-queries.json' with { type: 'json' }
import { fiveHundredTools, hundredQueries, laterQueries } from './catalogue.ts'

/**
 * What words alone find: each floor is a little below what was measured (66, 24 and 34). A wish that shares no word with its
 * tool can't be found by words; an embedding model is for those.
 */
describe('a search by words through five hundred tools', () => {
  const tools = fiveHundredTools().map(({ manifest }) => manifest)
  const { search } = createWordIndex(tools)
  const isFound = (query: string, right: readonly string[]): boolean =>
    search(query, 5).some(({ manifest }) => right.includes(manifest.name))

  it('finds the right one at once for at least 64 of a hundred wishes that share no word with its name', () => {
    const queries = hundredQueries()
    const { wordsIn } = createWordReader()
    assert.deepEqual([tools.length, queries.length], [500, 100])
    for (const { query, tool } of queries) {
      assert.ok(
        tools.some(({ name }) => name === tool),
        tool,
      )
      const shared = wordsIn(tool).filter((word) => wordsIn(query).includes(word))
      assert.deepEqual(shared, [], query)
    }
    const found = queries.filter(({ query, tool }) => isFound(query, [tool]))
    assert.ok(found.length >= 64, `${found.length}`)
  })

  it('finds the right one at once for at least 22 of forty wishes that were written later', () => {
    const queries = laterQueries()
    assert.equal(queries.length, 40)
    const found = queries.filter(({ query, tool }) => isFound(query, [tool]))
    assert.ok(found.length >= 22, `${found.length}`)
  })

  it('finds a right one at once for at least 32 of 69 wishes of people who never saw the tools', () => {
    const queries = unseenQueries as [string, ...string[]][]
    assert.equal(queries.length, 69)
    const found = queries.filter(([query, ...right]) => isFound(query, right))
    assert.ok(found.length >= 32, `${found.length}`)
  })

  it('finds few tools for two letters that begin many words', () => {
    assert.deepEqual(search('se', 500), [])
    assert.ok(search('sea', 500).length > 0)
  })
})

describe('the tools that a model is shown', () => {
  const toolTokens = 5000
  const standIns = fiveHundredTools()
  const names = standIns.map(({ manifest }) => manifest.name)
  const tokensOf = (manifests: readonly ToolManifest[]): number =>
    JSON.stringify(
      manifests.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    ).length / 3.5

  /** A runner that looks, searches, and looks again. */
  function looking(seen: (readonly ToolManifest[])[], answers: string[]): Runner {
    return {
      name: 'looking',
      async *run({ tools, runId, threadId, agent, model }) {
        yield { type: 'started', runId, threadId, agent: agent.name, model }
        seen.push(await tools.snapshot())
        const calls = [
          { callId: '1', tool: 'search_tools', input: { query: 'weather forecast' } },
          { callId: '2', tool: 'get_weather', input: { city: 'Rome' } },
        ]
        answers.push(...(await tools.call(calls, () => {})).map(textOf))
        seen.push(await tools.snapshot())
        yield {
          type: 'done',
          reason: 'finished',
          text: '',
          usage: { steps: 1, inputTokens: 0, outputTokens: 0 },
        }
      },
    }
  }

  it('stay within the budget, and those that were found are among them from the next turn on', async (test) => {
    const seen: (readonly ToolManifest[])[] = []
    const answers: string[] = []
    const { yard } = await openCompany(
      test,
      { helper: { turns: [{}], tools: [...names, 'search_tools', 'read_result'], runner: 'looking' } },
      { tools: standIns, agents: { toolTokens }, runners: { looking: looking(seen, answers) } },
    )
    await finish(await yard.runs.start({ agent: 'helper', prompt: 'x', threadId: 't' }))
    const [before = [], after = []] = seen
    const namesIn = (manifests: readonly ToolManifest[]) => manifests.map(({ name }) => name)
    assert.ok(before.length < 20 && namesIn(before).includes('search_tools'))
    assert.ok(!namesIn(before).includes('get_weather'))
    assert.match(answers[0] ?? '', /^get_weather: Current weather/m)
    assert.equal(answers[1], 'ran get_weather', 'what is not shown can be called all the same')
    assert.ok(namesIn(after).includes('get_weather'))
    assert.deepEqual(
      namesIn(after).slice(0, before.length),
      namesIn(before),
      'what was shown stays where it was',
    )
    for (const manifests of seen) assert.ok(tokensOf(manifests) <= toolTokens)
    await finish(await yard.runs.start({ agent: 'helper', prompt: 'x', threadId: 'another' }))
    assert.ok(!namesIn(seen[2] ?? []).includes('get_weather'), 'only in the thread that found it')
    await finish(await yard.runs.start({ agent: 'helper', prompt: 'x', threadId: 't' }))
    assert.ok(namesIn(seen[4] ?? []).includes('get_weather'), 'also in a later run of the thread')
  })

  it('are all of them where they fit, or where nothing could find the others', async (test) => {
    const seen: (readonly ToolManifest[])[] = []
    const runners = { looking: looking(seen, []) }
    const few = ['echo', 'search_tools', 'task']
    const { yard } = await openCompany(
      test,
      {
        small: { turns: [{}], tools: few, runner: 'looking' },
        blind: { turns: [{}], tools: names, runner: 'looking' },
      },
      { tools: standIns, agents: { toolTokens }, runners },
    )
    for (const agent of ['small', 'blind']) await finish(await yard.runs.start({ agent, prompt: 'x' }))
    assert.deepEqual(
      seen[0]?.map(({ name }) => name),
      few,
    )
    assert.equal(seen[2]?.length, 500)
  })

  it('are found only among those that the agent has', async (test) => {
    const { yard } = await openCompany(
      test,
      { helper: { turns: [{}], tools: ['search_tools', 'echo'] } },
      { tools: standIns },
    )
    const query = { query: 'weather forecast', limit: 20 }
    const own = await yard.call('search_tools', query, { agent: 'helper', threadId: 't' })
    assert.deepEqual(own.data, { tools: [] })
    const all = await yard.call('search_tools', query, { threadId: 't' })
    assert.match(textOf(all), /get_weather/)
  })
})
