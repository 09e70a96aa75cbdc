/** One tool's page: the form that its schema asks for, what came of a run, its versions. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

describe('the page of a tool', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(yardFiles)
  })
  after(() => yard[Symbol.asyncDispose]())

  it('makes a form of the schema: lists, unions, maps, null, free JSON', async () => {
    await using visit = await yard.visit('/tools/book_trip')
    const { page, faults } = visit
    await page.getByLabel('city').fill('Rome')
    await page.getByLabel('room').selectOption('suite')
    await page.getByLabel('breakfast').selectOption('true')
    await page.getByRole('button', { name: 'Add guests' }).click()
    await page.getByRole('button', { name: 'Add an item' }).click()
    await page.getByLabel('name', { exact: true }).fill('Ann')
    await page.getByLabel('age', { exact: true }).fill('7')
    await page.getByLabel('Variant of payment').selectOption('Invoice')
    await page.getByLabel('company').fill('Acme')
    await page.getByRole('button', { name: 'Set note to null' }).click()
    await page.getByRole('button', { name: 'Add labels' }).click()
    await page.getByLabel('Key').fill('colour')
    await page.getByRole('button', { name: 'Add an entry' }).click()
    await page.getByLabel('colour', { exact: true }).fill('blue')
    await page.getByLabel('extra').fill('{"deep": [1, 2')
    await page.getByText('Unexpected end of JSON at line 1, column 15.').waitFor()
    assert.equal(await runButton(page).isDisabled(), true)
    await page.getByLabel('extra').fill('{"deep": [1, 2]}')
    await picture(page, 'form')
    await runButton(page).click()
    const result = page.getByRole('region', { name: 'Structured data' })
    assert.deepEqual(JSON.parse((await result.textContent()) ?? ''), {
      city: 'Rome',
      nights: 2,
      room: 'suite',
      breakfast: true,
      guests: [{ name: 'Ann', age: 7 }],
      payment: { kind: 'invoice', company: 'Acme' },
      note: null,
      labels: { colour: 'blue' },
      extra: { deep: [1, 2] },
    })
    assert.deepEqual(faults, [])
  })

  it('takes JSON instead, and says where it is wrong', async () => {
    await using visit = await yard.visit('/tools/book_trip')
    const { page } = visit
    await page.getByLabel('Fill in an example').selectOption('A night in Rome')
    await page.getByRole('radio', { name: 'JSON' }).click()
    const text = page.getByRole('textbox', { name: 'JSON' })
    assert.deepEqual(JSON.parse(await text.inputValue()), {
      city: 'Rome',
      room: 'single',
      payment: { kind: 'invoice', company: 'Acme' },
    })
    await text.fill('{\n  "city": Rome\n}')
    await page.getByText('Invalid JSON at line 2, column 11: unexpected "R"').waitFor()
    assert.equal(await runButton(page).isDisabled(), true)
  })

  it('shows what a tool says is wrong, and what to do', async () => {
    await using visit = await yard.visit('/tools/fail')
    const { page } = visit
    await runButton(page).click()
    await page.getByText('there is no such thing').waitFor()
    await page.getByText('Look elsewhere.').waitFor()
  })

  it('draws pictures', async () => {
    await using visit = await yard.visit('/tools/picture')
    const { page, faults } = visit
    await runButton(page).click()
    await page.getByText('image/png, 5 × 5').waitFor()
    assert.equal(await page.getByRole('img', { name: 'Image image/png' }).isVisible(), true)
    assert.deepEqual(faults, [])
  })

  it('cancels a run', async () => {
    await using visit = await yard.visit('/tools/count_down')
    const { page, faults } = visit
    await page.getByLabel('from').fill('100')
    await page.getByLabel('pause_ms').fill('200')
    await runButton(page).click()
    await page.getByRole('log').getByText('99').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('status').getByText('cancelled', { exact: true }).waitFor()
    const { items } = await yard.api<{ items: { status: string }[] }>('GET', '/api/calls?tool=count_down')
    assert.deepEqual(
      items.map(({ status }) => status),
      ['cancelled'],
    )
    assert.deepEqual(faults, [])
  })

  it('answers a question of a tool beside the run that asked it', async () => {
    await using visit = await yard.visit('/tools/survey')
    const { page, faults } = visit
    await page.getByLabel('topic').fill('the roof')
    await runButton(page).click()
    await page.getByText('Which colour for the roof?').waitFor()
    await page.getByRole('button', { name: 'green' }).click()
    await page.getByText('It is green.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('gives the same call for a shell, word for word', async () => {
    await using visit = await yard.visit('/tools/echo')
    const { page } = visit
    await page.getByLabel('text').fill("it's")
    const curl = (await page.getByRole('region', { name: 'curl' }).textContent()) ?? ''
    assert.match(curl, /-d '\{"input":\{"text":"it'\\''s"\}\}'/)
    await page.getByRole('radio', { name: 'TypeScript' }).click()
    await page.getByText('yard.call("echo"').waitFor()
  })

  it('shows definitions for every provider, with what was lost', async () => {
    await using visit = await yard.visit('/tools/book_trip?tab=models')
    const { page } = visit
    for (const dialect of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp']) {
      await page
        .getByRole('button', { name: new RegExp(`^${dialect} ?(exact|adapted|lossy|rejected)`) })
        .click()
      const definition = page.getByRole('region', { name: `Definition: ${dialect}` })
      assert.match((await definition.textContent()) ?? '', /book_trip/)
    }
  })

  it('shows what a new version changed, at once, and switches the tool off', async () => {
    await using visit = await yard.visit('/tools/echo?tab=versions')
    const { page, faults } = visit
    await page.getByText('First version.').waitFor()
    const changed = (yardFiles['tools/text/echo.ts'] ?? '').replace(
      '{ text: String }',
      '{ text: String, times: Number }',
    )
    await yard.project.write('tools/text/echo.ts', changed)
    await page.getByText('version 2').first().waitFor()
    await page.getByText('breaking').first().waitFor()
    await picture(page, 'versions')
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await page.getByText('It can’t be called until it is enabled again.').waitFor()
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await page.getByText('It can’t be called until it is enabled again.').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
})

function runButton(page: Page) {
  return page.getByRole('button', { name: 'Run', exact: true })
}
