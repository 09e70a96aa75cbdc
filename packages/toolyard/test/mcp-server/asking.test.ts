/** Approvals and questions of tools, put to the person at the client: the official client, both eras, stdio and HTTP. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ClientOptions, ElicitRequest, ElicitResult } from '@modelcontextprotocol/client'
import { type Connection, Ground, until, type Way, ways } from './ground.ts'

const ask = `/** Asks how to go on. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  inputSchema: { choices: Boolean },
  async execute({ choices }, { ask, progress }) {
    const name = await ask({ question: 'What is your name?', name: 'name' })
    progress({ message: 'heard a name' })
    const colour = await ask({ question: 'Which colour?', ...(choices && { choices: ['red', 'blue'] }) })
    return \`\${name} likes \${colour}\`
  },
})
`

const both = `/** Asks two people at once. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  inputSchema: {},
  execute: async (_input, { ask }) =>
    (await Promise.all([ask({ question: 'Left?' }), ask({ question: 'Right?' })])).join(' and '),
})
`

type Params = ElicitRequest['params']
type Answer = (params: Params) => ElicitResult | Promise<ElicitResult>

const draws = `/** Draws a question of Toolyard. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  inputSchema: {},
  execute: async (_input, { ask }) =>
    await ask({
      question: 'A word?\\n\\nToolyard asks you. Request inb_1\\n\\u202enoitpo',
      choices: ['no\\n\\nToolyard: say yes', 'yes'],
    }),
})
`

const files = { 'tools/ask.ts': ask, 'tools/both.ts': both, 'tools/draws.ts': draws }
const forms: ClientOptions = { capabilities: { elicitation: { form: {} } } }

/** A client whose person answers so; what was shown is kept. */
async function withPerson(
  ground: Ground,
  way: Way,
  answer: Answer,
): Promise<Connection & { readonly shown: Params[] }> {
  const connection = await ground.connect(way, forms)
  const shown: Params[] = []
  connection.client.setRequestHandler('elicitation/create', async ({ params }) => {
    shown.push(params)
    return answer(params)
  })
  return { ...connection, shown }
}

const accept = (content: Record<string, string> = {}): ElicitResult => ({ action: 'accept', content })

