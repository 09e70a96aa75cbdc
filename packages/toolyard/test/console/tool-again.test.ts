/** A call run again, saved as a test, its tests run; a tool's own fault; words in the reader's language; why a tool is off. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const fetchOrders = `/** Finds orders. */
import { defineTool } from 'toolyard'

let calls = 0
export default defineTool({
  title: 'Orders',
  titles: { zh: '查询订单' },
  descriptions: { zh: '按客户查询最近的销售订单。' },
  inputSchema: { customer: String, note: String },
  permission: 'read',
  effects: 'none',
  execute: ({ customer }) => ({ customer, orders: customer === 'drift' ? [++calls] : [1, 2] }),
})
`
const buggy = `/** Has a bug. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  execute() {
    const order = undefined
    return order.lines
  },
})
`

interface Made {
  readonly callId: string
}

describe('a call that was made', { concurrency: 1 }, () => {
  let yard: ServedYard
  let axe: string
  before(async () => {
    axe = await readFile(axeFile, 'utf8')
    yard = await ServedYard.start({
      ...yardFiles,
      'tools/fetch-orders.ts': fetchOrders,
      'tools/buggy.ts': buggy,
    })
  })
  after(() => yard[Symbol.asyncDispose]())
  const call = (tool: string, input: object): Promise<Made> =>
    yard.api<Made>('POST', `/api/tools/${tool}/call`, { input })

  it('is run again from its page with its arguments, and becomes a test that is run and deleted', async () => {
    const { callId } = await call('fetch_orders', { customer: 'Acme', note: 'n' })
    await using visit = await yard.visit(`/activity/${callId}`)
    const { page, faults } = visit
    await page.getByRole('link', { name: 'Run again' }).click()
    await page.getByText('Arguments of the call from').waitFor()
    assert.equal(new URL(page.url()).search, `?again=${callId}`, 'the id and nothing else')
    assert.equal(await page.getByLabel('customer').inputValue(), 'Acme')
    await page.getByLabel('customer').fill('Bolt')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Save as test' }).click()
    await page.getByLabel('Title (optional)').fill('Bolt has two orders')
    assert.deepEqual(await violations(page, axe), [])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved in tools/fetch-orders.examples.json').waitFor()
    const file = yard.project.path('work/tools/fetch-orders.examples.json')
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
      fetch_orders: [
        {
          title: 'Bolt has two orders',
          input: { customer: 'Bolt', note: 'n' },
          output: { customer: 'Bolt', orders: [1, 2] },
        },
      ],
    })

    await page.getByRole('tab', { name: 'Tests' }).click()
    await page.getByRole('button', { name: 'Run all' }).click()
    await page.getByText('1 passed, 0 failed').waitFor()
    await picture(page, 'tool-tests')
    await page.getByRole('button', { name: 'Delete test Bolt has two orders' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No tests yet').waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows what was expected and what came, where a test fails', async () => {
    const { callId } = await call('fetch_orders', { customer: 'drift', note: 'n' })
    await yard.api('POST', '/api/tools/fetch_orders/tests', { call: callId, as: 'test' })
    await using visit = await yard.visit('/tools/fetch_orders?tab=tests', { language: 'zh', theme: 'dark' })
    const { page, faults } = visit
    await page.getByRole('button', { name: /^运行测试/ }).click()
    await page.getByText('0 个通过，1 个未通过').waitFor()
    const difference = page.getByRole('region', { name: '预期与实际返回结果的差异' })
    assert.match((await difference.textContent()) ?? '', /- 预期: .*1\+ 实际: .*2/)
    await picture(page, 'tool-tests-failed-zh')
    assert.deepEqual(await violations(page, axe), [])
    assert.deepEqual(faults, [])
  })

  it('leaves out what was redacted, says so, and is not sent without it', async () => {
    const note = 'password: hunter2hunter2'
    const { callId } = await call('fetch_orders', { customer: 'Acme', note })
    await using visit = await yard.visit('/tools/fetch_orders?tab=calls')
    const { page } = visit
    await page
      .getByRole('link', { name: /^Run again: fetch_orders/ })
      .first()
      .click()
    await page.getByText(/does not have the original value: note\./).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('again'), callId)
    assert.equal(await page.getByLabel('note').inputValue(), '')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('1 field needs attention').waitFor()
    await picture(page, 'tool-again-redacted')
  })

  it('that ended with a fault of the tool shows the stack to admins, and to nobody else', async () => {
    const { callId } = await call('buggy', {})
    const { value } = await yard.api<{ value: string }>('POST', '/api/tokens', {
      name: 'v',
      role: 'operator',
    })
    await using admin = await yard.visit(`/activity/${callId}`)
    const stack = admin.page.getByRole('region', { name: 'Stack trace' })
    assert.match((await stack.textContent()) ?? '', /TypeError: [^]*at .*\(tools\/buggy\.ts:9:/)
    await picture(admin.page, 'call-stack')
    await using other = await yard.visit(`/activity/${callId}`, { token: value })
    await other.page.getByRole('heading', { name: 'Timeline' }).waitFor()
    assert.equal(await other.page.getByText('Stack trace').count(), 0)
    assert.doesNotMatch(await other.page.content(), /buggy\.ts/)
  })

  it('is of a tool with a title in the reader’s language, which the search finds', async () => {
    await using visit = await yard.visit('/tools', { language: 'zh', viewport: { width: 1440, height: 900 } })
    const { page } = visit
    await page.getByLabel('搜索工具').fill('销售订单')
    await page.getByText('查询订单').waitFor()
    assert.equal(await page.getByRole('row').count(), 2, 'one tool and the heading')
    await page.getByLabel('搜索工具').fill('读取')
    await page.getByText('读取文件').waitFor()
    assert.equal(await page.getByLabel('估算 token 的模型格式').isVisible(), true)
    await picture(page, 'tools-zh-titles')
    await page.getByRole('link', { name: 'read_file' }).click()
    await page.getByText('按行号读取文本文件').waitFor()
    await page.getByText('模型看到的描述').waitFor()
  })

  it('tells why a tool is off, in the list and on its page', async () => {
    await yard.api('PATCH', '/api/tools/picture', { enabled: false })
    await using visit = await yard.visit('/tools')
    const { page } = visit
    await page.getByText('Disabled: switched off by a person').waitFor()
    await page.getByRole('link', { name: 'picture' }).click()
    await page.getByText('This tool can’t run now. Disabled: switched off by a person.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled(), true)
    await picture(page, 'tool-off')
  })
})

/** Through the debugger, so that the content security policy stays as it is. */
async function violations(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe)
  const { violations: found } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
