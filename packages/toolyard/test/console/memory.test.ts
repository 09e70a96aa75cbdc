/** Notes in a real browser: what an agent saved is found, changed and deleted. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { picture, ServedYard } from './served-yard.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ builtins: ['collab'], policy: { mode: 'bypass' } })
`
const save = (text: string, more: object = {}) => ({
  calls: [{ tool: 'memory', input: { action: 'save', text, ...more } }],
})
const files = {
  'toolyard.config.ts': config,
  'model.json': JSON.stringify([
    save('Drinks tea.\nBlack, <b>without</b> milk.'),
    save('Speaks Greek.', { scope: 'person' }),
    { text: 'Noted.' },
  ]),
}

const words = {
  en: {
    empty: 'No notes yet',
    search: 'Search notes',
    allAgents: 'All agents',
    view: 'View conversation',
    edit: 'Edit',
    text: 'Text',
    save: 'Save',
    by: 'by you',
    delete: 'Delete',
    readOnly: 'You have read-only access.',
  },
  zh: {
    empty: '暂无笔记',
    search: '搜索笔记',
    allAgents: '所有智能体',
    view: '查看对话',
    edit: '编辑',
    text: '内容',
    save: '保存',
    by: '由 你',
    delete: '删除',
    readOnly: '你只有查看权限。',
  },
} as const

describe('the notes of the console', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(files)
    await yard.api('POST', '/api/agents', {
      name: 'clerk',
      model: 'scripted/model.json',
      toolIds: ['memory'],
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  /** The agent saves two notes about whoever has this token. */
  async function work(): Promise<void> {
    const { runId } = await yard.api<{ runId: string }>('POST', '/api/agents/clerk/runs', { prompt: 'Go.' })
    for (;;) {
      const { status } = await yard.api<{ status: string }>('GET', `/api/runs/${runId}`)
      if (status === 'done') return
      assert.ok(['queued', 'running'].includes(status), status)
    }
  }

  for (const language of ['en', 'zh'] as const)
    it(`are found, changed and deleted, in ${language}`, async () => {
      const said = words[language]
      await using visit = await yard.visit('/memory', {
        language,
        theme: language === 'en' ? 'light' : 'dark',
      })
      const { page, faults } = visit
      await page.getByText(said.empty).waitFor()
      await work()
      const row = (title: string) => page.getByRole('row').filter({ hasText: title })
      await row('Drinks tea.').getByText('Black, <b>without</b> milk.').waitFor()
      await row('Speaks Greek.').getByText(said.allAgents).waitFor()
      await picture(page, `memory-${language}`)
      await page.getByLabel(said.search).fill('greek')
      await row('Drinks tea.').waitFor({ state: 'detached' })
      await page.getByLabel(said.search).fill('')
      await row('Drinks tea.').getByRole('button', { name: said.edit }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel(said.text, { exact: true }).fill('Green, with milk.')
      await picture(page, `memory-edit-${language}`)
      await form.getByRole('button', { name: said.save, exact: true }).click()
      await row('Green, with milk.').getByText(said.by).waitFor()
      for (const title of ['Drinks tea.', 'Speaks Greek.']) {
        await row(title).getByRole('button', { name: said.delete }).click()
        await page.getByRole('dialog').getByRole('button', { name: said.delete, exact: true }).click()
        await row(title).waitFor({ state: 'detached' })
      }
      await page.getByText(said.empty).waitFor()
      assert.deepEqual(faults, [])
    })

  it('lead to the conversation in which they were written, and are nobody else’s', async () => {
    await work()
    await using visit = await yard.visit('/memory')
    const { page } = visit
    await page.getByRole('link', { name: words.en.view }).first().click()
    await page.waitForURL(/\/chat\?agent=clerk&thread=/)
    const { value } = await yard.api<{ value: string }>('POST', '/api/tokens', {
      name: 'bob',
      role: 'viewer',
    })
    await using other = await yard.visit('/memory', { token: value })
    await other.page.getByText(words.en.readOnly).waitFor()
    await other.page.getByText(words.en.empty).waitFor()
    assert.deepEqual([...visit.faults, ...other.faults], [])
  })
})
