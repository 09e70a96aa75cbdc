/**
 * The same pages when there is much on them: 529 tools, 5,000 calls in an hour, 40 requests that wait, a run of 1,000 steps. What a
 * person looks for is found, what they press is in sight, and only what is seen is drawn.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { checkAxe, checkWidth } from '../chat-yard.ts'
import { picture } from '../served-yard.ts'
import { goTo } from './by-menu.ts'
import { CrowdedYard, requestCount, stepCount, toolCount } from './crowded-yard.ts'
import { type View, views } from './views.ts'

/** It takes a while: both languages and widths, unless all views are asked for. */
const walked =
  views.length > 4 ? views : views.filter(({ language, width }) => (language === 'zh') === (width === 390))

describe('a person in a crowded yard', () => {
  let crowd: CrowdedYard
  before(async () => {
    crowd = await CrowdedYard.start()
  })
  after(() => crowd[Symbol.asyncDispose]())

  for (const view of walked)
    it(`finds tools, makes an agent, reads figures, answers requests and looks at a long run: ${view.name}`, async () => {
      await crowd.fillInbox()
      await using visit = await crowd.yard.visit('/tools', view.options)
      const { page, faults } = visit
      await findTools(page, view)
      await chooseTools(page, view)
      await readFigures(page, view)
      await answerRequests(page, view)
      await readRun(page, view)
      assert.deepEqual(faults, [])
    })
})

const number = (count: number): string => count.toLocaleString('en-GB')

async function look(page: Page, { name }: View, place: string): Promise<void> {
  await picture(page, `walk-crowded-${name}-${place}`)
  await checkAxe(page, place)
  await checkWidth(page)
}

async function findTools(page: Page, view: View): Promise<void> {
  const { tools } = view.words
  await page.getByText(tools.found(number(toolCount), number(toolCount))).waitFor()
  assert.ok((await page.getByRole('row').count()) < 80, 'only rows in sight are drawn')
  await look(page, view, '1-tools')
  await page.getByRole('button', { name: tools.filter(tools.category) }).click()
  await page.getByRole('checkbox', { name: 'team-07' }).click()
  await page.keyboard.press('Escape')
  await page.getByText(tools.found('22', number(toolCount))).waitFor()
  await page.getByRole('searchbox', { name: tools.searchLabel }).fill('invoice 295')
  await page.getByText(tools.found('1', number(toolCount))).waitFor()
  await look(page, view, '2-found')
  await page.getByRole('link', { name: 'invoice_295' }).click()
  await page.getByRole('heading', { level: 1, name: 'invoice_295' }).waitFor()
}

async function chooseTools(page: Page, view: View): Promise<void> {
  const { agents, common } = view.words
  await goTo(page, view, 'agents')
  await page.getByRole('link', { name: agents.create }).first().click()
  await page.getByLabel(common.name, { exact: true }).fill(`crowd ${view.name}`)
  const group = page.getByRole('button', { name: /^team-00 / })
  assert.equal(await group.getAttribute('aria-expanded'), 'false')
  await page.getByRole('checkbox', { name: agents.selectGroup('team-00') }).click()
  await page.getByText(agents.chosen('22', false)).waitFor()
  await look(page, view, '3-groups')
  await page.getByRole('searchbox', { name: agents.searchTools }).fill('send_report')
  await page.getByRole('checkbox', { name: /^send_report/ }).click()
  await page.getByText(agents.chosen('23', false)).waitFor()
  await page.getByRole('button', { name: agents.createAction }).click()
  await page.getByRole('heading', { level: 1, name: `crowd ${view.name}` }).waitFor()
  await look(page, view, '4-agent')
}

