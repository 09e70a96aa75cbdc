/** The walk of a new developer: `npm start`, three messages to the demo, its run, a tool's form, the call again, a test of it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { logOf, say } from '../chat-yard.ts'
import { exampleFiles } from '../example-files.ts'
import { ServedYard } from '../served-yard.ts'
import { yardFiles } from '../yard-files.ts'
import { checkSight, goTo, lookAt } from './steps.ts'
import { type View, views } from './views.ts'

/** Said to the agent of the demo, and what its answer has in it. */
const messages = {
  en: {
    greeting: ['Hi', 'I am the demo agent'],
    table: ['Compare the weather', 'a warm coat'],
    code: ['Show me the code of a tool', 'A tool is one file'],
  },
  zh: {
    greeting: ['你好', '我是演示智能体'],
    table: ['对比天气', '穿厚外套'],
    code: ['怎么写一个工具', '一个工具就是一个文件'],
  },
} as const

describe('a new developer', { concurrency: 1 }, () => {
  let yard: ServedYard
  before(async () => {
    // The example has no tool with fields inside fields: one is put beside its own.
    const bookTrip = { 'tools/travel/book-trip.ts': yardFiles['tools/travel/book-trip.ts'] ?? '' }
    yard = await ServedYard.start({ ...(await exampleFiles()), ...bookTrip })
  })
  after(() => yard[Symbol.asyncDispose]())

  for (const view of views)
    it(`talks to the demo, reads its run, runs a tool, mends a field, runs it again and keeps a test (${view.name})`, async () => {
      await using visit = await yard.visit('/', view.options)
      const { page, faults } = visit
      await talk(page, view)
      await readRun(page, view)
      await runTool(page, view)
      await runAgain(page, view)
      await keepTest(page, view)
      assert.deepEqual(faults, [])
    })
})

async function talk(page: Page, view: View): Promise<void> {
  const { chat, common } = view.words
  const { greeting, table, code } = messages[view.language]
  await goTo(page, view, 'chat')
  const log = logOf(page)
  await log.getByText(chat.emptyTitle('demo')).waitFor()
  await lookAt(page, view, 'developer-1-chat')
  for (const [message, answer] of [greeting, table, code]) {
    await say(page, message)
    await log.getByText(answer).first().waitFor()
    await page.getByRole('button', { name: chat.stop, exact: true }).waitFor({ state: 'detached' })
  }
  await log.getByRole('table').getByRole('row').nth(3).waitFor()
  await log.locator('.hljs-keyword').first().waitFor()
  await log.getByRole('button', { name: common.copyCode }).first().waitFor()
  await lookAt(page, view, 'developer-2-answers')
}

/** Of the second message: it made calls. */
async function readRun(page: Page, view: View): Promise<void> {
  const { runs } = view.words
  await logOf(page).getByRole('link', { name: runs.viewRun }).nth(1).click()
  await page.getByRole('heading', { level: 1, name: 'demo' }).waitFor()
  const tree = page.getByRole('treegrid', { name: runs.waterfall })
  for (const name of [runs.step('1'), 'get_weather', 'compare_weather', runs.step('2')])
    await checkSight(tree.getByRole('rowheader').filter({ hasText: name }).first(), name)
  await lookAt(page, view, 'developer-3-run')
  await tree.getByRole('link', { name: 'compare_weather' }).click()
  await page.getByRole('heading', { level: 1, name: 'compare_weather' }).waitFor()
  await lookAt(page, view, 'developer-4-call')
}

async function runTool(page: Page, view: View): Promise<void> {
  const { tools, form, run, activity } = view.words
  await goTo(page, view, 'tools')
  await page.getByLabel(tools.searchLabel).fill('trip')
  await lookAt(page, view, 'developer-5-tools')
  await page.getByRole('link', { name: 'book_trip' }).click()
  await page.getByLabel('city', { exact: true }).fill(view.language === 'zh' ? '罗马' : 'Rome')
  await page.getByLabel('nights', { exact: true }).fill('40')
  await page.getByLabel('room', { exact: true }).selectOption('double')
  await page.getByRole('button', { name: form.add('guests') }).click()
  await page.getByRole('button', { name: form.addItem }).click()
  const guest = page.getByLabel('name', { exact: true })
  await page.getByLabel('age', { exact: true }).fill('7')
  await page.getByLabel(form.variant('payment')).selectOption('Invoice')
  await page.getByLabel('company', { exact: true }).fill(`Acme ${view.name}`)
  const start = page.getByRole('button', { name: run.run, exact: true })
  await checkSight(start, 'Run')
  await start.click()
  const nights = page.getByLabel('nights', { exact: true })
  await page.getByText(form.wrong('2', false)).waitFor()
  assert.deepEqual(
    [await nights.getAttribute('aria-invalid'), await guest.getAttribute('aria-invalid')],
    ['true', 'true'],
  )
  await checkSight(nights, 'the first field that is wrong')
  await checkSight(page.getByText(form.problems.most('30')).first(), 'what is wrong with it')
  await lookAt(page, view, 'developer-6-wrong')
  await nights.fill('3')
  await guest.fill(view.language === 'zh' ? '安' : 'Ann')
  await page.getByText(form.wrong('1', true)).waitFor({ state: 'detached' })
  await start.click()
  const ended = page.getByRole('status').getByText(activity.statuses.ok, { exact: true })
  await checkSight(ended, 'how it ended')
  await lookAt(page, view, 'developer-7-result')
}

async function runAgain(page: Page, view: View): Promise<void> {
  const { run, tests, activity } = view.words
  await page.getByRole('link', { name: run.story }).click()
  await page.getByRole('heading', { level: 1, name: 'book_trip' }).waitFor()
  const again = page.getByRole('link', { name: tests.runAgain })
  await checkSight(again, 'Run again')
  await lookAt(page, view, 'developer-8-made')
  await again.click()
  await page.getByText(new RegExp(tests.againTitle('.+'))).waitFor()
  assert.equal(await page.getByLabel('company', { exact: true }).inputValue(), `Acme ${view.name}`)
  assert.equal(await page.getByLabel('nights', { exact: true }).inputValue(), '3')
  await lookAt(page, view, 'developer-9-again')
  await page.getByLabel('nights', { exact: true }).fill('4')
  await page.getByRole('button', { name: run.run, exact: true }).click()
  await page.getByRole('region', { name: run.data }).getByText('"nights": 4').waitFor()
  await checkSight(page.getByRole('status').getByText(activity.statuses.ok, { exact: true }), 'how it ended')
}

async function keepTest(page: Page, view: View): Promise<void> {
  const { tests, common } = view.words
  const title = `Four nights, ${view.name}`
  await page.getByRole('button', { name: tests.saveTest }).click()
  await page.getByLabel(tests.testTitle).fill(title)
  await lookAt(page, view, 'developer-10-save')
  await page.getByRole('button', { name: common.save, exact: true }).click()
  await page.getByText(tests.saved('tools/travel/book-trip.examples.json')).waitFor()
  const tab = page.getByRole('tab', { name: tests.tab })
  await tab.click()
  await page.getByRole('button', { name: tests.runOne(title) }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByText(tests.verdicts.passed, { exact: true })
    .waitFor()
  await lookAt(page, view, 'developer-11-tests')
}