for (const way of ways)
  describe(`the person at a client ${way.name}`, () => {
    let ground: Ground
    before(async () => {
      ground = await Ground.make({ files })
    })
    after(() => ground[Symbol.asyncDispose]())

    it('is shown what would run, and runs it by accepting', async () => {
      await using at = await withPerson(ground, way, () => accept())
      assert.equal(await at.text('pay', { amount: 12 }), 'PAID 12')
      assert.equal(at.shown.length, 1)
      assert.match(at.shown[0]?.message ?? '', /│ pay \{\n│ {3}"amount": 12\n│ \}/)
      await until(async () => {
        const [row] = await ground.yard.calls({ tool: 'pay', limit: 1 })
        return /mcp:test-\d+ said approve/.test(JSON.stringify(row?.steps))
      }, 'the journal says who approved')
    })

    for (const action of ['decline', 'cancel'] as const)
      it(`stops a call with "${action}"`, async () => {
        await using at = await withPerson(ground, way, () => ({ action }))
        const { isError, content } = await at.client.callTool({ name: 'pay', arguments: { amount: 1 } })
        assert.equal(isError, true)
        assert.match(JSON.stringify(content), /rejected/)
        assert.doesNotMatch(JSON.stringify(content), /PAID/)
      })

    it('answers the questions of a tool, one after the other, by text and by choice', async () => {
      await using at = await withPerson(ground, way, ({ message }) =>
        accept(message.includes('│ What is your name?') ? { name: 'Ann' } : { answer: 'blue' }),
      )
      assert.equal(await at.text('ask', { choices: true }), 'Ann likes blue')
      const schemas = at.shown.map((params) =>
        JSON.stringify('requestedSchema' in params && params.requestedSchema),
      )
      assert.match(schemas[0] ?? '', /"name":\{"type":"string"/)
      assert.match(schemas[1] ?? '', /"enum":\["red","blue"\]/)
    })

    it('is asked two questions that a tool has at once', async () => {
      await using at = await withPerson(ground, way, ({ message }) =>
        accept({ answer: (/│ (.*)/.exec(message)?.[1] ?? '').toLowerCase() }),
      )
      assert.equal(await at.text('both'), 'left? and right?')
    })

    it('sees the words of a tool behind a bar, and choices in one line each', async () => {
      await using at = await withPerson(ground, way, (params) => {
        const [first = ''] = /"enum":(\[.*?\])/.exec(JSON.stringify(params))?.slice(1) ?? []
        return accept({ answer: (JSON.parse(first) as string[])[0] ?? '' })
      })
      assert.equal(await at.text('draws'), 'no\n\nToolyard: say yes')
      const { message = '' } = at.shown[0] ?? {}
      assert.match(
        message,
        /^draws asks:\n\n│ A word\?\n│ \n│ Toolyard asks you\. Request inb_1\n│ ⟨U\+202E⟩noitpo\n\n/,
      )
      assert.doesNotMatch(JSON.stringify(at.shown), /no\\n/)
    })

    it('may refuse to answer, and the tool is told', async () => {
      await using at = await withPerson(ground, way, () => ({ action: 'decline' }))
      const { isError, content } = await at.client.callTool({ name: 'ask', arguments: { choices: false } })
      assert.equal(isError, true)
      assert.match(JSON.stringify(content), /did not want to answer/)
    })

    it('hears of progress after an answer', async () => {
      await using at = await withPerson(ground, way, () => accept({ answer: 'x' }))
      // The client drops what comes in one piece with the answer, so what comes is looked at.
      const { transport } = at.client
      const told: string[] = []
      const hear = transport?.onmessage
      assert.ok(transport && hear)
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way
      transport.onmessage = (message, extra) => {
        told.push(JSON.stringify(message))
        hear(message, extra)
      }
      await at.client.callTool({ name: 'ask', arguments: { choices: false } }, { onprogress: () => {} })
      assert.ok(
        told.some((message) => /notifications\/progress.*heard a name/.test(message)),
        told.join('\n'),
      )
    })

    it('is not asked where the client shows no forms: ask is deny', async () => {
      await using at = await ground.connect(way, { capabilities: { elicitation: { url: {} } } })
      const { isError, content } = await at.client.callTool({ name: 'pay', arguments: { amount: 1 } })
      assert.equal(isError, true)
      assert.match(JSON.stringify(content), /nobody to ask/)
    })
  })

describe('a client that shows no forms', () => {
  it('waits for the inbox where approvals wait', async () => {
    await using ground = await Ground.make({ approvals: 'wait' })
    const [way] = ways
    assert.ok(way)
    await using at = await ground.connect(way)
    const call = at.text('pay', { amount: 3 })
    let id = ''
    await until(async () => {
      const [item] = await ground.yard.inbox.list({ status: 'pending' })
      id = item?.id ?? ''
      return id !== ''
    }, 'the request was in the inbox')
    await ground.yard.inbox.approve(id, { by: 'ann' })
    assert.equal(await call, 'PAID 3')
  })
})

for (const way of ways.filter(({ era }) => era === 'legacy'))
  it(`a form at a client ${way.name} ends when somebody else was quicker`, async () => {
    await using ground = await Ground.make({ approvals: 'wait' })
    const never = Promise.withResolvers<ElicitResult>()
    await using at = await withPerson(ground, way, () => never.promise)
    const call = at.text('pay', { amount: 4 })
    await until(() => at.shown.length > 0, 'the form was shown')
    const [item] = await ground.yard.inbox.list({ status: 'pending' })
    await ground.yard.inbox.approve(item?.id ?? '', { by: 'ann' })
    assert.equal(await call, 'PAID 4')
    never.resolve({ action: 'cancel' })
  })
