/** What MCP clients see and get: the official client, over stdio and HTTP, in both eras of the protocol. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Progress } from '@modelcontextprotocol/client'
import { type Connection, Ground, until, ways } from './ground.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({
  toolFolders: ['tools'],
  watch: true,
  policy: { deny: [{ rule: 'fail', reason: 'it only fails' }, { rule: 'echo(text=secret*)', reason: 'secrets stay here' }] },
})
`

const notebook = `/** Keeps lines as long as the conversation lasts. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  title: 'Notebook',
  inputSchema: z.object({ line: z.string().optional().describe('Line to add') }),
  outputSchema: z.array(z.string()),
  permission: 'write',
  effects: 'local_state',
  idempotent: true,
  create() {
    const lines = []
    return {
      execute({ line }) {
        if (line !== undefined) lines.push(line)
        return [...lines]
      },
    }
  },
})
`

const media = `/** Shows and plays something. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  inputSchema: {},
  execute: () => ({
    content: [
      { type: 'text', text: 'Look and listen:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain', text: 'a note' } },
    ],
  }),
})
`

/** A schema whose root is a union: clients are shown an object, and what they send is turned back. */
const either = `/** Finds somebody by name or by number. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  permission: 'read',
  effects: 'none',
  inputSchema: z.union([z.object({ name: z.string() }), z.object({ number: z.int() })]),
  execute: (input) => JSON.stringify(input),
})
`

const late = (text: string): string =>
  `/** Comes late. */\nexport default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => '${text}' }\n`

let ground: Ground
before(async () => {
  ground = await Ground.make({
    files: {
      'toolyard.config.ts': config,
      'tools/notebook.ts': notebook,
      'tools/media.ts': media,
      'tools/either.ts': either,
    },
  })
})
after(() => ground[Symbol.asyncDispose]())

for (const way of ways) {
  describe(`an MCP client ${way.name}`, () => {
    let connection: Connection
    before(async () => {
      connection = await ground.connect(way)
    })
    after(() => connection[Symbol.asyncDispose]())

    it('is served its own version of the protocol', () => {
      assert.equal(connection.client.getProtocolEra(), way.era)
      assert.equal(connection.client.getServerVersion()?.name, 'toolyard')
    })

    it('sees every tool with its schemas and what it may do, and none that policy denies', async () => {
      const { tools } = await connection.client.listTools()
      const byName = new Map(tools.map((tool) => [tool.name, tool]))
      assert.ok(!byName.has('fail'))
      const echo = byName.get('echo')
      assert.equal(echo?.description?.split('.')[0], 'Says again what it was given')
      assert.deepEqual(echo?.annotations, {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      })
      assert.ok('text' in (echo?.inputSchema.properties ?? {}))
      const shown = byName.get('notebook')
      assert.equal(shown?.title, 'Notebook')
      assert.equal(shown?.annotations?.title, 'Notebook')
      assert.equal(shown?.annotations?.readOnlyHint, false)
      assert.equal(shown?.annotations?.idempotentHint, true)
      assert.deepEqual(shown?.outputSchema?.['required'], ['result'])
      assert.equal(byName.get('pay')?.annotations?.openWorldHint, true)
    })

    it('gets text, and structured content only from a tool that promises it', async () => {
      const { client } = connection
      const plain = await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
      assert.deepEqual(plain.content, [{ type: 'text', text: '{"text":"hello","mode":"plain"}' }])
      assert.ok(!plain.isError && plain.structuredContent === undefined)
      const promised = await client.callTool({ name: 'notebook', arguments: { line: 'one' } })
      assert.deepEqual(promised.structuredContent, { result: ['one'] })
    })

    it('gets pictures, sounds and documents as they are', async () => {
      const { content } = await connection.client.callTool({ name: 'media', arguments: {} })
      assert.deepEqual(content.slice(1), [
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain', text: 'a note' } },
      ])
    })

    it('sends arguments as its definition says, and the tool gets them as its own schema says', async () => {
      assert.equal(await connection.text('either', { input: { number: 7 } }), '{"number":7}')
    })

    it('gets a result with isError where a call is denied, wrong, or needs a person', async () => {
      for (const [name, input, says] of [
        ['echo', { text: 'secret plans' }, /secrets stay here/],
        ['echo', { txt: 'x' }, /Did you mean "text"/],
        ['pay', { amount: 1 }, /nobody to ask/],
      ] as const) {
        const { isError, content } = await connection.client.callTool({ name, arguments: input })
        assert.equal(isError, true)
        assert.match(JSON.stringify(content).replaceAll('\\', ''), says)
      }
    })

    it('gets a protocol error, with the nearest name, for a tool that is not there', async () => {
      await assert.rejects(connection.client.callTool({ name: 'ecko', arguments: {} }), {
        code: -32_602,
        message: /ecko not found.*echo/,
      })
    })

    it('is told of progress, with a number that only grows', async () => {
      let told: Progress[] = []
      // The client drops what it reads together with the result: on a busy machine, all of it.
      await until(async () => {
        told = []
        const { content } = await connection.client.callTool(
          { name: 'climb', arguments: { steps: 3 } },
          { onprogress: (progress) => told.push(progress) },
        )
        assert.deepEqual(content, [{ type: 'text', text: '{"height":60}' }])
        const isTotal = told.some(({ total, message }) => total === 3 && message === 'climbing')
        return isTotal && told.some(({ message }) => message === 'step 1\n')
      }, 'it was told of the total and of a step')
      for (const [index, { progress }] of told.entries())
        assert.ok(progress > (told[index - 1]?.progress ?? 0), `${progress} follows what is less`)
    })

    it('can cancel a call, and the tool sees it', async () => {
      const stopped = ground.project.path('work/stopped.txt')
      await ground.project.remove('stopped.txt')
      const cancel = new AbortController()
      const call = connection.client.callTool(
        { name: 'wait', arguments: {} },
        { signal: cancel.signal, onprogress: () => cancel.abort() },
      )
      await assert.rejects(call)
      await until(() => existsSync(stopped), 'the tool was aborted')
      assert.match(await connection.text('echo', { text: 'still here' }), /still here/)
    })

    it('can be sure that what a tool prints does not break the protocol', async () => {
      assert.equal(await connection.text('chatty'), 'the answer')
    })

    it('keeps the state of a tool for itself', async () => {
      await using mine = await ground.connect(way)
      await using other = await ground.connect(way)
      await mine.text('notebook', { line: 'mine' })
      await other.text('notebook', { line: 'theirs' })
      assert.deepEqual(JSON.parse(await mine.text('notebook')), ['mine'])
      assert.deepEqual(JSON.parse(await other.text('notebook')), ['theirs'])
    })

    it('hears of no method that a tool server does not have', async () => {
      await assert.rejects(connection.client.request({ method: 'prompts/list' }), /Method not found|404/)
    })
  })
}

