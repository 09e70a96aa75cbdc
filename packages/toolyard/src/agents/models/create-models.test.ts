import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createRedactor, createSecretReader } from '../../host/index.ts'
import { type ErrorCode, ToolyardError } from '../../kernel/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import { userMessage } from '../conformance/index.ts'
import { createModels } from './create-models.ts'
import type { Model, ModelEvent, Models } from './model.ts'
import type { ModelSettings } from './settings.ts'

const redactor = createRedactor()

function modelsOf(settings: ModelSettings, environment: NodeJS.ProcessEnv = {}, folder = tmpdir()): Models {
  return createModels(settings, { folder, secrets: createSecretReader(environment, redactor) })
}

/** `[code, what the message says, what the hint says]`. */
type ExpectedRefusal = readonly [code: ErrorCode, says: RegExp, next: RegExp]

async function refuses(work: () => unknown, [code, says, next]: ExpectedRefusal): Promise<void> {
  await assert.rejects(
    async () => work(),
    (error) => {
      assert.ok(ToolyardError.isInstance(error), String(error))
      assert.equal(error.code, code, error.message)
      assert.match(error.message, says)
      assert.match(error.hint ?? '', next)
      return true
    },
  )
}

describe('the name of a model', () => {
  it('names a provider that is known', async () => {
    const models = modelsOf({ providers: { local: { baseUrl: 'http://localhost:1/v1' } } })
    await refuses(
      () => models.open('antropic/claude'),
      ['invalid_config', /no provider "antropic".*"anthropic"/, /local/],
    )
    await refuses(
      () => models.open('claude'),
      ['invalid_config', /"claude" is not the name of a model/, /PROVIDER\/MODEL/],
    )
    await refuses(
      () => models.open('local/'),
      ['invalid_config', /"local\/" is not the name/, /PROVIDER\/MODEL/],
    )
  })

  it('may have slashes of its own', async () => {
    const models = modelsOf({ providers: { local: { baseUrl: 'http://localhost:1/v1' } } })
    assert.equal((await models.open('local/meta/llama')).name, 'local/meta/llama')
  })

  it('gives its limit and its price', async () => {
    const models = modelsOf({
      providers: { local: { baseUrl: 'http://localhost:1/v1' } },
      limits: { 'local/a': 64_000, 'local/*': 8000 },
      prices: { 'local/a': { input: 1, output: 2 } },
    })
    const [a, b] = [await models.open('local/a'), await models.open('local/b')]
    assert.deepEqual([a.contextLimit, a.price], [64_000, { input: 1, output: 2 }])
    assert.deepEqual([b.contextLimit, b.price], [8000, undefined])
  })
})

