/** What a call was refused for, in the reader's language: on the tool's page, in the journal and in a conversation that is opened again. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkAxe, logOf, openChatYard, say } from './chat-yard.ts'
import type { ServedYard } from './served-yard.ts'

const order = `import { defineTool } from 'toolyard'

export default defineTool({
  description: 'Orders something.',
  inputSchema: {
    type: 'object',
    properties: { item: { type: 'string', minLength: 3 }, count: { type: 'integer', maximum: 5 } },
    required: ['item', 'count'],
  },
  permission: 'read',
  effects: 'none',
  execute: () => 'ordered',
})
`

describe('a refusal', () => {
  let yard: ServedYard
  before(async () => {
    yard = await openChatYard(
      {
        buyer: {
          script: [
            { calls: [{ tool: 'order', input: { item: 'a', count: 9 } }] },
            { text: 'It was refused.' },
          ],
          tools: ['order'],
        },
      },
      { 'tools/order.ts': order },
    )
  })
  after(() => yard[Symbol.asyncDispose]())

  it('says each wrong argument in Chinese, with the sentence of the server one click away, also after a reload', async () => {
    await using visit = await yard.visit('/chat?agent=buyer', { language: 'zh' })
    const { page, faults } = visit
    await say(page, '买')
    const log = logOf(page)
    for (const look of ['as it comes', 'after a reload']) {
      await log.getByText('It was refused.').waitFor()
      await log.getByRole('heading', { name: '调用 order' }).click()
      await log.getByText('order 的参数有误：').waitFor()
      const shown = (await log.textContent()) ?? ''
      assert.match(shown, /item: 至少 3 个字符/, look)
      assert.match(shown, /count: 不能大于 5/, look)
      const original = log.getByText('must not have fewer than 3 characters')
      assert.equal(await original.isVisible(), false, look)
      await log.getByText('原始信息').click()
      await original.waitFor()
      await checkAxe(page, look)
      await page.reload()
    }
    assert.deepEqual(faults, [])
  })

  it('is told by who refused it, in the journal too', async () => {
    const waiting = yard.api<{ error: { message: string } }>('POST', '/api/tools/note/call', {
      input: { text: 'x' },
    })
    await using visit = await yard.visit('/inbox', { language: 'zh' })
    const { page, faults } = visit
    await page.getByRole('button', { name: '拒绝…' }).click()
    await page.getByLabel('理由').fill('太晚了')
    await page.getByRole('button', { name: '拒绝', exact: true }).click()
    const { error } = await waiting
    assert.match(error.message, /^http:first token rejected the call: 太晚了/, 'programs read English')
    await page.goto(`${yard.url}/activity`)
    await page.getByText('拒绝了此调用。原因：太晚了').first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('stays as the server says it in English', async () => {
    await using visit = await yard.visit('/tools/order')
    const { page, faults } = visit
    await page.getByRole('radio', { name: 'JSON' }).click()
    await page.getByRole('textbox', { name: 'JSON' }).fill('{"item": "a", "count": 9}')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('the arguments of "order" are not valid').waitFor()
    assert.equal(await page.getByText('Original message').count(), 0)
    assert.deepEqual(faults, [])
  })
})
