/** A person's way through the console, in a real browser, in both languages. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'
import { seen, type SeenWords } from './words.ts'
import { yardFiles } from './yard-files.ts'

const readme = yardFiles['docs/readme.md'] ?? ''

for (const language of ['en', 'zh'] as const)
  describe(`the console in ${language}`, () => {
    const words = seen[language]
    let yard: ServedYard
    before(async () => {
      yard = await ServedYard.start(yardFiles)
    })
    after(() => yard[Symbol.asyncDispose]())

    it('runs a tool and shows what it says while it runs', async () => {
      await using visit = await yard.visit('/tools', { language })
      const { page, faults } = visit
      await page.getByRole('searchbox', { name: words.search }).fill('count')
      await page.getByRole('link', { name: 'count_down' }).click()
      await page.getByLabel('from').fill('4')
      await page.getByLabel('pause_ms').fill('300')
      await page.getByRole('button', { name: words.run, exact: true }).click()
      const log = page.getByRole('log', { name: words.liveOutput })
      await log.getByText('4').waitFor()
      assert.doesNotMatch((await log.textContent()) ?? '', /Go!/, 'the first line is there before the last')
      await picture(page, `run-${language}`)
      await page.getByText(words.ok, { exact: true }).first().waitFor()
      await page.getByRole('region').getByText('Go!').waitFor()
      assert.deepEqual(faults, [])
    })

    it('makes an agent with chosen tools, for which another tool is refused', async () => {
      await using visit = await yard.visit('/agents', { language })
      const { page, faults } = visit
      await page.getByRole('link', { name: words.newAgent }).first().click()
      await page.getByLabel(words.name, { exact: true }).fill('helper')
      await page.getByRole('checkbox', { name: words.allOf('text') }).click()
      await page.getByText(words.chosen).waitFor()
      await picture(page, `agent-${language}`)
      await page.getByRole('button', { name: words.createAgent }).click()
      await page.getByRole('heading', { level: 1, name: 'helper' }).waitFor()
      const { items } = await yard.api<{ items: { name: string; tools: { name: string }[] }[] }>(
        'GET',
        '/api/agents',
      )
      assert.deepEqual(
        items.map(({ name, tools }) => [name, tools.map((tool) => tool.name).toSorted()]),
        [['helper', ['count_down', 'echo']]],
      )
      await page.goto(`${yard.url}/tools/picture`)
      await page.getByText(words.caller, { exact: true }).click()
      await page.getByLabel(words.asAgent).selectOption('helper')
      await page.getByRole('button', { name: words.run, exact: true }).click()
      await page.getByText(words.hasNoTool).waitFor()
      assert.deepEqual(faults, [])
    })

    it('approves an edit by its diff, and finds the call with its story in Activity', async () => {
      await writeFile(yard.project.path('work/docs/readme.md'), readme)
      await using visit = await yard.visit('/tools/edit_file', { language })
      const { page, faults } = visit
      await askForEdit(page, words)
      await page.getByText(words.waiting).waitFor()
      await page.getByRole('navigation').getByRole('link', { name: words.inbox }).click()
      const diff = page.getByRole('group', { name: 'docs/readme.md' })
      await diff.getByText('The old line.').waitFor()
      await diff.getByText('The new line.').waitFor()
      await picture(page, `approval-${language}`)
      await page.getByRole('button', { name: words.approveOnce }).click()
      await page.getByRole('button', { name: words.approveOnce }).waitFor({ state: 'detached' })
      await page.getByRole('navigation').getByRole('link', { name: words.activity }).click()
      await page.getByLabel(words.filterTool).fill('edit_file')
      await page
        .getByRole('row')
        .filter({ hasText: words.ok })
        .getByRole('link', { name: 'edit_file' })
        .click()
      await page.getByText(/^first token (approved it\.|已批准。)/).waitFor()
      await page.getByText('somebody reads the docs').first().waitFor()
      assert.match((await page.getByRole('main').textContent()) ?? '', /edit_file\(docs\/\*\*\)/)
      await picture(page, `story-${language}`)
      assert.equal(
        await readFile(yard.project.path('work/docs/readme.md'), 'utf8'),
        readme.replace('The old line.', 'The new line.'),
      )
      assert.deepEqual(faults, [])
    })
  })

async function askForEdit(page: Page, words: SeenWords): Promise<void> {
  await page.getByLabel('path', { exact: true }).fill('docs/readme.md')
  await page.getByLabel('old_string', { exact: true }).fill('The old line.')
  await page.getByLabel('new_string', { exact: true }).fill('The new line.')
  await page.getByRole('button', { name: words.run, exact: true }).click()
}
