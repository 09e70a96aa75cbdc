import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, type ToolService, ToolyardError } from '../index.ts'
import { type Execute, eventsOf, probe, resultOf, textOf } from './support.test.ts'

const secret = 'correct-horse-battery-staple-9'
const leaks = /correct-horse-battery|battery-staple|Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5/

function yardOf(execute: Execute, more: object = {}, facts: object = {}): Promise<ToolService> {
  return createToolyard({
    tools: [probe(execute, { permission: 'write', effects: 'local_state', ...facts })],
    secrets: ['API_TOKEN', 'NOT_SET'],
    environment: { API_TOKEN: secret },
    ...more,
  })
}

/** Nothing of a call may show the secret: neither its events nor its result nor its row. */
async function assertClean(yard: ToolService, input: object = {}): Promise<string> {
  const events = await eventsOf(yard.stream('probe', input))
  const result = resultOf(events)
  const rows = await yard.calls()
  for (const seen of [JSON.stringify(events), textOf(result), JSON.stringify(rows)])
    assert.doesNotMatch(seen, leaks)
  assert.match(JSON.stringify(events) + JSON.stringify(rows), /redacted|\*\*\*|•/i)
  return textOf(result)
}

const outputs: readonly (readonly [title: string, value: unknown])[] = [
  ['a text', `token: ${secret}.`],
  ['data', { deep: [{ token: secret }] }],
  ['a key', { [secret]: 1 }],
  ['base64', { header: `Basic ${Buffer.from(secret).toString('base64')}` }],
  ['a Map', new Map([['token', secret]])],
  ['the text of an answer in blocks', { content: [{ type: 'text', text: secret }] }],
  ['the data of an answer in blocks', { content: [{ type: 'text', text: 'fine' }], data: { token: secret } }],
  ['structuredContent', { content: [{ type: 'text', text: 'fine' }], structuredContent: { list: [secret] } }],
  [
    'a link',
    {
      content: [
        { type: 'resource_link', uri: `https://x.test/?k=${secret}`, name: secret, description: secret },
      ],
    },
  ],
  ['a failure that the tool tells', { content: `bad ${secret}`, isError: true }],
  ['a long text, past the limit', `${'x'.repeat(60_000)} ${secret}`],
]

describe('a registered secret', () => {
  for (const [title, value] of outputs)
    it(`is not shown in ${title}`, async () => {
      await using yard = await yardOf(() => value)
      await assertClean(yard)
    })

  it('is not in what is stored of a long answer', async () => {
    await using yard = await yardOf(() => `${'line\n'.repeat(3000)}${secret}\n`, { builtins: ['system'] })
    const { handle } = await yard.call('probe', {})
    const tail = textOf(await yard.call('read_result', { handle, offset: 3000 }))
    assert.match(tail, /line/)
    assert.doesNotMatch(tail, leaks)
  })

  it('is not shown in errors, their hints, or what a tool rejects with', async () => {
    for (const error of [
      new Error(`login with ${secret} failed`),
      secret,
      new ToolyardError('not_found', 'x', { hint: `use ${secret}` }),
    ]) {
      await using yard = await yardOf(async () => {
        throw error
      })
      await assertClean(yard)
    }
  })

  it('is not shown in chunks, progress, or a stream of data', async () => {
    await using yard = await yardOf(async function* (_, context) {
      context.progress({ message: `using ${secret}` })
      yield `one ${secret}\n`
      await context.emit({ token: secret })
      yield { list: [secret] }
    })
    await assertClean(yard)
  })

  it('is found where it is cut over chunks', async () => {
    for (const cut of [1, 5, 12, secret.length - 1]) {
      await using yard = await yardOf(async function* () {
        yield `before ${secret.slice(0, cut)}`
        yield `${secret.slice(cut)} after\n`
        yield 'end'
      })
      const text = await assertClean(yard)
      assert.match(text, /before [^\n]* after/)
    }
    await using letters = await yardOf(async function* () {
      yield* `key=${secret};`
    })
    const chunks = await eventsOf(letters.stream('probe', {}))
    assert.doesNotMatch(
      chunks.map((event) => (event.type === 'chunk' ? String(event.data) : '')).join(''),
      leaks,
    )
  })

  it('is not shown in what hooks say or put in', async () => {
    for (const hook of [
      { type: 'PRE_TOOL_USE', handler: () => ({ action: 'deny', message: `because ${secret}` }) },
      { type: 'PRE_TOOL_USE', handler: () => ({ action: 'skip', output: { cached: secret } }) },
      {
        type: 'PRE_TOOL_USE',
        handler: () => {
          throw new Error(secret)
        },
      },
      { type: 'POST_TOOL_USE', handler: () => ({ action: 'modify', output: `now ${secret}` }) },
      { type: 'POST_TOOL_USE', handler: () => ({ action: 'deny', message: secret }) },
    ] as const) {
      await using yard = await yardOf(() => 'fine', { hooks: [{ name: 'h', ...hook }] })
      await assertClean(yard)
    }
  })

  it('is not in the journal, whether the arguments were valid, invalid, or no JSON at all', async () => {
    const strict = {
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
    }
    const inputs = [
      { text: secret },
      { text: 'x', explanation: `because ${secret}` },
      { wrong: secret },
      { text: [secret] },
      `{"text": "${secret}"`,
    ]
    for (const input of inputs) {
      await using yard = await yardOf(() => 'fine', {}, strict)
      await yard.call('probe', input)
      const rows = JSON.stringify(await yard.calls())
      assert.doesNotMatch(rows, leaks)
    }
  })

  it('is not shown by a refusal that quotes the arguments', async () => {
    const strict = {
      inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
    }
    await using yard = await yardOf(() => 'fine', {}, strict)
    const text = textOf(await yard.call('probe', { n: secret }))
    assert.match(text, /n:/)
    assert.doesNotMatch(text, leaks)
  })

  it('reaches the tool itself as it is', async () => {
    let seen: unknown
    await using yard = await yardOf(({ text }) => void (seen = text))
    await yard.call('probe', { text: secret })
    assert.equal(seen, secret)
  })
})

describe('an ordinary text', () => {
  it('goes through as it is', async () => {
    const text = 'The quick brown fox; password reset is under Settings > Security. sha: 9f86d081884c7d65'
    await using yard = await yardOf(() => ({ text }))
    assert.deepEqual((await yard.call('probe', {})).data, { text })
  })
})
