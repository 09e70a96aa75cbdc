/** Tools found by what is meant, with an embedding model; and by words alone when that model fails. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { defineTool, textOf, type Tool } from '../../src/define/index.ts'
import { createToolyard, type ToolService, type ToolyardOptions } from '../../src/runtime/index.ts'
import { freshFile } from '../../src/store/conformance/index.ts'
import { openSite } from '../http/support.ts'
import { fiveHundredTools } from './catalogue.ts'
import { type EmbeddingServer, startEmbeddingServer } from './embedding-server.ts'

const plain = { permission: 'read', effects: 'none', execute: () => 'done' } as const
const tool = (name: string, description: string): Tool => defineTool({ ...plain, name, description })
const few = [
  tool('get_weather', 'Current weather and forecast of a city.'),
  tool('send_email', 'Sends a message to a person.'),
  tool('refund_payment', 'Pays money back to a customer.'),
  tool('translate_text', 'Translates between languages.'),
]
const wish = 'shall I take an umbrella'

async function start(test: TestContext): Promise<EmbeddingServer> {
  const server = await startEmbeddingServer()
  test.after(() => server[Symbol.asyncDispose]())
  return server
}

function modelsAt({ url }: EmbeddingServer): NonNullable<ToolyardOptions['models']> {
  return { embedding: 'local/meanings', providers: { local: { baseUrl: url } } }
}

async function open(test: TestContext, options: ToolyardOptions): Promise<ToolService> {
  const yard = await createToolyard({ builtins: ['collab'], tools: few, ...options })
  test.after(() => yard.close())
  return yard
}

const namesOf = ({ tools }: { readonly tools: readonly { readonly name: string }[] }): string[] =>
  tools.map(({ name }) => name)
const inputsOf = ({ requests }: EmbeddingServer): string[] => requests.flatMap(({ input }) => input)

describe('a search with an embedding model', () => {
  it('finds by meaning what no word finds, in any language', async (test) => {
    const yard = await open(test, { models: modelsAt(await start(test)) })
    const byWords = yard.registry.search(wish).map(({ manifest }) => manifest.name)
    assert.ok(!byWords.includes('get_weather'), 'words alone do not find it')
    const found = await yard.search(wish)
    assert.deepEqual([namesOf(found)[0], found.note], ['get_weather', undefined])
    assert.equal(namesOf(await yard.search('要不要带雨伞'))[0], 'get_weather')
    const answer = await yard.call('search_tools', { query: wish, limit: 1 }, { threadId: 't' })
    assert.match(textOf(answer), /^get_weather: Current weather/)
    assert.doesNotMatch(textOf(answer), /Note/)
  })

  it('puts first what both words and meaning find', async (test) => {
    const tools = [
      tool('ahead', 'Opens a shop.'),
      tool('days_ahead', 'Tells the weather.'),
      tool('today', 'Tells the weather.'),
    ]
    const yard = await open(test, { tools, builtins: [], models: modelsAt(await start(test)) })
    assert.equal(namesOf(await yard.search('rain ahead'))[0], 'days_ahead')
  })

  it('asks for each text once, in batches, and again only for a tool that changed', async (test) => {
    const server = await start(test)
    const [database, models] = [`sqlite:${freshFile(test)}`, modelsAt(server)]
    const tools = fiveHundredTools()
    {
      await using yard = await createToolyard({ tools, database, models })
      assert.deepEqual(namesOf(await yard.search(wish, 1)), ['get_weather'])
    }
    const first = inputsOf(server)
    assert.equal(first.length, 501)
    assert.equal(new Set(first).size, 501)
    assert.ok(server.requests.every(({ input }) => input.length <= 64))
    server.requests.length = 0
    const changed = tools.map((one) =>
      one.manifest.name === 'get_weather' ? tool('get_weather', 'Says whether it will rain.') : one,
    )
    const yard = await open(test, { tools: changed, database, models, builtins: [] })
    assert.equal(namesOf(await yard.search(wish, 1))[0], 'get_weather')
    await yard.search(wish)
    assert.deepEqual(inputsOf(server).toSorted(), ['get_weather\nSays whether it will rain.', wish])
  })

  it('asks for nothing before the first search', async (test) => {
    const server = await start(test)
    const yard = await open(test, { models: modelsAt(server) })
    await yard.call('get_weather', {})
    yard.registry.search('weather')
    assert.deepEqual(server.requests, [])
  })

  it('computes the tools anew when the model of that name makes other vectors', async (test) => {
    const server = await start(test)
    const yard = await open(test, { models: modelsAt(server), builtins: [] })
    await yard.search(wish)
    server.mode = 'longer'
    server.requests.length = 0
    await yard.search('is rain ahead')
    for (let found = await yard.search('rain or not'); found.note !== undefined;)
      found = await yard.search('rain or not')
    assert.equal(namesOf(await yard.search('rain or not'))[0], 'get_weather')
    assert.ok(inputsOf(server).some((text) => text.startsWith('get_weather\n')))
  })

  it('sends the key from the environment, and no secrets in texts', async (test) => {
    const server = await start(test)
    const models = {
      embedding: 'openai/text-embedding-3-small',
      providers: { openai: { baseUrl: server.url } },
    }
    const environment = { OPENAI_API_KEY: 'key-of-openai-1234', PASSWORD: 'correct-horse-battery' }
    const yard = await open(test, { models, environment, secrets: ['PASSWORD'] })
    assert.equal(namesOf(await yard.search(`${wish} with correct-horse-battery`))[0], 'get_weather')
    assert.ok(server.requests.every(({ headers }) => headers.authorization === 'Bearer key-of-openai-1234'))
    assert.ok(server.requests.every(({ model }) => model === 'text-embedding-3-small'))
    assert.doesNotMatch(inputsOf(server).join('\n'), /correct-horse/)
  })

  it('takes a model of any provider package', async (test) => {
    const asked: string[] = []
    const model = {
      specificationVersion: 'v4',
      maxEmbeddingsPerCall: 2,
      doEmbed: async ({ values }: { values: string[] }) => {
        asked.push(`${values.length}`)
        return { embeddings: values.map((text) => (/weather|umbrella/.test(text) ? [3, 0] : [0, 4])) }
      },
    }
    const yard = await open(test, {
      builtins: [],
      models: { embedding: 'mine/x', providers: { mine: { create: () => model } } },
    })
    assert.deepEqual(namesOf(await yard.search(wish)), ['get_weather'])
    assert.deepEqual(asked.toSorted(), ['1', '2', '2'])
  })
})

describe('a search whose embedding model fails', () => {
  const words = 'weather forecast'

  for (const [what, mode, says] of [
    ['refuses', 503, /the service answered 503 \(out of order\)/],
    ['answers too few vectors', 'short', /answered 0 vectors for 1 texts/],
    ['never answers', 'silent', /did not answer within 2 s/],
  ] as const)
    it(`goes by words alone and says so if the service ${what}`, async (test) => {
      const server = await start(test)
      server.mode = mode
      const yard = await open(test, { models: modelsAt(server) })
      const found = await yard.search(words)
      assert.equal(namesOf(found)[0], 'get_weather')
      assert.match(found.note ?? '', /^Searched by words alone: model "local\/meanings"/)
      assert.match(found.note ?? '', says)
      const asked = server.requests.length
      const answer = await yard.call('search_tools', { query: words }, { threadId: 't' })
      assert.match(textOf(answer), /^get_weather: [^]*\nNote: Searched by words alone/)
      assert.equal(server.requests.length, asked, 'a service that failed is left alone for a while')
    })

  it('says which key is missing', async (test) => {
    const yard = await open(test, {
      models: { embedding: 'openai/text-embedding-3-small' },
      environment: {},
    })
    const found = await yard.search(words)
    assert.equal(namesOf(found)[0], 'get_weather')
    assert.match(found.note ?? '', /OPENAI_API_KEY is not set/)
  })

  for (const [embedding, says] of [
    ['anthropic/claude', /"anthropic" has no embedding models/],
    ['scripted/a.json', /"scripted" has no embedding models/],
    ['opnai/x', /no provider "opnai".*"openai"/],
    ['x', /models\.embedding: "x" is not a model/],
    [5, /models\.embedding: 5 is not a model/],
  ] as const)
    it(`is refused at the start for ${embedding}`, async () => {
      const models = { embedding: embedding as string }
      await assert.rejects(createToolyard({ models }), (error: Error) => {
        assert.match(error.message, says)
        return true
      })
    })
})

describe('the list of tools over HTTP with an embedding model', () => {
  interface Page {
    readonly items: readonly { readonly name: string }[]
    readonly total: number
  }

  it('is searched by meaning if no tool has all of the words', async (test) => {
    const server = await start(test)
    const site = await openSite(test, { tools: few, models: modelsAt(server) })
    const find = async (q: string): Promise<string[]> =>
      (await site.get<Page>(`/api/tools?q=${encodeURIComponent(q)}`)).items.map(({ name }) => name)
    assert.deepEqual(await find('weather'), ['get_weather'])
    assert.deepEqual(server.requests, [], 'words need no model')
    assert.equal((await find(wish))[0], 'get_weather')
    const page = await site.get<Page>(`/api/tools?limit=1&q=${encodeURIComponent(wish)}`)
    assert.deepEqual([page.items.length, page.total], [1, 1])
  })
})
