/** Words that people read: approvals, policy, errors in Chinese, and the palette, in a real browser. */
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
})
`
const turns = [{ calls: [{ tool: 'echo', input: { text: 'Dear Ann,\nall is well.' } }] }, { text: 'Done.' }]

describe('plain words', () => {
  let yard: ServedYard
  let axe: string
  before(async () => {
    axe = await readFile(axeFile, 'utf8')
    yard = await ServedYard.start({
      ...yardFiles,
      'toolyard.config.ts': config,
      'scripts/talk.json': JSON.stringify({ turns, repeat: true }),
    })
    await yard.api('POST', '/api/agents', {
      name: 'clerk',
      model: 'scripted/scripts/talk.json',
      toolIds: ['echo', 'write_file'],
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

  it('tell in an approval what was asked for, what would run, line by line, and why', async () => {
    await yard.api('POST', '/api/agents/clerk/runs', { prompt: 'Write to Ann that all is well.' })
    const talk = yard.api<object>('POST', '/api/tools/write_file/call', {
      input: { path: 'note.txt', content: 'one\n' },
    })
    await using visit = await yard.visit('/inbox')
    const { page, faults } = visit
    await page.getByText('clerk wants to run echo').waitFor()
    await page.getByText('Write to Ann that all is well.').waitFor()
    const field = page
      .getByRole('group', { name: 'What would run' })
      .getByText('all is well.', { exact: false })
    assert.equal(await field.first().innerText(), 'Dear Ann,\nall is well.')
    await page.getByText('The rule echo asks first.').waitFor()
    await page.getByText('This tool changes local files or state; your settings ask first.').waitFor()
    assert.equal(await page.getByText(/^run_/).first().isVisible(), false, 'ids are folded away')
    assert.deepEqual(await violations(page), [])
    await picture(page, 'approval-plain')
    for (let left = 2; left > 0; left--) {
      await page.getByRole('button', { name: 'Approve once' }).first().click()
      await page.getByRole('tab', { name: left === 2 ? 'Waiting (1)' : 'Waiting', exact: true }).waitFor()
    }
    await talk
    assert.deepEqual(faults, [])
  })

  it('say what is true of tools, and try a rule on calls that were made', async () => {
    await yard.api('POST', '/api/tools/count_down/call', { input: { from: 1, pause_ms: 1 } })
    await using visit = await yard.visit('/settings/policy', {
      theme: 'dark',
      viewport: { width: 1440, height: 1000 },
    })
    const { page, faults } = visit
    await page.getByText('Other tools that change files or state').waitFor()
    await page.getByText('Your project’s tools that read').first().waitFor()
    await page.getByLabel('Effect').selectOption('deny')
    await page.getByRole('textbox', { name: 'Rule' }).fill('count_down(')
    await page.getByRole('button', { name: 'Try rule' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'Rule' }).fill('count_down')
    await page.getByRole('button', { name: 'Try rule' }).click()
    await page.getByText(/^1 of the last \d+ calls would change\.$/).waitFor()
    await page.getByRole('rowheader', { name: 'count_down' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await picture(page, 'policy-replay')
    assert.deepEqual(faults, [])
  })

  it('find pages, tools, agents and conversations by keyboard alone', async () => {
    await using visit = await yard.visit('/inbox')
    const { page, faults } = visit
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Go to…' })
    await box.fill('count')
    await page.getByRole('option', { name: /count_down/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await picture(page, 'palette')
    await box.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'count_down' }).waitFor()
    await page.keyboard.press('Control+k')
    await box.fill('clerk')
    await page.getByRole('option', { name: /clerk agent/ }).waitFor()
    await page.getByRole('option', { name: /conversation/ }).waitFor()
    await box.press('Escape')
    await box.waitFor({ state: 'detached' })
    assert.match(page.url(), /count_down/)
    assert.deepEqual(faults, [])
  })

  it('are Chinese for what the server says, and for a tool that failed', async () => {
    await using visit = await yard.visit('/agents/new', {
      language: 'zh',
      viewport: { width: 390, height: 844 },
    })
    const { page, faults } = visit
    await page.getByLabel('名称', { exact: true }).fill('clerk')
    await page.getByRole('button', { name: '创建智能体' }).click()
    await page.getByText('名为 clerk 的智能体已存在，请换一个名称。').waitFor()
    await page.getByRole('combobox', { name: '模型', exact: true }).fill('opneai/x')
    await page.getByLabel('名称', { exact: true }).fill('新的')
    await page.getByRole('button', { name: '创建智能体' }).click()
    await page.getByText('没有名为 opneai 的提供商。你是不是想用 openai？').waitFor()
    await page.goto(`${yard.url}/agents/nobody`)
    await page.getByText('没有名为 nobody 的智能体。').waitFor()
    await page.goto(`${yard.url}/tools/fail`)
    await page.getByRole('button', { name: '运行', exact: true }).click()
    await page.getByText('原始信息：there is no such thing').waitFor()
    await picture(page, 'errors-zh')
    assert.deepEqual(faults, [])
  })
})
