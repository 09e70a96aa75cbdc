/** A server behind asks for a model's words: those of the client that calls, where it offers them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client, ClientOptions } from '@modelcontextprotocol/client'
import { everything, type Front, front } from './front.ts'

const asking = { ...everything, sampling: true }
const tool = 'everything__trigger-sampling-request'
const input = { prompt: 'Say something', maxTokens: 50 }

interface Asked {
  readonly client: Client
  readonly requests: Record<string, unknown>[]
}

async function connect(
  gateway: Front,
  { era, ...options }: { readonly era: 'legacy' | 'modern' } & ClientOptions,
): Promise<Asked> {
  const requests: Record<string, unknown>[] = []
  const capabilities = { sampling: {}, ...options.capabilities }
  const client = await gateway.connect({ era, client: { ...options, capabilities } })
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    requests.push(params)
    return { role: 'assistant', model: 'm-1', content: { type: 'text', text: `A model \u{202E}spoke.` } }
  })
  return { client, requests }
}

const textOf = async (client: Client): Promise<string> =>
  JSON.stringify((await client.callTool({ name: tool, arguments: input })).content)

describe('a server behind that asks for a model', () => {
  for (const era of ['legacy', 'modern'] as const)
    it(`hears the model of a client of the ${era} era, which is told no more than the server said`, async () => {
      await using gateway = await front({ everything: asking })
      const { client, requests } = await connect(gateway, { era })
      assert.match(await textOf(client), /A model spoke\./)
      const [request] = requests
      assert.match(JSON.stringify(request?.['messages']), /Say something/)
      assert.equal(request?.['maxTokens'], 50)
      assert.ok(!('includeContext' in (request ?? {})))
      const calls = await gateway.place.yard.calls({})
      const made = calls.find((call) => call.tool === 'everything__sampling.createMessage')
      assert.equal(made?.status, 'ok')
      assert.equal(made.parentId, calls.find((call) => call.tool === tool)?.id)
    })

  it('hears nobody where a rule denies it, and the client is not asked', async () => {
    const policy = { mode: 'bypass', deny: ['everything__sampling.*'] } as const
    await using gateway = await front({ everything: asking }, { policy })
    const { client, requests } = await connect(gateway, { era: 'modern' })
    assert.doesNotMatch(await textOf(client), /spoke/)
    assert.deepEqual(requests, [])
  })

  it('is heard after a person has agreed, where calls ask', async () => {
    const policy = { mode: 'default', allow: [tool] } as const
    await using gateway = await front({ everything: asking }, { policy, approvals: 'wait' })
    const { client, requests } = await connect(gateway, {
      era: 'modern',
      capabilities: { elicitation: { form: {} } },
    })
    const shown: string[] = []
    client.setRequestHandler('elicitation/create', ({ params }) => {
      shown.push(params.message)
      return { action: shown.length === 1 ? 'decline' : 'accept', content: {} }
    })
    assert.doesNotMatch(await textOf(client), /spoke/)
    assert.deepEqual(requests, [])
    assert.match(shown[0] ?? '', /everything__sampling\.createMessage wants to run[\s\S]*Say something/)
    assert.match(await textOf(client), /spoke/)
  })

  it("hears the application's model where the client offers none", async () => {
    await using gateway = await front(
      { everything: asking },
      {
        sampling: () =>
          Promise.resolve({ role: 'assistant', model: 'own', content: { type: 'text', text: 'Our own.' } }),
      },
    )
    const plain = await gateway.connect()
    assert.match(await textOf(plain), /Our own\./)
    const { client } = await connect(gateway, { era: 'modern' })
    assert.match(await textOf(client), /A model spoke\./)
  })

  it('is told of no model unless its configuration says so', async () => {
    await using gateway = await front({ everything })
    const { client } = await connect(gateway, { era: 'modern' })
    const { tools } = await client.listTools()
    assert.ok(!tools.some(({ name }) => name === tool))
  })
})
