/** Runs in a real browser: the list, one as a waterfall with sub-agents in it, live, by keyboard, and two side by side. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { config, longRun, scripts } from './runs-yard.ts'
import { picture, ServedYard } from './served-yard.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

describe('runs', () => {
  let yard: ServedYard
  let axe: string
  before(async () => {
    axe = await readFile(axeFile, 'utf8')
    yard = await ServedYard.start({
      'toolyard.config.ts': config,
      ...Object.fromEntries(
        Object.entries(scripts).map(([name, turns]) => [`scripts/${name}.json`, JSON.stringify(turns)]),
      ),
    })
    const toolIds = ['look', 'post', 'wait', 'team_agent', 'spawn']
    for (const name of Object.keys(scripts))
      await yard.api('POST', '/api/agents', { name, model: `scripted/scripts/${name}.json`, toolIds })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('say so when there are none', async () => {
    await using visit = await yard.visit('/runs')
    await visit.page.getByRole('heading', { name: 'No runs yet' }).waitFor()
    await checkAxe(visit.page, 'no runs')
  })

  it('are listed with what they used, sub-agents folded below, and found by part of a name', async () => {
    await run('lead', 'Look around\nwell')
    await using visit = await yard.visit('/runs')
    const { page, faults } = visit
    const table = page.getByRole('table', { name: 'Runs' })
    const row = table.getByRole('row').filter({ hasText: 'Look around' })
    await row.getByText('done').waitFor()
    assert.equal(await table.getByText('Look deeper').count(), 0)
    const fold = page.getByRole('button', { name: /^1 sub-agent run\W+lead$/ })
    await fold.click()
    await table.getByRole('link', { name: 'middle' }).waitFor()
    await page.getByRole('button', { name: /^1 sub-agent run\W+middle$/ }).click()
    await table.getByRole('link', { name: 'leaf' }).waitFor()
    await picture(page, 'runs-list')
    await checkAxe(page, 'the list')
    await page.getByRole('combobox', { name: 'Agent' }).fill('EA')
    await table.getByRole('link', { name: 'lead', exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Agent' }).fill('nobody')
    await page.getByRole('heading', { name: 'No matching runs' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
    await page.getByRole('heading', { name: 'No matching runs' }).waitFor()
    assert.match(page.url(), /status=failed/)
    assert.deepEqual(faults, [])
  })

  it('are shown as a waterfall: steps, calls side by side, sub-agents of sub-agents inside; by keyboard', async () => {
    const id = await run('lead', 'Look again')
    await using visit = await yard.visit(`/runs/${id}`)
    const { page, faults } = visit
    const tree = page.getByRole('treegrid', { name: 'Timeline' })
    const rows = tree.getByRole('row')
    await rowOf(tree, 'Step 3').waitFor()
    assert.deepEqual(await namesOf(tree), [
      'Step 1',
      'look',
      'look',
      'wait',
      'Step 2',
      'team_agent',
      'middle',
      'Step 3',
    ])
    await rowOf(tree, 'Step 1').getByText('scripted/scripts/lead.json').waitFor()
    const figures = await page.locator('dl').first().textContent()
    assert.match(
      figures ?? '',
      /Model time.*Tool time.*Waiting for people0ms.*Steps3Tool calls4Tokens[\d.]+k?Cost/i,
    )
    // Keys: down to the sub-agent, open it, into it, and what is inside that.
    await rows.nth(1).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('middle'))
    await page.keyboard.press('ArrowRight')
    await rowOf(tree, 'spawn').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Step 1'))
    await rowOf(tree, 'leaf').focus()
    await page.keyboard.press('ArrowRight')
    await rowOf(tree, 'error').first().waitFor()
    await picture(page, 'run-waterfall')
    await checkAxe(page, 'the waterfall')
    await page.keyboard.press('ArrowLeft')
    await rowOf(tree, 'error').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'leaf' }).waitFor()
    await page.goBack()
    await rowOf(tree, 'team_agent').getByRole('link', { name: 'team_agent' }).click()
    await page.getByRole('heading', { level: 1, name: 'team_agent' }).waitFor()
    const started = page.getByRole('list', { name: 'Runs it started' })
    await started.getByRole('link', { name: 'middle' }).waitFor()
    await picture(page, 'run-call')
    await page.getByRole('link', { name: 'Look again' }).click()
    await page.getByRole('heading', { level: 1, name: 'lead' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('are live: a wait for a person grows apart from running, the answer goes on, and the end comes by itself', async () => {
    const { runId } = await start('postman', 'Post it')
    await using visit = await yard.visit(`/runs/${runId}`)
    const { page, faults } = visit
    const tree = page.getByRole('treegrid', { name: 'Timeline' })
    await rowOf(tree, 'post')
      .getByText(/^waiting for /)
      .waitFor()
    await page.getByRole('heading', { level: 1 }).getByText('waiting').waitFor()
    await picture(page, 'run-waiting')
    await checkAxe(page, 'a run that waits')
    const { items } = await yard.api<{ items: { id: string; digest: string }[] }>(
      'GET',
      '/api/approvals?status=pending',
    )
    await yard.api('POST', `/api/approvals/${items[0]?.id}/approve`, { digest: items[0]?.digest })
    await rowOf(tree, 'Step 2').waitFor()
    await rowOf(tree, 'post')
      .getByText(/^waited /)
      .waitFor()
    await page.getByRole('heading', { level: 1 }).getByText('done').waitFor()
    assert.deepEqual(faults, [])
  })

  it('are stopped, and gone on with in their conversation', async () => {
    const { runId } = await start('sleeper', 'Sleep')
    await using visit = await yard.visit('/runs')
    const { page, faults } = visit
    await page.getByRole('row').filter({ hasText: 'Sleep' }).getByText('running').waitFor()
    await page.getByRole('link', { name: 'sleeper' }).click()
    const tree = page.getByRole('treegrid', { name: 'Timeline' })
    await rowOf(tree, 'wait').getByText('running').waitFor()
    await page.getByRole('button', { name: 'Stop run' }).click()
    await page.getByRole('heading', { level: 1 }).getByText('stopped').waitFor()
    await rowOf(tree, 'wait').getByText('cancelled').waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('log', { name: 'Conversation' }).getByText('Sleep', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'View run' }).click()
    await page.waitForURL(`**/runs/${runId}`)
    const { value } = await yard.api<{ value: string }>('POST', '/api/tokens', { name: 'v', role: 'viewer' })
    const again = await start('sleeper', 'Sleep again')
    await using viewer = await yard.visit(`/runs/${again.runId}`, { token: value })
    await viewer.page.getByRole('link', { name: 'Open conversation' }).waitFor()
    assert.equal(await viewer.page.getByRole('button', { name: 'Stop run' }).count(), 0)
    await yard.api('DELETE', `/api/runs/${again.runId}`)
    assert.deepEqual(faults, [])
  })

  it('are compared: what they used, which tools, and what sets their answers apart', async () => {
    const id = await run('middle', 'Compare me')
    await using visit = await yard.visit(`/runs/${id}`)
    const { page, faults } = visit
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByText('Choose a run to compare with the run of middle').waitFor()
    await page.getByRole('combobox', { name: 'Agent' }).fill('lead')
    await page.getByRole('row').filter({ hasText: 'Look again' }).getByRole('link').first().click()
    const table = page.getByRole('table', { name: 'Compare runs' })
    await table.getByRole('row').filter({ hasText: 'Tools used' }).getByText('look × 2').waitFor()
    assert.match(
      (await table
        .getByRole('row')
        .filter({ hasText: /^Steps/ })
        .textContent()) ?? '',
      /^Steps23\+1$/,
    )
    await page.getByRole('group', { name: 'Answers' }).getByText('The end.').waitFor()
    await picture(page, 'runs-compare')
    await checkAxe(page, 'two runs')
    await page.getByRole('link', { name: 'Swap' }).click()
    await page.getByText('+1', { exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('of a thousand steps draw the rows in sight alone, and load the others as they come into it', async (test: TestContext) => {
    const id = await run('marathon', 'Run far', { maxSteps: 2000 })
    await using visit = await yard.visit(`/runs/${id}`)
    const { page, faults } = visit
    const tree = page.getByRole('treegrid', { name: 'Timeline' })
    await rowOf(tree, 'Step 1').first().waitFor()
    await page.evaluate(watchTasks)
    const work = await workOf(page)
    let [ends, drawn, most] = [false, 0, 0]
    for (let frame = 0; frame < 5000 && !ends; frame++) {
      const until = await work()
      const seen = await page.evaluate(scrollOn, longRun)
      most = Math.max(most, (await work()) - until)
      drawn = Math.max(drawn, seen.drawn)
      ends = seen.ends
    }
    const tasks = await page.evaluate<number[]>('longTasks')
    test.diagnostic(
      `from the first to the last of ${longRun} steps: at most ${most.toFixed(0)} ms of processor time for a frame; ` +
        `${tasks.length} tasks over 50 ms by the clock, the longest ${Math.max(0, ...tasks).toFixed(0)} ms; at most ${drawn} rows drawn`,
    )
    assert.equal(ends, true)
    assert.ok(drawn < 80)
    await picture(page, 'run-thousand')
    await page.getByRole('radio', { name: 'Rows in view' }).click()
    await picture(page, 'run-thousand-view')
    assert.deepEqual(faults, [])
  })

  it('are read on a phone, in Chinese and in the dark, with bars below the words', async () => {
    const { items } = await yard.api<{ items: { id: string }[] }>('GET', '/api/runs?agent=lead&limit=1')
    const viewport = { width: 390, height: 800 }
    for (const theme of ['light', 'dark'] as const) {
      await using list = await yard.visit('/runs', { language: 'zh', viewport, theme })
      await list.page.getByRole('link', { name: 'lead' }).first().waitFor()
      await picture(list.page, `runs-narrow-zh-${theme}`)
      await checkAxe(list.page, `list, narrow, ${theme}`)
      assert.equal(await list.page.evaluate('document.documentElement.scrollWidth'), viewport.width)
      await using one = await yard.visit(`/runs/${items[0]?.id}`, { language: 'zh', viewport, theme })
      const tree = one.page.getByRole('treegrid', { name: '执行时间线' })
      await rowOf(tree, '第 3 步').waitFor()
      await picture(one.page, `run-narrow-zh-${theme}`)
      await checkAxe(one.page, `run, narrow, ${theme}`)
      assert.equal(await one.page.evaluate('document.documentElement.scrollWidth'), viewport.width)
    }
    await using dark = await yard.visit(`/runs/${items[0]?.id}`, {
      theme: 'dark',
      viewport: { width: 1440, height: 900 },
    })
    await rowOf(dark.page.getByRole('treegrid'), 'Step 3').waitFor()
    await picture(dark.page, 'run-dark')
    await checkAxe(dark.page, 'dark')
  })

  it('say what is wrong with an address, and keep to text what agents are asked', async () => {
    await using visit = await yard.visit('/runs/run_none')
    await visit.page.getByText('there is no run "run_none"').waitFor()
    const id = await run('leaf', '<img src=x onerror="alert(1)">\u202Eturned')
    await using hostile = await yard.visit(`/runs/${id}`)
    await hostile.page.getByText('⟨U+202E⟩turned').first().waitFor()
    assert.equal(await hostile.page.locator('main img').count(), 0)
    assert.deepEqual(hostile.faults, [])
  })

  async function start(
    agent: string,
    prompt: string,
    more: object = {},
  ): Promise<{ readonly runId: string; readonly threadId: string }> {
    return yard.api('POST', `/api/agents/${agent}/runs`, { prompt, ...more })
  }

  /** To its end. */
  async function run(agent: string, prompt: string, more: object = {}): Promise<string> {
    const { runId } = await start(agent, prompt, more)
    const response = await fetch(`${yard.url}/api/runs/${runId}/events`, {
      headers: { Authorization: `Bearer ${yard.token}` },
    })
    await response.text()
    return runId
  }

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

type Locator = ReturnType<Page['locator']>

function rowOf(tree: Locator, text: string): Locator {
  return tree.getByRole('row').filter({ hasText: text })
}

async function namesOf(tree: Locator): Promise<string[]> {
  const names = await tree.getByRole('rowheader').allTextContents()
  return names.map((name) => /^(?:Step \d+|[a-z_]+?)(?=scripted|(?:ok|done|error)?$)/.exec(name)?.[0] ?? name)
}

/** Runs in the page: notes tasks that kept it from answering. */
function watchTasks(): void {
  const tasks: number[] = []
  Object.assign(globalThis, { longTasks: tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
}

/** Runs in the page: a frame further down. */
async function scrollOn(steps: number): Promise<{ drawn: number; ends: boolean }> {
  const tree = document.querySelector('[role=treegrid]') as HTMLElement
  tree.scrollTop += 300
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return {
    drawn: tree.querySelectorAll('[role=row]').length,
    ends: tree.textContent.includes(`Step ${steps.toLocaleString('en-GB')}`),
  }
}

/** Milliseconds for which the page has had the processor: what others do on the machine does not count. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await debug.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
}
