/** What the form of an agent stands on: models to choose from, checked when they are saved; tries of what is not saved; versions. */
import assert from 'node:assert/strict'
import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { knownModels } from '../../src/agents/models/known-models.ts'
import { folderFor, openSite, type Refusal, type Site, type SiteOptions, until } from './support.ts'

interface Models {
  readonly usual?: string
  readonly runners: string[]
  readonly providers: { readonly name: string; readonly missing: string[] }[]
  readonly models: {
    readonly name: string
    readonly provider: string
    readonly price?: { readonly input: number }
  }[]
}

interface Version {
  readonly version: number
  readonly by?: string
  readonly prompt: string
  readonly tools: { readonly name: string }[]
  readonly changes?: {
    readonly fields: string[]
    readonly added: string[]
    readonly removed: string[]
    readonly diff: { readonly title: string; readonly lines: { mark: string; text: string }[] }[]
  }
}

interface Draft {
  readonly draft: string
  readonly runId: string
  readonly threadId: string
}

async function siteWith(
  test: TestContext,
  turns: readonly object[],
  options: SiteOptions = {},
): Promise<Site> {
  const workspace = await folderFor(test)
  await mkdir(join(workspace, 'scripts'))
  await writeFile(join(workspace, 'scripts/talk.json'), JSON.stringify(turns))
  await writeFile(join(workspace, 'scripts/other.json'), '{"no": "script"}')
  return openSite(test, { ...options, workspace })
}

const hello = [{ text: 'Hello.' }]

describe('models over HTTP', () => {
  it('are listed with prices, scripts, and the variables that providers still need, and with no value of one', async (test) => {
    const site = await siteWith(test, hello, {
      environment: { OPENAI_API_KEY: 'sk-very-secret-value' },
      models: {
        providers: { local: { baseUrl: 'http://localhost:9/v1', apiKey: '${LOCAL_KEY}' } },
        prices: { 'local/llama': { input: 1, output: 2 } },
      },
      agents: { model: 'local/llama' },
    })
    const answer = await site.get<Models>('/api/models')
    const missing = Object.fromEntries(answer.providers.map((one) => [one.name, one.missing]))
    assert.deepEqual(missing, {
      anthropic: ['ANTHROPIC_API_KEY'],
      openai: [],
      google: ['GOOGLE_GENERATIVE_AI_API_KEY'],
      local: ['LOCAL_KEY'],
      scripted: [],
    })
    assert.deepEqual([answer.usual, answer.runners], ['local/llama', ['loop', 'claude']])
    const names = answer.models.map(({ name }) => name)
    assert.ok(names.includes('scripted/scripts/talk.json'), names.join())
    assert.ok(!names.includes('scripted/scripts/other.json'), 'what is no script is not offered')
    assert.equal(answer.models.find(({ name }) => name === 'local/llama')?.price?.input, 1)
    assert.doesNotMatch(JSON.stringify(answer), /very-secret/)
  })

  it('of vendors are names that their packages know', async () => {
    const require = createRequire(import.meta.url)
    for (const [vendor, models] of Object.entries(knownModels)) {
      const types = await readFile(join(dirname(require.resolve(`@ai-sdk/${vendor}`)), 'index.d.ts'), 'utf8')
      for (const model of models) assert.ok(types.includes(`'${model}'`), `${vendor}/${model}`)
    }
  })

  it('are checked when an agent is saved: provider and runner by name, a missing key is no fault', async (test) => {
    const site = await siteWith(test, hello, { environment: {} })
    const refused = async (body: object): Promise<string> => {
      const answer = await site.json<Refusal>('POST', '/api/agents', { body: { name: 'a', ...body } })
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      return `${answer.body.error.message} ${answer.body.error.hint}`
    }
    assert.match(await refused({ model: 'gpt-4o' }), /Did you mean "openai\/gpt-4o"\?.*Write PROVIDER\/MODEL/)
    assert.match(await refused({ model: 'opneai/gpt-5' }), /no provider "opneai"\. Did you mean "openai"\?/)
    assert.match(await refused({ runner: 'cluade' }), /no runner "cluade"\. Did you mean "claude"\?/)
    assert.match(await refused({ runner: 'claude', model: 'openai/gpt-5' }), /cannot use the model/)
    const made = await site.json('POST', '/api/agents', { body: { name: 'a', model: 'openai/gpt-5' } })
    assert.equal(made.status, 201)
    const changed = await site.json<Refusal>('PATCH', '/api/agents/a', { body: { model: 'nobody/x' } })
    assert.equal(changed.status, 400)
    const cleared = await site.json<{ model?: string; runner?: string }>('PUT', '/api/agents/a', {
      body: { model: '', runner: '' },
    })
    assert.deepEqual([cleared.status, cleared.body.model, cleared.body.runner], [200, undefined, undefined])
  })
})

