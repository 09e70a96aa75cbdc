/** The form of an agent in a real browser: model, limits, tools, a try before it is saved, history. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  builtins: ['files', 'system'],
  policy: { ask: ['echo'] },
  models: { prices: { 'openai/gpt-5': { input: 1.25, output: 10 } } },
})
`

const turns = [
  { text: 'I say it. ', calls: [{ tool: 'echo', input: { text: 'hi' } }] },
  { text: 'It said: {{lastResult}}' },
  { text: 'And again.' },
]

interface Agent {
  readonly id: string
  readonly model?: string
  readonly runner?: string
  readonly prompt: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly tools: readonly { readonly name: string }[]
}

describe('the form of an agent', () => {
  let yard: ServedYard
  let axe: string
  before(async () => {
    axe = await readFile(axeFile, 'utf8')
    yard = await ServedYard.start({
      ...yardFiles,
      'toolyard.config.ts': config,
      'scripts/talk.json': JSON.stringify(turns),
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe)
    const { violations: found } = await page.evaluate<AxeResults>(
      'axe.run(document, { resultTypes: ["violations"] })',
    )
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }

  it('offers models by keyboard with prices and missing keys, and refuses what is none', async () => {
    await using visit = await yard.visit('/agents/new')
    const { page, faults } = visit
    const model = page.getByRole('combobox', { name: 'Model', exact: true })
    await model.fill('gpt-5')
    await page.getByRole('option', { name: /openai\/gpt-5 1\.25 in \/ 10 out/ }).waitFor()
    await page.getByText('OPENAI_API_KEY not set').waitFor()
    assert.deepEqual(await violations(page), [])
    await picture(page, 'agent-model')
    await model.press('Escape')
    await page.getByText('Type provider/model').waitFor()
    await model.fill('opneai/gpt-5')
    await page.getByText(/No provider named opneai/).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('keyless')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByText('Did you mean "openai"?').waitFor()
    await model.fill('sonnet-5-5')
    await model.press('ArrowDown')
    await model.press('Enter')
    assert.equal(await model.inputValue(), 'anthropic/claude-sonnet-5-5')
    await page.getByText('ANTHROPIC_API_KEY is not set on the server').waitFor()
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByRole('heading', { level: 1, name: 'keyless' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('tries the prompt with its tools before anything is saved, approvals included', async () => {
    await using visit = await yard.visit('/agents/new')
    const { page, faults } = visit
    await page.getByRole('combobox', { name: 'Model', exact: true }).fill('talk')
    await page.getByRole('option', { name: /scripted\/scripts\/talk\.json/ }).click()
    await page.getByRole('main').getByRole('searchbox').fill('echo')
    await page.getByRole('checkbox', { name: 'echo', exact: false }).first().click()
    await page.getByRole('tab', { name: 'Playground' }).click()
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill('Say hi')
    await box.press('Enter')
    await page.getByRole('button', { name: 'Approve once' }).click()
    await page.getByText('It said: hi').waitFor()
    await page.getByText(/2 steps · /).waitFor()
    assert.deepEqual(await violations(page), [])
    await picture(page, 'agent-playground')
    await page.getByRole('tab', { name: /Tools/ }).click()
    await page.getByRole('tab', { name: 'Playground' }).click()
    await page.getByText('It said: hi').waitFor()
    await box.fill('Once more')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('And again.').waitFor()
    const { items } = await yard.api<{ items: { name: string }[] }>('GET', '/api/agents')
    assert.ok(!items.some(({ name }) => name.startsWith('draft')), 'nothing is listed')
    const gone = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().includes('/api/drafts/'),
    )
    await page.getByRole('button', { name: 'Start over' }).click()
    assert.equal((await gone).status(), 200)
    const talks = await yard.api<{ items: object[] }>('GET', '/api/conversations')
    assert.deepEqual(talks.items, [])
    assert.deepEqual(faults, [])
  })

  it('saves limits, model settings and the runtime as fields, and keeps other settings', async () => {
    await yard.api('POST', '/api/agents', {
      name: 'limited',
      settings: { tags: ['a'], maxSteps: 9, reasoning: 'low' },
      toolIds: ['echo'],
    })
    await using visit = await yard.visit('/agents/limited')
    const { page, faults } = visit
    assert.equal(await page.getByLabel('Steps').inputValue(), '9')
    assert.equal(await page.getByLabel('Reasoning effort').inputValue(), 'low')
    assert.match(await page.getByLabel('More settings (JSON)').inputValue(), /"tags"/)
    await page.getByLabel('Steps').fill('1.5')
    await page.getByText('Enter a whole number, 1 or more.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true)
    await page.getByLabel('Steps').fill('12')
    await page.getByLabel('Cost').fill('0.5')
    await page.getByLabel('Agent runtime').selectOption('claude')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('limited saved').waitFor()
    const saved = await yard.api<Agent>('GET', '/api/agents/limited')
    assert.deepEqual(saved.settings, { tags: ['a'], maxSteps: 12, maxCost: 0.5, reasoning: 'low' })
    assert.equal(saved.runner, 'claude')
    await page.getByLabel('Agent runtime').selectOption('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForFunction(() => document.body.innerText.includes('limited saved'))
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Version 3').waitFor()
    assert.equal((await yard.api<Agent>('GET', '/api/agents/limited')).runner, undefined)
    assert.deepEqual(faults, [])
  })

  it('opens on the tools that are chosen, folds groups, and filters by what tools are', async () => {
    await yard.api('POST', '/api/agents', { name: 'chooser', toolIds: ['echo'] })
    await using visit = await yard.visit('/agents/chooser')
    const { page, faults } = visit
    await page.getByText('echo', { exact: true }).waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Selected' }).getAttribute('aria-checked'), 'true')
    assert.equal(await page.getByRole('checkbox', { name: /count_down/ }).count(), 0)
    await page.getByRole('radio', { name: 'All' }).click()
    await page.getByRole('checkbox', { name: /count_down/ }).waitFor()
    await page.getByRole('button', { name: /^text / }).click()
    await page.getByRole('checkbox', { name: /count_down/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^text / }).click()
    await page.getByRole('button', { name: 'Filter by Source' }).click()
    await page.getByRole('checkbox', { name: 'built-in' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: /count_down/ }).waitFor({ state: 'detached' })
    await page
      .getByRole('checkbox', { name: /read_file/ })
      .first()
      .waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
  })

  it('tells what changed, and brings an earlier version back', async () => {
    const { id } = await yard.api<Agent>('POST', '/api/agents', {
      name: 'historic',
      prompt: 'You help.\nBe brief.',
      toolIds: ['echo'],
    })
    await yard.api('PUT', `/api/agents/${id}`, { prompt: 'You help.\nBe long.', toolIds: ['count_down'] })
    await using visit = await yard.visit(`/agents/${id}`)
    const { page, faults } = visit
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Changed: prompt and tools').waitFor()
    await page.getByText('Show changes').first().click()
    await page.getByText('Be long.').last().waitFor()
    assert.deepEqual(await violations(page), [])
    await picture(page, 'agent-history')
    await page.getByRole('button', { name: /^Restore.*Version 1/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Version 3').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).inputValue(), 'You help.\nBe brief.')
    const now = await yard.api<Agent>('GET', `/api/agents/${id}`)
    assert.deepEqual([now.prompt, now.tools.map(({ name }) => name)], ['You help.\nBe brief.', ['echo']])
    await page.getByRole('main').getByRole('link', { name: 'Runs' }).waitFor()
    assert.match(
      (await page.getByRole('main').getByRole('link', { name: 'Chat' }).getAttribute('href')) ?? '',
      /agent=historic/,
    )
    assert.deepEqual(faults, [])
  })

  it('keeps what creates the agent in sight on a phone, in Chinese and in the dark', async () => {
    await using visit = await yard.visit('/agents/new', {
      language: 'zh',
      theme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    const { page, faults } = visit
    await page.getByLabel('名称', { exact: true }).fill('小助手')
    await page.getByRole('combobox', { name: '模型', exact: true }).fill('gpt')
    await page.getByText('未设置 OPENAI_API_KEY').waitFor()
    await picture(page, 'agent-phone-zh')
    await page.getByRole('option').first().click()
    await page.getByText('服务器未设置 OPENAI_API_KEY').waitFor()
    const create = page.getByRole('button', { name: '创建智能体' })
    const box = await create.boundingBox()
    assert.ok(box && box.y + box.height <= 844, 'in the window without scrolling')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 390, `nothing is wider than the phone: ${width}`)
    await page.getByRole('tab', { name: '调试' }).click()
    await page.getByRole('button', { name: '试运行' }).scrollIntoViewIfNeeded()
    await picture(page, 'agent-phone-try-zh')
    assert.deepEqual(await violations(page), [])
    await create.click()
    await page.getByRole('heading', { level: 1, name: '小助手' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
