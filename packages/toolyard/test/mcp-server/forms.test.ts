/** The form of a server behind us, passed on to the person at the client in front of us: one form, in both eras. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type McpHttp, serveMcp } from '../helpers/mcp-http.ts'
import { open, type OpenYard, published } from '../mcp-client/support.ts'

const tool = 'everything__trigger-elicitation-request'

interface Asked {
  readonly message: string
  readonly requestedSchema: {
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly required?: readonly string[]
  }
}

const eras = [
  ['of sessions', {}],
  ['without sessions', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
] as const

let place: OpenYard
let http: McpHttp
before(async () => {
  place = await open({
    everything: published('@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
  })
  http = await serveMcp(place.yard)
})
after(async () => {
  await http[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

let clients = 0
/** Calls the tool with a person who gives these answers, one after the other. */
async function fillIn(
  options: object,
  answers: readonly ElicitResult[],
): Promise<{ readonly text: string; readonly shown: readonly Asked[] }> {
  const client = new Client(
    { name: `forms-${clients++}`, version: '1' },
    { capabilities: { elicitation: { form: {} } }, ...options },
  )
  const shown: Asked[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    shown.push(params as Asked)
    return answers[shown.length - 1] ?? { action: 'cancel' }
  })
  await client.connect(new StreamableHTTPClientTransport(http.url))
  try {
    const { content } = await client.callTool({ name: tool, arguments: {} })
    return { text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'), shown }
  } finally {
    await client.close()
  }
}

for (const [name, options] of eras)
  describe(`a form of a server at a client in the era ${name}`, () => {
    it('is one form with its types, and what is filled in comes back typed', async () => {
      const content = { name: 'Ada', integer: 7, titledMultipleSelectEnum: ['fish-2'], check: false }
      const { text, shown } = await fillIn(options, [{ action: 'accept', content }])
      assert.equal(shown.length, 1)
      const [{ message, requestedSchema } = { message: '', requestedSchema: { properties: {} } }] = shown
      assert.match(message, /│ The MCP server "everything" asks: Please provide inputs/)
      const { properties } = requestedSchema
      assert.equal(Object.keys(properties).length, 13)
      assert.deepEqual(properties['integer'], {
        title: 'Integer',
        description: 'Your favorite integer (do not give us your phone number, pin, or other sensitive info)',
        type: 'integer',
        minimum: 1,
        maximum: 100,
        default: 42,
      })
      assert.deepEqual(properties['titledMultipleSelectEnum']?.['items'], {
        anyOf: [
          { const: 'fish-1', title: 'Tuna' },
          { const: 'fish-2', title: 'Salmon' },
          { const: 'fish-3', title: 'Trout' },
        ],
      })
      assert.equal(properties['email']?.['format'], 'email')
      assert.match(text, /Name: Ada\n- Agreed to terms: false\n- Favorite Integer: 7/)
      assert.match(text, /"titledMultipleSelectEnum": \[\s*"fish-2"\s*\]/)
    })

    it('is shown again, with the reason, where the client lets wrong values through', async () => {
      const { text, shown } = await fillIn(options, [
        { action: 'accept', content: { name: 'Ada', email: 'nobody', integer: 1000 } },
        { action: 'accept', content: { name: 'Ada', email: 'ada@example.org' } },
      ])
      assert.match(
        shown[1]?.message ?? '',
        /Please mend: "email" must be an e-mail address; "integer" must be at most 100\.$/,
      )
      assert.match(text, /Email: ada@example\.org/)
    })

    it('that is declined is declined at the server', async () => {
      const { text, shown } = await fillIn(options, [{ action: 'decline' }])
      assert.equal(shown.length, 1)
      assert.match(text, /User declined/)
    })
  })

describe('a form at a client of before lists and titles', () => {
  it('has names of choices beside their values, and lists written with commas', async () => {
    const content = {
      name: 'Ada',
      titledMultipleSelectEnum: 'Salmon, Trout',
      titledSingleSelectEnum: 'hero-2',
    }
    const { text, shown } = await fillIn({ supportedProtocolVersions: ['2025-06-18'] }, [
      { action: 'accept', content },
    ])
    const { properties } = shown[0]?.requestedSchema ?? { properties: {} }
    assert.deepEqual(properties['titledSingleSelectEnum'], {
      title: 'Titled Single Select Enum',
      description: 'Choose your favorite hero',
      type: 'string',
      enum: ['hero-1', 'hero-2', 'hero-3'],
      enumNames: ['Superman', 'Green Lantern', 'Wonder Woman'],
      default: 'hero-1',
    })
    assert.equal(properties['titledMultipleSelectEnum']?.['type'], 'string')
    assert.match(
      String(properties['titledMultipleSelectEnum']?.['description']),
      /commas: Tuna, Salmon, Trout$/,
    )
    assert.match(text, /"titledMultipleSelectEnum": \[\s*"fish-2",\s*"fish-3"\s*\]/)
    assert.match(text, /"titledSingleSelectEnum": "hero-2"/)
  })
})
