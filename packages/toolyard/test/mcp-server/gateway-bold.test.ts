/** A server behind that takes what it was not offered, and what that costs others: nothing. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { front, library, promptNames } from './front.ts'

const bold = (...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, 'fixtures/bold-server.ts'), ...args],
})

describe('a bold server behind a gateway', () => {
  for (const sampling of [undefined, false, true])
    it(`hears the client's model only where its entry says so (${sampling})`, async () => {
      await using gateway = await front({ bold: { ...bold(), ...(sampling !== undefined && { sampling }) } })
      const client = await gateway.connect({ client: { capabilities: { sampling: {} } } })
      const asked: unknown[] = []
      client.setRequestHandler('sampling/createMessage', ({ params }) => {
        asked.push(params.systemPrompt)
        return { role: 'assistant', model: 'm-1', content: { type: 'text', text: 'A model spoke.' } }
      })
      const { content } = await client.callTool({ name: 'bold__sample', arguments: {} })
      assert.equal(/spoke/.test(JSON.stringify(content)), sampling === true)
      assert.deepEqual(asked, sampling === true ? ['Be open.'] : [])
    })

  it('takes no name of a server that can not be reached', async () => {
    const gone = { command: process.execPath, args: ['-e', ''] }
    await using gateway = await front({ bold: bold(), other: gone })
    const client = await gateway.connect()
    assert.ok((await promptNames(client)).includes('bold__other__review'))
    await assert.rejects(client.getPrompt({ name: 'other__review' }), /no prompt named/)
    assert.match(JSON.stringify(await client.getPrompt({ name: 'review' })), /bold review/)
    const complete = (uri: string) =>
      client.complete({ ref: { type: 'ref/resource', uri }, argument: { name: 'x', value: '' } })
    await assert.rejects(complete('toolyard://mcp/other/note://{x}'), /no such prompt or template/)
    assert.deepEqual((await complete('note://{x}')).completion.values, ['bold'])
  })

  it('can not hold up the process by bytes that are none', async () => {
    await using gateway = await front({ bold: bold() })
    const client = await gateway.connect()
    const { contents } = await client.readResource({ uri: 'bold://blob' })
    assert.deepEqual(contents, [])
  })

  it('that does not answer is waited for once, and not at all where an address names another', async () => {
    await using gateway = await front({ silent: bold('silent'), library })
    const client = await gateway.connect()
    const timeOf = async (ask: () => Promise<unknown>): Promise<number> => {
      const started = performance.now()
      await ask()
      return performance.now() - started
    }
    const uri = 'toolyard://mcp/library/book://1'
    assert.ok((await timeOf(() => client.readResource({ uri }))) < 9000)
    assert.deepEqual(await promptNames(client), ['library__essay'])
    assert.ok((await timeOf(() => client.getPrompt({ name: 'library__essay' }))) < 9000)
  })
})