for (const way of ways.filter(({ over }) => over === 'stdio')) {
  it(`a client ${way.name} is told when a tool file is saved, and calls the new version`, async () => {
    let changes = 0
    await using connection = await ground.connect(way, {
      listChanged: { tools: { onChanged: () => void changes++ } },
    })
    const { project } = ground
    await project.remove('tools/late.mjs')
    assert.ok(!(await connection.names()).includes('late'))
    await project.write('tools/late.mjs', late('first'))
    await until(() => changes > 0, 'the list had changed')
    assert.ok((await connection.names()).includes('late'))
    assert.equal(await connection.text('late'), 'first')
    const seen = changes
    await project.write('tools/late.mjs', late('second').replace('late.', 'later.'))
    await until(() => changes > seen, 'the list had changed again')
    const again = async (): Promise<string> => {
      await connection.names()
      return connection.text('late')
    }
    await until(async () => (await again()) === 'second', 'the new version was called')
    await project.remove('tools/late.mjs')
    await until(async () => !(await connection.names()).includes('late'), 'the tool was gone')
  })
}

for (const way of ways)
  it(`a client ${way.name} that is served the tools of an agent is told when somebody changes them`, async () => {
    const { yard } = ground
    const agent = `reader-${way.over}-${way.era}`
    await yard.agents.create({ name: agent, toolIds: ['echo'] })
    let changes = 0
    await using connection = await ground.connect(
      way,
      { listChanged: { tools: { onChanged: () => void changes++ } } },
      { agent },
    )
    assert.deepEqual(await connection.names(), ['echo'])
    const other = await connection.client.callTool({ name: 'chatty', arguments: {} })
    assert.ok(other.isError)
    await yard.agents.update(agent, { toolIds: ['echo', 'chatty'] })
    await until(() => changes > 0, 'the list had changed')
    assert.deepEqual(await connection.names(), ['echo', 'chatty'])
    const seen = changes
    await yard.history.setEnabled('chatty', false)
    await until(() => changes > seen, 'the list had changed again')
    assert.deepEqual(await connection.names(), ['echo'])
    await yard.history.setEnabled('chatty', true)
  })
