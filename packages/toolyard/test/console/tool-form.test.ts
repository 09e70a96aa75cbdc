/** The form of a tool: what is wrong stands at its field, nothing typed is lost, and a run is found again. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

/** A pattern is the server's to check. */
const ship = `/** Ships a parcel. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', description: 'Who gets it' },
      parcels: {
        type: 'array',
        description: 'What is sent',
        items: {
          type: 'object',
          properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' }, weight: { type: 'number', minimum: 1 } },
          required: ['code'],
          additionalProperties: false,
        },
      },
      remark: { description: 'Anything' },
    },
    required: ['to', 'parcels'],
    additionalProperties: false,
  },
  permission: 'read',
  effects: 'none',
  execute: (input) => input,
})
`
const long = `/** Has a long form. */
import { defineTool } from 'toolyard'

const names = Array.from({ length: 40 }, (_, index) => 'field_' + index)
export default defineTool({
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: 'A field' }])),
    required: ['field_39'],
  },
  permission: 'read',
  effects: 'none',
  execute: () => 'a result that is seen',
})
`

describe('the form of a tool', { concurrency: 1 }, () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start({ ...yardFiles, 'tools/ship.ts': ship, 'tools/long-form.ts': long })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('says at each field what is wrong, goes to the first, and sends no text that was not typed', async () => {
    await using visit = await yard.visit('/tools/ship')
    const { page, faults } = visit
    await page.getByRole('button', { name: 'Add an item' }).click()
    await page.getByLabel('weight').fill('0')
    await runButton(page).click()
    const to = page.getByLabel('to', { exact: true })
    await page.getByText('3 fields need attention').waitFor()
    assert.equal(await to.getAttribute('aria-invalid'), 'true')
    assert.equal(await isFocused(page, 'to'), true)
    assert.equal(await page.getByText('Enter 1 or more.').count(), 2)
    await picture(page, 'tool-form-wrong')
    const { items } = await yard.api<{ items: unknown[] }>('GET', '/api/calls?tool=ship')
    assert.deepEqual(items, [], 'nothing was sent')

    await to.fill('Ann')
    await page.getByLabel('weight').fill('2')
    await page.getByRole('textbox', { name: 'code' }).fill('abc')
    await page.getByText('fields need attention').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'code' }).press('Control+Enter')
    await page.getByText('invalid_arguments').waitFor()
    const code = page.getByRole('textbox', { name: 'code' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    assert.equal(await code.getAttribute('aria-invalid'), 'true', 'what the server says stands there too')
    await code.fill('ABC')
    assert.equal(await code.getAttribute('aria-invalid'), null)
    await code.press('Control+Enter')
    const data = page.getByRole('region', { name: 'Structured data' })
    assert.deepEqual(JSON.parse((await data.textContent()) ?? ''), {
      to: 'Ann',
      parcels: [{ code: 'ABC', weight: 2 }],
    })
    assert.deepEqual(faults, [])
  })

  it('sends an empty text if that is said on purpose', async () => {
    await using visit = await yard.visit('/tools/echo')
    const { page } = visit
    await runButton(page).click()
    await page.getByText('Fill in this field.').first().waitFor()
    await page.getByRole('button', { name: 'Send empty text' }).click()
    await runButton(page).click()
    await page.getByRole('status').getByText('ok', { exact: true }).waitFor()
    const { items } = await yard.api<{ items: { input: unknown }[] }>('GET', '/api/calls?tool=echo')
    assert.deepEqual(items[0]?.input, { text: '' })
  })

  it('keeps what was typed: in the other view, on another tab, on another page', async () => {
    await using visit = await yard.visit('/tools/ship')
    const { page, faults } = visit
    await page.getByLabel('to', { exact: true }).fill('Ben')
    await page.getByLabel('remark').fill('{"half": ')
    await page.getByRole('tab', { name: 'Parameters' }).click()
    await page.getByRole('tab', { name: 'Run' }).click()
    assert.equal(await page.getByLabel('to', { exact: true }).inputValue(), 'Ben')
    assert.equal(await page.getByLabel('remark').inputValue(), '{"half": ')
    await page.getByRole('radio', { name: 'JSON' }).click()
    await page.getByRole('textbox', { name: 'JSON' }).fill('{ "to": "Cleo", ')
    await page.getByRole('radio', { name: 'Form' }).click()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.goBack()
    await page.getByRole('radio', { name: 'JSON' }).click()
    assert.equal(await page.getByRole('textbox', { name: 'JSON' }).inputValue(), '{ "to": "Cleo", ')
    assert.deepEqual(faults, [])
  })

  it('finds a run again after a reload, which does not end it; the tab keeps no arguments', async () => {
    await using visit = await yard.visit('/tools/count_down')
    const { page, faults } = visit
    await page.getByLabel('from').fill('30')
    await page.getByLabel('pause_ms').fill('150')
    await runButton(page).click()
    await page.getByRole('log').getByText('28').waitFor()
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    assert.match(kept, /console-[0-9a-f]+/)
    assert.doesNotMatch(kept, /pause_ms|from/)
    await page.reload()
    await page.getByRole('button', { name: 'Running…' }).waitFor()
    await page.getByRole('log').getByText('20').waitFor()
    assert.match((await page.getByRole('log').textContent()) ?? '', /^30\n29\n28\n/, 'from its beginning')
    await page.getByRole('status').getByText('ok', { exact: true }).waitFor()
    await page.getByText('Go!').waitFor()
    assert.equal(await page.evaluate(() => sessionStorage.getItem('toolyard.runs')), null)
    assert.deepEqual(faults, [])
  })

  it('can cancel a run that was found again', async () => {
    await using visit = await yard.visit('/tools/count_down')
    const { page } = visit
    await page.getByLabel('from').fill('100')
    await page.getByLabel('pause_ms').fill('500')
    await runButton(page).click()
    await page.getByRole('log').getByText('100').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('status').getByText('cancelled', { exact: true }).waitFor()
  })

  for (const width of [390, 1440])
    it(`keeps Run and the result in sight of a long form at ${width} px`, async () => {
      await using visit = await yard.visit('/tools/long_form', { viewport: { width, height: 800 } })
      const { page } = visit
      assert.equal(await inSight(page, 'button', 'Run'), true)
      await page.getByLabel('field_39').fill('x')
      assert.equal(await inSight(page, 'button', 'Run'), true)
      await runButton(page).click()
      const result = page.getByText('a result that is seen')
      await result.waitFor()
      await page.waitForFunction((text) => {
        const found = document.evaluate(`//pre[contains(., "${text}")]`, document, null, 9).singleNodeValue
        const box = found instanceof Element ? found.getBoundingClientRect() : undefined
        return box !== undefined && box.top >= 0 && box.top < innerHeight
      }, 'a result that is seen')
      await picture(page, `tool-long-form-${width}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(overflow <= 0, `${overflow} px too wide`)
    })

  it('has room for nested fields on a phone', async () => {
    await using visit = await yard.visit('/tools/book_trip', {
      viewport: { width: 390, height: 800 },
      language: 'zh',
      theme: 'dark',
    })
    const { page } = visit
    await page.getByRole('button', { name: '添加 guests' }).click()
    await page.getByRole('button', { name: '添加一项' }).click()
    const name = page.getByLabel('name', { exact: true })
    await name.fill('安')
    const box = await name.boundingBox()
    assert.ok((box?.width ?? 0) >= 200, `${box?.width} px`)
    await page.getByRole('button', { name: '运行', exact: true }).click()
    await page.getByText('请填写此项。').first().waitFor()
    await picture(page, 'tool-form-phone-zh')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `${overflow} px too wide`)
  })
})

function runButton(page: Page) {
  return page.getByRole('button', { name: 'Run', exact: true })
}

function isFocused(page: Page, label: string): Promise<boolean> {
  return page.getByLabel(label, { exact: true }).evaluate((element) => element === document.activeElement)
}

async function inSight(page: Page, role: 'button', name: string): Promise<boolean> {
  const box = await page.getByRole(role, { name, exact: true }).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}