describe('the key of a provider', () => {
  for (const [model, variable] of [
    ['anthropic/claude', 'ANTHROPIC_API_KEY'],
    ['openai/gpt', 'OPENAI_API_KEY'],
    ['google/gemini', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ] as const) {
    it(`is read from ${variable}, which is named where it is not set`, async () => {
      await refuses(
        () => modelsOf({}).open(model),
        ['unavailable', new RegExp(`"${model}".*${variable} is not set`), new RegExp(`Set ${variable}`)],
      )
      const key = `key-of-${variable.toLowerCase()}-5678`
      assert.equal((await modelsOf({}, { [variable]: key }).open(model)).name, model)
      assert.doesNotMatch(redactor.redact(`it said ${key}`), new RegExp(key), 'never shown afterwards')
    })
  }

  it('may stand in another variable', async () => {
    const settings = { providers: { anthropic: { apiKey: '${WORK_KEY}' } } }
    await refuses(
      () => modelsOf(settings).open('anthropic/claude'),
      ['unavailable', /WORK_KEY/, /Set WORK_KEY/],
    )
    await modelsOf(settings, { WORK_KEY: 'work-key-1234' }).open('anthropic/claude')
  })

  it('never stands in the configuration itself', async () => {
    await refuses(
      () => modelsOf({ providers: { openai: { apiKey: 'sk-live-1234' } } }),
      ['invalid_config', /models\.providers\.openai\.apiKey is not a reference/, /\$\{NAME\}/],
    )
  })

  it('is not needed where the service wants none', async () => {
    await modelsOf({ providers: { local: { baseUrl: 'http://localhost:11434/v1' } } }).open('local/llama')
  })
})

describe('the settings of models', () => {
  const wrong: [what: unknown, says: RegExp][] = [
    [{ provider: {} }, /models: "provider" is not a setting.*"providers"/],
    [{ providers: { local: { baseURL: 'http://x' } } }, /models\.providers\.local: "baseURL".*"baseUrl"/],
    [{ providers: { local: {} } }, /local has neither a baseUrl nor a create/],
    [{ providers: { local: { baseUrl: 'localhost:1' } } }, /baseUrl: "localhost:1" is not an http/],
    [{ providers: { 'a/b': { baseUrl: 'http://x' } } }, /"a\/b" is not a name/],
    [{ providers: { scripted: { baseUrl: 'http://x' } } }, /"scripted" is not a name/],
    [{ providers: { local: { baseUrl: 'http://x', headers: { a: 1 } } } }, /headers\["a"\]: 1 is not a text/],
    [{ providers: { local: { create: 'x' } } }, /create: "x" is not a function/],
    [{ providers: { local: { baseUrl: 'http://x', dialect: 'latin' } } }, /"latin" is not one of/],
    [{ prices: { 'a/b': { input: 1 } } }, /models\.prices\["a\/b"\]\.output: undefined/],
    [{ prices: { 'a/b': { input: -1, output: 1 } } }, /input: -1 is not a price/],
    [{ limits: { 'a/b': 10 } }, /models\.limits\["a\/b"\]: 10/],
    [{ limits: [] }, /models\.limits: a list is not an object/],
  ]
  for (const [settings, says] of wrong)
    it(`are refused where ${says.source}`, async () => {
      await refuses(() => modelsOf(settings as ModelSettings), ['invalid_config', says, /\w/])
    })

  it('take a model of any provider package, and refuse what is none', async () => {
    const models = modelsOf({ providers: { mine: { create: (() => ({})) as never } } })
    await refuses(
      () => models.open('mine/x'),
      ['invalid_config', /made no language model for "x"/, /provider package/],
    )
  })
})

describe('a scripted model', () => {
  async function open(test: TestContext, script: unknown): Promise<Model> {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-script-'))
    test.after(() => rm(folder, { recursive: true }))
    const text = typeof script === 'string' ? script : JSON.stringify(script)
    await writeFile(join(folder, 'script.json'), text)
    return modelsOf({}, {}, folder).open('scripted/script.json')
  }

  async function ask(model: Model, messages: readonly ThreadMessage[]): Promise<ModelEvent[]> {
    const { signal } = new AbortController()
    const events: ModelEvent[] = []
    const answers = messages.filter(({ role }) => role === 'assistant').length
    for await (const event of model.stream({ system: '', messages, tools: [], answers, options: {}, signal }))
      events.push(event)
    return events
  }

  const result: ThreadMessage = {
    id: 't',
    role: 'tool',
    parts: [
      {
        type: 'tool_result',
        callId: 'c',
        tool: 'x',
        status: 'ok',
        content: [{ type: 'text', text: '$& 42' }],
      },
    ],
    at: 1,
  }

  it('says its turns one after the other, word by word', async (test) => {
    const model = await open(test, [
      { reasoning: 'Hm.', text: 'One two.', calls: [{ tool: 'x' }] },
      { text: 'Three.' },
    ])
    const first = await ask(model, [userMessage('q', 'Hello')])
    assert.deepEqual(first.slice(0, -1), [
      { type: 'reasoning', delta: 'Hm.' },
      { type: 'text', delta: 'One ' },
      { type: 'text', delta: 'two.' },
    ])
    const end = first.at(-1)
    assert.ok(end?.type === 'finish')
    assert.deepEqual(end.parts.at(-1), { type: 'tool_call', callId: '', tool: 'x', input: {} })
    assert.deepEqual((await ask(model, [])).at(0), { type: 'text', delta: 'Three.' })
  })

  it('puts the last result and the last question where the script says', async (test) => {
    const model = await open(test, [
      {
        text: 'To {{prompt}}: {{lastResult}}',
        calls: [{ tool: 'x', input: { deep: ['{{lastResult}}', 1] } }],
      },
    ])
    const end = (await ask(model, [userMessage('q', 'the sum?'), result])).at(-1)
    assert.ok(end?.type === 'finish')
    assert.deepEqual(end.parts, [
      { type: 'text', text: 'To the sum?: $& 42' },
      { type: 'tool_call', callId: '', tool: 'x', input: { deep: ['$& 42', 1] } },
    ])
  })

  it('goes on where the thread was, and begins again only where it may', async (test) => {
    const said: ThreadMessage = { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'One.' }], at: 1 }
    const turns = [{ text: 'One.' }, { text: 'Two.' }]
    const once = await open(test, turns)
    assert.deepEqual((await ask(once, [said]))[0], { type: 'text', delta: 'Two.' })
    await refuses(() => ask(once, [said, said]), ['unavailable', /ends after 2 turns/, /repeat/])
    const repeated = await open(test, { turns, repeat: true })
    assert.deepEqual((await ask(repeated, [said, said]))[0], { type: 'text', delta: 'One.' })
  })

  it('fails where it is told something else than the script expects', async (test) => {
    const model = await open(test, [
      { text: 'Fine.', expect: '42' },
      { text: 'Fine.', expect: '43' },
    ])
    await ask(model, [result])
    await refuses(() => ask(model, [result]), ['unavailable', /expects "43"/, /It was told: \$& 42/])
  })

  it('refuses a script that is none, by what is wrong with it', async (test) => {
    const wrong: [script: unknown, says: RegExp][] = [
      ['{', /is not valid JSON/],
      ['"x"', /neither a list of turns/],
      [[], /has no turns/],
      [[{ txt: 'x' }], /turn 1: "txt" is not a setting.*"text"/],
      [[{ text: 'x' }, 5], /turn 2: 5 is not an object/],
      [[{ text: 5 }], /text: 5 is not a text/],
      [[{ calls: [{ input: {} }] }], /calls: each is an object with "tool"/],
    ]
    for (const [script, says] of wrong)
      await refuses(() => open(test, script), ['invalid_config', says, /\w/])
  })

  it('says where a script should be that is not there, and reads none from elsewhere', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-script-'))
    test.after(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'inner'))
    await writeFile(join(folder, 'outside.json'), '[{ "text": "x" }]')
    await symlink('../outside.json', join(folder, 'inner', 'link.json'))
    const models = modelsOf({}, {}, join(folder, 'inner'))
    await refuses(
      () => models.open('scripted/gone.json'),
      ['not_found', /inner\/gone\.json/, /list of turns/],
    )
    await refuses(
      () => models.open('scripted/../gone.json'),
      ['invalid_config', /outside the folder/, /that folder/],
    )
    await refuses(
      () => models.open('scripted/link.json'),
      ['invalid_config', /outside the folder/, /that folder/],
    )
    await refuses(
      () => models.open('scripted/../outside.json'),
      ['invalid_config', /outside the folder/, /into that folder/],
    )
    await refuses(
      () => models.open(`scripted/${join(folder, 'outside.json')}`),
      ['invalid_config', /outside the folder/, /into that folder/],
    )
  })
})
