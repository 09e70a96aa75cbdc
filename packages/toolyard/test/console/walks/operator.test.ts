/** The walk of an operator: what failed last night and why, the call again, an approval with a diff, and what runs now. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { ServedYard } from '../served-yard.ts'
import { agents, files, rates } from './operator-yard.ts'
import { checkSight, checkWhole, goTo, lookAt } from './steps.ts'
import { type View, views } from './views.ts'

describe('an operator', { concurrency: 1 }, () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(files)
    for (const [name, toolIds] of agents)
      await yard.api('POST', '/api/agents', { name, model: `scripted/scripts/${name}.json`, toolIds })
    for (const month of ['2026-08', '2026-09', '2026-10']) {
      await yard.api('POST', '/api/tools/fetch_invoices/call', { input: { month } })
      await yard.api('POST', '/api/tools/build_report/call', { input: { month } })
    }
    await ended(await start('nightly', 'Close the books of the month'))
  })
  after(() => yard[Symbol.asyncDispose]())

  for (const view of views)
    it(`finds what failed, runs it again, approves a diff and stops what runs (${view.name})`, async () => {
      await using visit = await yard.visit('/', { ...view.options, timezoneId: atNight() })
      const { page, faults } = visit
      await findCalls(page, view)
      await readFailedRun(page, view)
      await runAgain(page, view)
      await approve(page, view)
      await stopWhatRuns(page, view)
      assert.deepEqual(faults, [])
    })

  async function approve(page: Page, view: View): Promise<void> {
    const { inbox, activity } = view.words
    await yard.project.write(rates.file, rates.text)
    const prompt = view.language === 'zh' ? '更新费率' : 'Bring the rates up to date'
    const asked = await start('editor', prompt)
    await waits(asked)
    const later = await start('editor', 'Another one')
    await goTo(page, view, 'activity')
    const rows = page.getByRole('table', { name: activity.nowRunning }).getByRole('row')
    await rows.filter({ hasText: activity.waitsFor.approval }).nth(1).waitFor()
    await lookAt(page, view, 'operator-9-waiting')
    // The older one of two: in the inbox it stands below the other.
    await rows.nth(1).getByRole('link', { name: activity.answerIt }).click()
    const card = page.getByRole('article').filter({ hasText: prompt })
    await checkSight(card.getByRole('heading').first(), 'the request that was chosen')
    const diff = card.getByRole('group', { name: rates.file })
    await diff.getByText('| inspection | 60').waitFor()
    await lookAt(page, view, 'operator-10-approval')
    await card.getByRole('button', { name: inbox.approve }).click()
    await page.getByText(inbox.approvedNow('edit_file')).waitFor()
    await ended(asked)
    assert.match(await readFile(yard.project.path(`work/${rates.file}`), 'utf8'), /repair {5}\| 95/)
    await yard.api('DELETE', `/api/runs/${later}`)
  }

  async function stopWhatRuns(page: Page, view: View): Promise<void> {
    const { activity } = view.words
    const runs = await start('exporter', 'Export everything')
    await goTo(page, view, 'activity')
    const row = page
      .getByRole('table', { name: activity.nowRunning })
      .getByRole('row')
      .filter({ hasText: 'export_ledger' })
    await row.getByText(activity.states.running, { exact: true }).waitFor()
    const stop = row.getByRole('button', { name: activity.stop })
    await checkSight(stop, 'Stop')
    await lookAt(page, view, 'operator-11-now')
    // The journal has a reading call when it is over; its page is there before.
    await row.getByRole('link', { name: 'export_ledger' }).click()
    await page.getByRole('heading', { level: 1, name: 'export_ledger' }).waitFor()
    await page.getByRole('link', { name: view.words.runs.viewRun }).waitFor()
    await lookAt(page, view, 'operator-12-running')
    await page.goBack()
    await stop.click()
    await page.getByText(activity.stopped, { exact: true }).waitFor()
    await row.waitFor({ state: 'detached' })
    await ended(runs)
    await lookAt(page, view, 'operator-13-stopped')
  }

  async function start(agent: string, prompt: string): Promise<string> {
    const { runId } = await yard.api<{ runId: string }>('POST', `/api/agents/${agent}/runs`, { prompt })
    return runId
  }

  async function waits(runId: string): Promise<void> {
    while ((await yard.api<{ status: string }>('GET', `/api/runs/${runId}`)).status !== 'waiting')
      await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async function ended(runId: string): Promise<void> {
    const response = await fetch(`${yard.url}/api/runs/${runId}/events`, {
      headers: { Authorization: `Bearer ${yard.token}` },
    })
    await response.text()
  }
})

async function findCalls(page: Page, view: View): Promise<void> {
  const { activity } = view.words
  await goTo(page, view, 'activity')
  await page.getByRole('radio', { name: activity.shortSpans.night }).click()
  await page.getByLabel(activity.filterTool).fill('invo')
  const failed = page.getByRole('row').filter({ hasText: 'the ledger has no month' }).first()
  await failed.waitFor()
  await page.getByRole('row').filter({ hasText: 'build_report' }).first().waitFor({ state: 'detached' })
  await lookAt(page, view, 'operator-1-activity')
  const latency = page.getByRole('figure', { name: activity.chartLatency })
  await latency.getByRole('radio', { name: activity.byName('p95', activity.tool) }).click()
  await latency.getByText(activity.asTable).click()
  await latency.getByRole('columnheader', { name: 'fetch_invoices' }).waitFor()
  await lookAt(page, view, 'operator-2-p95')
  await page.getByLabel(activity.filterAgent).fill('book')
  await page
    .getByRole('table', { name: activity.byTable })
    .getByRole('row')
    .filter({ hasText: 'fetch_invoices' })
    .waitFor()
  await page.getByRole('row').filter({ hasText: '2026-10' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: activity.toList }).click()
  await checkSight(failed, 'the call that failed')
  await lookAt(page, view, 'operator-3-calls')
}

/** From the call that failed to the run that it was part of, and back into it from the top. */
async function readFailedRun(page: Page, view: View): Promise<void> {
  const { runs, activity } = view.words
  await page.getByRole('row').filter({ hasText: 'the ledger has no month' }).first().getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'fetch_invoices' }).waitFor()
  await lookAt(page, view, 'operator-4-call')
  await page.getByRole('link', { name: 'Fetch the invoices of 2026-13' }).click()
  await page.getByRole('heading', { level: 1, name: 'bookkeeper' }).waitFor()
  await lookAt(page, view, 'operator-5-sub-run')
  await page.getByRole('link', { name: 'nightly' }).click()
  await page.getByRole('heading', { level: 1, name: 'nightly' }).getByText(runs.statuses.failed).waitFor()
  // The same run is in the list of what failed last night.
  await goTo(page, view, 'runs')
  await page.getByRole('radio', { name: activity.shortSpans.night }).click()
  await page.getByRole('combobox', { name: runs.status }).selectOption('failed')
  await page.getByRole('row').filter({ hasText: 'editor' }).first().waitFor({ state: 'detached' })
  await lookAt(page, view, 'operator-6-runs')
  const failed = page.getByRole('table', { name: runs.list }).getByRole('link', { name: 'nightly' })
  await checkWhole(failed)
  await failed.click()
  const tree = page.getByRole('treegrid', { name: runs.waterfall })
  await tree.getByRole('row').filter({ hasText: 'bookkeeper' }).waitFor()
  await lookAt(page, view, 'operator-7-failed-run')
  await tree.getByRole('row').filter({ hasText: 'bookkeeper' }).locator('span:has(> svg)').click()
  await tree.getByRole('link', { name: 'fetch_invoices' }).click()
  await page.getByRole('heading', { level: 1, name: 'fetch_invoices' }).waitFor()
}

async function runAgain(page: Page, view: View): Promise<void> {
  const { tests, run, activity } = view.words
  await page.getByRole('link', { name: tests.runAgain }).click()
  await page.getByText(new RegExp(tests.againTitle('.+'))).waitFor()
  const month = page.getByLabel('month', { exact: true })
  assert.equal(await month.inputValue(), '2026-13')
  await page.getByRole('button', { name: run.run, exact: true }).click()
  await checkSight(
    page.getByRole('status').getByText(activity.statuses.error, { exact: true }),
    'how it ended',
  )
  await lookAt(page, view, 'operator-8-again')
  await month.fill('2026-12')
  await page.getByRole('button', { name: run.run, exact: true }).click()
  await checkSight(page.getByRole('status').getByText(activity.statuses.ok, { exact: true }), 'how it ended')
}

/** A time zone in which it is about three in the morning, so that what just happened was last night. */
function atNight(): string {
  const hours = ((3 - new Date().getUTCHours() + 36) % 24) - 12
  return hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
