/** The form of a server in the inbox of the console, in a real browser: filled in with the keyboard, in both languages. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const server = join(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)
const config = `import { defineConfig } from 'toolyard'
export default defineConfig({
  policy: { mode: 'bypass' },
  mcpServers: { everything: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(server)}, 'stdio'] } },
})
`
const tool = 'everything__trigger-elicitation-request'

interface Result {
  readonly status: string
  readonly content: readonly { readonly text?: string }[]
}

describe('a form in the inbox of the console', () => {
  let yard: ServedYard
  let axe: string
  before(async () => {
    axe = await readFile(axeFile, 'utf8')
    yard = await ServedYard.start({ 'toolyard.config.ts': config })
    await accept(yard)
  })
  after(() => yard[Symbol.asyncDispose]())
  const call = (): Promise<Result> => yard.api('POST', `/api/tools/${tool}/call`, { input: {} })

  it('has a typed control for each field, tells what is wrong beside it, and sends data', async () => {
    const result = call()
    await using visit = await yard.visit('/inbox')
    const { page, faults } = visit
    const name = page.getByLabel('String', { exact: true })
    await name.waitFor()
    assert.equal(await page.getByLabel('String with email format').getAttribute('type'), 'email')
    assert.equal(await page.getByLabel('String with date format').getAttribute('type'), 'date')
    assert.equal(await page.getByLabel('Integer', { exact: true }).inputValue(), '42')
    assert.equal(await page.getByRole('group', { name: /itled Multiple Select Enum/ }).count(), 2)
    assert.deepEqual(await violations(page, axe), [])
    await picture(page, 'inbox-form')

    await page.getByLabel('String with email format').fill('nobody')
    await page.getByLabel('Integer', { exact: true }).fill('101')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Enter 100 or less.').waitFor()
    await page.getByText('Fill in this field.').waitFor()
    await page.getByText('Enter a valid email.').waitFor()
    assert.equal(
      await name.evaluate((element) => element === document.activeElement),
      true,
      'the first wrong one',
    )
    assert.deepEqual(await violations(page, axe), [], 'with problems')
    await picture(page, 'inbox-form-problems')

    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByLabel('String with email format').fill('ada@example.org')
    await page.getByLabel('String with date format').fill('1815-12-10')
    await page.getByLabel('Integer', { exact: true }).fill('7')
    await page.getByLabel('String with default').fill('')
    await page.getByRole('radio', { name: 'Green Lantern' }).check()
    await page.getByRole('checkbox', { name: 'Trout' }).click()
    await page.getByLabel('Integer', { exact: true }).press('Enter')
    const { status, content } = await result
    assert.equal(status, 'ok')
    const raw = /Raw result: ([^]*)/.exec(content.map(({ text }) => text).join('\n'))?.[1] ?? ''
    assert.deepEqual((JSON.parse(raw) as { content: unknown }).content, {
      name: 'Ada',
      check: true,
      email: 'ada@example.org',
      birthdate: '1815-12-10',
      integer: 7,
      number: 3.14,
      untitledSingleSelectEnum: 'Monica',
      untitledMultipleSelectEnum: ['Guitar'],
      titledSingleSelectEnum: 'hero-2',
      titledMultipleSelectEnum: ['fish-1', 'fish-3'],
      legacyTitledEnum: 'pet-1',
    })
    await page.getByRole('tab', { name: 'Answered' }).click()
    await page.getByText('Tuna, Trout').waitFor()
    assert.deepEqual(faults, [])
  })

  it('is in Chinese for those who read it, and can be declined', async () => {
    const result = call()
    await using visit = await yard.visit('/inbox', { language: 'zh' })
    const { page, faults } = visit
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByText('此项必填。').waitFor()
    await page.getByRole('button', { name: '拒绝回答' }).click()
    assert.match((await result).content.map(({ text }) => text).join(), /User declined/)
    assert.deepEqual(faults, [])
  })
})

/** Until the server's tools are known. */
async function accept(yard: ServedYard): Promise<void> {
  const { code, err } = await yard.project.run(['--config', 'toolyard.config.ts', 'accept', tool])
  assert.equal(code, 0, err)
}

/** Through the debugger, so that the content security policy stays as it is. */
async function violations(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe)
  const { violations: found } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
