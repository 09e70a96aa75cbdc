/** Talking to an agent in a real browser: the agent of the example, whose model is a script, and what people do meanwhile. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

const example = join(import.meta.dirname, '../../../../examples/first-tools')
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const markup = '<img src=x onerror="alert(1)"><b>bold</b>\u202Eturned'

const tookTime = /^\d+(\.\d)?m?s$/

/** Models that say what stands here. */
const scripts: Readonly<Record<string, readonly object[]>> = {
  postman: [
    {
      reasoning: 'Ann should know.',
      text: 'I write to Ann.',
      calls: [{ tool: 'send_note', input: { to: 'ann@example.org', text: 'Hi Ann' } }],
    },
    { text: 'Ann has it.', expect: 'Sent 6 characters' },
  ],
  brief: [{ text: 'That is all.' }],
  counter: [
    { text: 'Watch.', calls: [{ tool: 'count_down', input: { from: 100, pause_ms: 500 } }] },
    { text: 'Over.' },
  ],
  pollster: [{ calls: [{ tool: 'survey', input: { topic: 'doors' } }] }, { text: 'Noted: {{lastResult}}' }],
  mocker: [
    { reasoning: markup, text: markup, calls: [{ tool: 'get_weather', input: { city: markup } }] },
    { text: '{{lastResult}}' },
  ],
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(join(example, folder), { recursive: true })
  const files = names.filter((name) => /\.\w+$/.test(name)).map((name) => join(folder, name))
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(join(example, name), 'utf8')])),
  ) as Record<string, string>
}