async function readFigures(page: Page, view: View): Promise<void> {
  const { activity } = view.words
  await goTo(page, view, 'activity')
  const now = page.getByRole('table', { name: activity.nowRunning })
  await now.getByRole('row').nth(5).waitFor()
  assert.equal(await now.getByRole('row').count(), 6, 'a few of those that wait, and the heading')
  await page.getByRole('button', { name: activity.showAllNow(`${requestCount}`) }).waitFor()
  await look(page, view, '5-now')
  await page.getByRole('combobox', { name: activity.filterAgent }).fill('worker')
  await page
    .getByRole('img', { name: activity.chartLabel('5,000', '100', '0') })
    .first()
    .waitFor()
  const hour = page.waitForResponse((response) => response.url().includes('/api/journal/stats?'))
  await page.getByRole('radio', { name: activity.spans['1h'] }).click()
  await hour
  await look(page, view, '5-activity')
  const figure = page.getByRole('figure', { name: activity.chartLatency, exact: true })
  await figure.getByRole('radio', { name: activity.byName('p95', activity.tool) }).click()
  await figure.scrollIntoViewIfNeeded()
  await picture(page, `walk-crowded-${view.name}-6-latency`)
  const names = page.getByRole('table', { name: activity.byTable })
  await names.getByRole('button', { name: 'weather_14', exact: true }).click()
  await page.getByRole('combobox', { name: activity.status }).selectOption('error')
  const failed = page.getByRole('row').filter({ hasText: 'the station does not answer' })
  await failed.first().waitFor()
  await failed.first().scrollIntoViewIfNeeded()
  await look(page, view, '7-failed')
}

/** One is reached from what runs now, others from the list. */
async function answerRequests(page: Page, view: View): Promise<void> {
  const { activity, inbox, common } = view.words
  await page.getByRole('button', { name: common.clearFilters }).first().click()
  const now = page.getByRole('table', { name: activity.nowRunning })
  const oldest = now.getByRole('link', { name: activity.answerIt }).first()
  const id = ((await oldest.getAttribute('href')) ?? '').split('#')[1] ?? ''
  await oldest.click()
  await page.getByRole('tab', { name: `${inbox.pending} (${requestCount})` }).waitFor()
  const cards = page.getByRole('article', { name: inbox.wants('clerk', 'send_report') })
  await cards.first().waitFor()
  assert.equal(await page.getByRole('listitem').filter({ has: cards }).first().getAttribute('id'), id)
  await look(page, view, '8-inbox')
  for (let left = requestCount; left > requestCount - 3; left--) {
    await page.getByRole('tab', { name: `${inbox.pending} (${left})` }).waitFor()
    await cards.first().getByRole('button', { name: inbox.approve }).click()
  }
  await page.getByRole('tab', { name: `${inbox.pending} (${requestCount - 3})` }).waitFor()
  await cards.first().getByRole('button', { name: inbox.reject }).click()
  await cards.first().getByLabel(inbox.reason).fill('Not today')
  await picture(page, `walk-crowded-${view.name}-9-reject`)
  await cards.first().getByRole('button', { name: inbox.reject, exact: true }).click()
  await page.getByRole('tab', { name: `${inbox.pending} (${requestCount - 4})` }).waitFor()
}

async function readRun(page: Page, view: View): Promise<void> {
  const { runs } = view.words
  await goTo(page, view, 'runs')
  await page.getByRole('combobox', { name: runs.filterAgent }).fill('marathon')
  await page.getByRole('table', { name: runs.list }).getByRole('link', { name: 'marathon' }).click()
  const tree = page.getByRole('treegrid', { name: runs.waterfall })
  await tree.getByText(runs.step('1'), { exact: true }).waitFor()
  await look(page, view, '10-run')
  const last = tree.getByText(runs.step(number(stepCount)), { exact: true })
  while ((await last.count()) === 0) {
    const drawn = await page.evaluate(scrollOn)
    assert.ok(drawn < 80, `${drawn} rows are drawn`)
  }
  await last.waitFor()
  await picture(page, `walk-crowded-${view.name}-11-end`)
  await tree.evaluate((element) => element.scrollTo(0, 0))
  await tree.getByText(runs.step('1'), { exact: true }).waitFor()
}

/** Runs in the page: a window further down, some frames long. */
async function scrollOn(): Promise<number> {
  const tree = document.querySelector('[role=treegrid]') as HTMLElement
  for (let frame = 0; frame < 20; frame++) {
    tree.scrollTop += 400
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return tree.querySelectorAll('[role=row]').length
}