describe('versions of agents over HTTP', () => {
  it('tell who changed what, and are brought back', async (test) => {
    const site = await siteWith(test, hello)
    await site.json('POST', '/api/agents', { body: { name: 'a', prompt: 'One.\nTwo.', toolIds: ['echo'] } })
    const change = { prompt: 'One.\nThree.', toolIds: ['count'], settings: { maxSteps: 3 } }
    await site.json('PUT', '/api/agents/a', { as: 'operator', body: change })
    await site.json('PUT', '/api/agents/a', { body: { prompt: 'One.\nThree.' } })
    const { items } = await site.get<{ items: Version[] }>('/api/agents/a/versions', { as: 'viewer' })
    assert.deepEqual(
      items.map(({ version, by }) => [version, by]),
      [
        [2, 'http:the operator'],
        [1, 'http:the admin'],
      ],
      'a change of nothing is no version',
    )
    const [newest] = items
    assert.deepEqual(newest?.changes?.fields, ['prompt', 'settings', 'tools'])
    assert.deepEqual([newest.changes.added, newest.changes.removed], [['count'], ['echo']])
    const lines = newest.changes.diff[0]?.lines.map(({ mark, text }) => mark + text)
    assert.deepEqual(lines, [' One.', '-Two.', '+Three.'])

    assert.equal((await site.json('POST', '/api/agents/a/versions/9/restore')).status, 404)
    const back = await site.json<{ prompt: string; settings: object; tools: { name: string }[] }>(
      'POST',
      '/api/agents/a/versions/1/restore',
    )
    assert.deepEqual(
      [back.body.prompt, back.body.settings, back.body.tools.map(({ name }) => name)],
      ['One.\nTwo.', {}, ['echo']],
    )
    const after = await site.get<{ items: Version[] }>('/api/agents/a/versions')
    assert.deepEqual(
      after.items.map(({ version }) => version),
      [3, 2, 1],
    )
  })
})

describe('a draft of an agent over HTTP', () => {
  const talk = [
    { text: 'I say it. ', calls: [{ tool: 'echo', input: { text: 'hi' } }] },
    { text: 'And I count. ', calls: [{ tool: 'count', input: { to: 2 } }] },
    { text: 'It said {{lastResult}}' },
  ]
  const agent = { prompt: 'You help.', model: 'scripted/scripts/talk.json', toolIds: ['echo'] }

  async function ended(
    site: Site,
    runId: string,
  ): Promise<{ agent: string; status: string; result?: string }> {
    return until(async () => {
      const run = await site.get<{ agent: string; status: string; result?: string }>(`/api/runs/${runId}`)
      return run.status === 'done' || run.status === 'failed' ? run : undefined
    }, 'the end of the run')
  }

  it('runs with the tools that it was given and no others, is no agent of the list, and goes with what was said', async (test) => {
    const site = await siteWith(test, talk)
    const body = { agent, prompt: 'Say hi' }
    const started = await site.json<Draft>('POST', '/api/drafts/runs', { as: 'operator', body })
    assert.equal(started.status, 202, JSON.stringify(started.body))
    const { draft, runId, threadId } = started.body
    assert.match(
      (await ended(site, runId)).result ?? '',
      /It said.*"count"/s,
      'a tool that it was not given is refused',
    )
    assert.deepEqual((await site.get<{ items: object[] }>('/api/agents')).items, [])
    assert.equal((await site.get<{ counts: { agents: number } }>('/api/info')).counts.agents, 0)
    const calls = await site.get<{ items: { agent: string; tool: string; principal: string }[] }>(
      '/api/calls',
    )
    assert.ok(calls.items.every((call) => call.agent === draft && call.principal === 'http:the operator'))

    assert.equal((await site.json('DELETE', `/api/drafts/${draft}`)).status, 404, 'not for another person')
    assert.equal((await site.json('DELETE', `/api/drafts/${draft}`, { as: 'operator' })).status, 200)
    assert.equal((await site.json('GET', `/api/agents/${draft}`)).status, 404)
    assert.deepEqual((await site.get<{ items: object[] }>('/api/conversations')).items, [])
    assert.equal((await site.json('GET', `/api/threads/${threadId}/messages`)).status, 404)
  })

  it('goes on with what was said when it is tried again, changed or not', async (test) => {
    const site = await siteWith(test, [{ text: 'First.' }, { text: 'Second.' }])
    const first = await site.json<Draft>('POST', '/api/drafts/runs', {
      body: { agent: { ...agent, toolIds: [] }, prompt: 'One' },
    })
    await ended(site, first.body.runId)
    const { draft } = first.body
    const second = await site.json<Draft>('POST', '/api/drafts/runs', {
      body: { agent: { ...agent, prompt: 'Other.' }, prompt: 'Two', draft },
    })
    assert.deepEqual([second.body.draft, second.body.threadId], [draft, first.body.threadId])
    assert.equal((await ended(site, second.body.runId)).result, 'Second.')
    const other = await site.json('POST', '/api/drafts/runs', {
      as: 'operator',
      body: { agent, prompt: 'Mine?', draft },
    })
    assert.equal(other.status, 404, 'another person does not go on with it')
  })

  it('is refused with the same sentences as an agent, and leaves nothing behind', async (test) => {
    const site = await siteWith(test, hello)
    const attempt = async (more: object): Promise<number> =>
      (await site.json('POST', '/api/drafts/runs', { body: { agent: { ...agent, ...more }, prompt: 'x' } }))
        .status
    assert.deepEqual(
      [
        await attempt({ model: 'gpt-4o' }),
        await attempt({ toolIds: ['nothing'] }),
        await attempt({ model: '' }),
        await attempt({ settings: { maxSteps: -1 } }),
      ],
      [400, 404, 400, 400],
    )
    assert.deepEqual(await site.yard.store.agents.list(), [])
  })

  it('is asked about its calls as an agent is', async (test) => {
    const turns = [{ calls: [{ tool: 'note', input: { text: 'milk' } }] }, { text: '{{lastResult}}' }]
    const site = await siteWith(test, turns, { policy: { ask: ['note'] } })
    const body = { agent: { ...agent, toolIds: ['note'] }, prompt: 'Note milk' }
    const { runId, draft } = (await site.json<Draft>('POST', '/api/drafts/runs', { body })).body
    const item = await until(async () => (await site.yard.inbox.list())[0], 'the request')
    assert.deepEqual([item.agent, item.tool], [draft, 'note'])
    await site.json('POST', `/api/approvals/${item.id}/reject`, { body: {} })
    assert.equal((await ended(site, runId)).status, 'done')
    const removed = await site.json('DELETE', `/api/drafts/${draft}`)
    assert.equal(removed.status, 200)
  })
})