describe('the chat', () => {
  let yard: ServedYard
  let axe: string
  before(async () => {
    axe = await readFile(axeFile, 'utf8')
    yard = await ServedYard.start({
      'toolyard.config.ts': await readFile(join(example, 'toolyard.config.ts'), 'utf8'),
      ...(await filesOf('tools')),
      ...(await filesOf('scripts')),
      'tools/survey.ts': yardFiles['tools/people/survey.ts'] ?? '',
      ...Object.fromEntries(
        Object.entries(scripts).map(([name, turns]) => [`scripts/${name}.json`, JSON.stringify(turns)]),
      ),
    })
    const make = (name: string, script: string, toolIds: readonly string[]): Promise<unknown> =>
      yard.api('POST', '/api/agents', { name, model: `scripted/scripts/${script}.json`, toolIds })
    await make('traveller', 'weather', ['get_weather', 'compare_weather'])
    await make('postman', 'postman', ['send_note'])
    await make('pollster', 'pollster', ['survey'])
    await make('counter', 'counter', ['count_down'])
    await make('mocker', 'mocker', ['get_weather'])
    await make('brief', 'brief', [])
  })
  after(() => yard[Symbol.asyncDispose]())

  it('runs the agent of the example: a prompt, its calls with their results, the answer', async () => {
    await using visit = await yard.visit('/chat?agent=traveller')
    const { page, faults } = visit
    const box = page.getByLabel('Message', { exact: true })
    await box.fill('Oslo or Lima:')
    await box.press('Shift+Enter')
    await box.pressSequentially('where do I need a coat?')
    assert.equal(await box.inputValue(), 'Oslo or Lima:\nwhere do I need a coat?')
    await box.press('Enter')
    const log = page.getByRole('log', { name: 'Conversation' })
    await log.getByText('Lima is 14 degrees warmer than Oslo. Take a coat to Oslo.').waitFor()
    assert.equal(await box.inputValue(), '')
    const call = log.locator('details').filter({ hasText: 'get_weather' })
    await call.getByText('ok', { exact: true }).waitFor()
    await call.locator('summary').getByText(tookTime).waitFor()
    await call.locator('summary').click()
    await call.getByRole('region').getByText('"temperature": 4').waitFor()
    await picture(page, 'chat-run')
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list.getByRole('link', { name: 'Oslo or Lima:' }).waitFor()
    await call.getByRole('link', { name: 'View call details' }).click()
    await page.getByRole('heading', { level: 1, name: 'get_weather' }).waitFor()
    await page.goBack()
    await log.getByText('Take a coat to Oslo.').waitFor()
    await call.locator('summary').getByText('ok', { exact: true }).waitFor()
    await call.locator('summary').getByText(tookTime).waitFor()
    assert.deepEqual(faults, [])
  })

  it('says what went wrong and what to do next', async () => {
    await using visit = await yard.visit('/chat?agent=brief')
    const { page } = visit
    await say(page, 'Hello')
    await page.getByText('That is all.').waitFor()
    await say(page, 'And Rome?')
    await page.getByText('the script ends after 1 turns').waitFor()
    await page.getByText('Begin a new thread').waitFor()
    await picture(page, 'chat-error')
    await page.reload()
    await page.getByText('the script ends after 1 turns').waitFor()
  })

  it('lets a person approve in place, and folds the reasoning', async () => {
    await using visit = await yard.visit('/chat?agent=postman')
    const { page, faults } = visit
    await say(page, 'Tell Ann')
    const card = page.getByRole('article', { name: 'postman wants to run send_note' })
    await card.getByText('ann@example.org').first().waitFor()
    await page.locator('summary').getByText('waiting', { exact: true }).waitFor()
    await picture(page, 'chat-approval')
    await checkAxe(page, 'an approval that waits')
    await card.getByRole('button', { name: 'Approve once' }).click()
    await page.getByText('Ann has it.').waitFor()
    await card.waitFor({ state: 'detached' })
    const reasoning = page.getByText('Ann should know.')
    assert.equal(await reasoning.isVisible(), false)
    await page.getByText('Reasoning', { exact: true }).click()
    await reasoning.waitFor()
    assert.deepEqual(faults, [])
  })

  it('lets a person answer a question in place', async () => {
    await using visit = await yard.visit('/chat?agent=pollster')
    const { page, faults } = visit
    await say(page, 'Ask about doors')
    await page.getByText('Which colour for doors?').waitFor()
    await page.getByRole('button', { name: 'green' }).click()
    await page.getByText('Noted: It is green.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('stops a run, which goes on while another page is looked at', async () => {
    await using visit = await yard.visit('/chat?agent=counter')
    const { page, faults } = visit
    await say(page, 'Count')
    const call = page.getByRole('log').locator('details').filter({ hasText: 'count_down' })
    await call.getByText('running', { exact: true }).waitFor()
    await call.locator('summary').click()
    await call.getByRole('region', { name: 'Output so far' }).getByText('99').waitFor()
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Tools' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await page.goBack()
    await call.getByText('running', { exact: true }).waitFor()
    await picture(page, 'chat-running')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. The conversation is kept').waitFor()
    await call.locator('summary').getByText('cancelled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    const { items } = await yard.api<{ items: { status: string }[] }>('GET', '/api/runs?agent=counter')
    assert.deepEqual(
      items.map(({ status }) => status),
      ['stopped'],
    )
    assert.deepEqual(faults, [])
  })

  it('shows what a model and its tools say as text', async () => {
    await using visit = await yard.visit('/chat?agent=mocker')
    const { page, faults } = visit
    await say(page, markup)
    await page.getByText('there is no weather for').last().waitFor()
    const log = page.getByRole('log')
    assert.equal(await log.locator('img, b').count(), 0)
    assert.match((await log.textContent()) ?? '', /<b>bold<\/b>⟨U\+202E⟩turned/)
    assert.deepEqual(faults, [])
  })

  it('keeps a message that the server does not take', async () => {
    await yard.api('POST', '/api/agents', { name: 'aimless', toolIds: [] })
    await using visit = await yard.visit('/chat?agent=aimless')
    const { page } = visit
    await say(page, 'Hello?')
    await page.getByText('agent "aimless" has no model').waitFor()
    await page.getByText('Name one:').waitFor()
    assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), 'Hello?')
  })

  it('lets those who may only look read, not talk', async () => {
    const { value } = await yard.api<{ value: string }>('POST', '/api/tokens', { name: 'v', role: 'viewer' })
    await using visit = await yard.visit('/chat?agent=traveller', { token: value })
    const { page } = visit
    await page.getByText('You have read-only access.').waitFor()
    await page.getByRole('link', { name: 'Oslo or Lima:' }).click()
    await page.getByText('Take a coat to Oslo.').waitFor()
    assert.equal(await page.getByLabel('Message', { exact: true }).count(), 0)
  })

  it('has nothing wrong with it for those who can’t see it: dark, and narrow in Chinese', async () => {
    await using dark = await yard.visit('/chat?agent=traveller', { theme: 'dark' })
    await checkAxe(dark.page, 'an empty conversation')
    await dark.page.getByRole('link', { name: 'Oslo or Lima:' }).click()
    await dark.page.getByText('Take a coat to Oslo.').waitFor()
    await dark.page.locator('summary').first().click()
    await picture(dark.page, 'chat-dark')
    await checkAxe(dark.page, 'dark')
    const viewport = { width: 390, height: 800 }
    await using narrow = await yard.visit('/chat?agent=traveller', { language: 'zh', viewport })
    await narrow.page.getByRole('button', { name: '对话列表' }).click()
    const list = narrow.page.getByRole('dialog', { name: '对话列表' })
    await list.getByRole('link', { name: 'Oslo or Lima:' }).waitFor()
    await checkAxe(narrow.page, 'the list of conversations')
    await list.getByRole('link', { name: 'Oslo or Lima:' }).click()
    await narrow.page.getByText('Take a coat to Oslo.').waitFor()
    await picture(narrow.page, 'chat-narrow-zh')
    await checkAxe(narrow.page, 'narrow')
    const wide = await narrow.page.evaluate('document.documentElement.scrollWidth')
    assert.equal(wide, viewport.width)
  })

  /** Through the debugger, so that the content security policy stays as it is. */
  async function checkAxe(page: Page, place: string): Promise<void> {
    await page.evaluate(axe)
    const { violations } = await page.evaluate<AxeResults>(
      'axe.run(document, { resultTypes: ["violations"] })',
    )
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    assert.deepEqual(found, [], place)
  }
})

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}
