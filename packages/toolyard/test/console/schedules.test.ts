/** Schedules in a real browser: made, tried, paused, removed, and what became of them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { picture, ServedYard } from './served-yard.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ toolFolders: ['tools'], builtins: ['collab'], policy: { mode: 'bypass', ask: ['pay'] } })
`
const report = `/** Sends a report. */
import { defineTool } from 'toolyard'
export default defineTool({
  inputSchema: { to: String },
  permission: 'read',
  effects: 'none',
  execute: ({ to }) => 'sent to ' + to,
})
`
const print = `/** Fails. */
import { defineTool } from 'toolyard'
export default defineTool({
  permission: 'read',
  effects: 'none',
  execute() {
    throw new Error('the printer is out of paper')
  },
})
`
const pay = `/** Pays. */
import { defineTool } from 'toolyard'
export default defineTool({ permission: 'external', execute: () => 'paid' })
`
const files = {
  'toolyard.config.ts': config,
  'tools/send-report.ts': report,
  'tools/print.ts': print,
  'tools/pay.ts': pay,
  'model.json': JSON.stringify([{ text: 'Good morning.' }, { text: 'Good morning again.' }]),
}

const words = {
  en: {
    empty: 'No schedules yet',
    create: 'New schedule',
    name: 'Name',
    tool: 'Tool',
    args: 'Arguments',
    when: 'When',
    zone: 'Time zone',
    submit: 'Create schedule',
    told: 'Monday to Friday at 09:00',
    inZone: 'in Asia/Shanghai',
    run: 'Run now',
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Paused. Resume it to run again.',
    done: 'done',
    failed: 'failed',
    waiting: 'waiting',
    approve: 'Approve once',
    viewCall: 'View call',
    viewRun: 'View conversation',
    delete: 'Delete',
    question: (name: string) => `Delete ${name}?`,
  },
  zh: {
    empty: '暂无定时任务',
    create: '新建定时任务',
    name: '名称',
    tool: '工具',
    args: '参数',
    when: '执行时间',
    zone: '时区',
    submit: '创建定时任务',
    told: '每周一至周五 09:00',
    inZone: 'Asia/Shanghai 时间',
    run: '立即执行',
    pause: '暂停',
    resume: '恢复',
    paused: '已暂停，恢复后继续执行。',
    done: '完成',
    failed: '失败',
    waiting: '等待中',
    approve: '批准一次',
    viewCall: '查看调用',
    viewRun: '查看对话',
    delete: '删除',
    question: (name: string) => `删除 ${name}？`,
  },
} as const

describe('the schedules of the console', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(files)
    await yard.api('POST', '/api/agents', { name: 'clerk', prompt: 'Greet.', model: 'scripted/model.json' })
  })
  after(() => yard[Symbol.asyncDispose]())

  for (const language of ['en', 'zh'] as const)
    it(`are made in a form that shows the server’s sentences, run, paused and removed, in ${language}`, async () => {
      const said = words[language]
      await using visit = await yard.visit('/schedules', {
        language,
        theme: language === 'en' ? 'light' : 'dark',
        timezoneId: 'Europe/Berlin',
      })
      const { page, faults } = visit
      await page.getByText(said.empty).waitFor()
      await picture(page, `schedules-empty-${language}`)
      await page.getByRole('button', { name: said.create }).first().click()
      const form = page.getByRole('dialog')
      assert.equal(await form.getByLabel(said.zone).inputValue(), 'Europe/Berlin')
      await form.getByLabel(said.name).fill('morning report')
      await form.getByLabel(said.tool, { exact: true }).fill('send_repot')
      await form.getByLabel(said.args).fill('{"to": "team"}')
      await form.getByLabel(said.when).fill('0 0 30 2 *')
      await form.getByLabel(said.zone).fill('Asia/Shanghai')
      await form.getByRole('button', { name: said.submit }).click()
      await form.getByText('never comes due', { exact: false }).waitFor()
      await form.getByLabel(said.when).fill('0 9 * * 1-5')
      await form.getByRole('button', { name: said.submit }).click()
      await form.getByText('there is no tool named "send_repot"').waitFor()
      await form.getByText('Did you mean "send_report"?').waitFor()
      await picture(page, `schedule-form-${language}`)
      await form.getByLabel(said.tool, { exact: true }).fill('send_report')
      await form.getByRole('button', { name: said.submit }).click()
      await page.getByRole('heading', { level: 1, name: 'morning report' }).waitFor()
      await page.getByText(said.told).waitFor()
      await page.getByText(said.inZone, { exact: false }).first().waitFor()
      await page.getByRole('button', { name: said.run }).click()
      const row = page.getByRole('row').filter({ hasText: said.viewCall })
      await row.getByText(said.done, { exact: true }).waitFor()
      await picture(page, `schedule-${language}`)
      await page.getByRole('button', { name: said.pause }).click()
      await page.getByText(said.paused).waitFor()
      await page.getByRole('button', { name: said.resume }).click()
      await page.getByText(said.paused).waitFor({ state: 'detached' })
      await row.getByRole('link', { name: said.viewCall }).click()
      await page.getByRole('heading', { level: 1, name: 'send_report' }).waitFor()
      await page.getByText('sent to team').first().waitFor()
      await page.goBack()
      await page.getByRole('button', { name: said.delete }).click()
      await page.getByRole('dialog').getByText(said.question('morning report')).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: said.delete }).click()
      await page.getByText(said.empty).waitFor()
      assert.deepEqual(faults, [])
    })

  for (const language of ['en', 'zh'] as const)
    it(`tell why one failed, and lead to the conversation of a message, in ${language}`, async () => {
      const said = words[language]
      const add = (schedule: object): Promise<{ id: string }> => yard.api('POST', '/api/schedules', schedule)
      const { id: prints } = await add({ name: `print ${language}`, schedule: '6h', tool: 'print' })
      const message = { agent: 'clerk', message: 'Say hello.' }
      const { id: greets } = await add({ name: `greet ${language}`, schedule: '0 9 * * *', ...message })
      for (const id of [prints, greets]) await yard.api('POST', `/api/schedules/${id}/run`, {})
      await using visit = await yard.visit('/schedules', { language })
      const { page, faults } = visit
      await page.getByRole('link', { name: `print ${language}` }).waitFor()
      await picture(page, `schedules-${language}`)
      await page.getByRole('link', { name: `print ${language}` }).click()
      const row = page.getByRole('row').filter({ hasText: 'the printer is out of paper' })
      await row.getByText(said.failed, { exact: true }).waitFor()
      await picture(page, `schedule-failed-${language}`)
      await page.goto(`${yard.url}/schedules/${greets}`)
      const greeted = page.getByRole('row').filter({ hasText: said.viewRun })
      await greeted.getByText(said.done, { exact: true }).waitFor()
      await greeted.getByRole('link', { name: said.viewRun }).click()
      await page
        .getByText(/Good morning/)
        .first()
        .waitFor()
      assert.deepEqual(faults, [])
      for (const id of [prints, greets]) await yard.api('DELETE', `/api/schedules/${id}`)
    })

  for (const language of ['en', 'zh'] as const)
    it(`show one that waits for a person, and lead to what is asked, in ${language}`, async () => {
      const said = words[language]
      const given = { name: `pay ${language}`, schedule: '6h', tool: 'pay' }
      const { id } = await yard.api<{ id: string }>('POST', '/api/schedules', given)
      await yard.api('POST', `/api/schedules/${id}/run`, {})
      await using visit = await yard.visit('/schedules', { language })
      const { page, faults } = visit
      const listed = page.getByRole('row').filter({ hasText: given.name })
      await listed.getByText(said.waiting, { exact: true }).waitFor()
      await picture(page, `schedules-waiting-${language}`)
      await page.getByRole('link', { name: given.name }).click()
      const row = page.getByRole('row').filter({ hasText: said.viewCall })
      await row.getByText(said.waiting, { exact: true }).waitFor()
      await row.getByRole('link', { name: said.viewCall }).click()
      await page.getByRole('button', { name: said.approve }).click()
      await page.goto(`${yard.url}/schedules/${id}`)
      await row.getByText(said.done, { exact: true }).waitFor()
      assert.deepEqual(faults, [])
      await yard.api('DELETE', `/api/schedules/${id}`)
    })

  it('fit on a narrow screen, let viewers only read, and say what is not there', async () => {
    const long = {
      name: 'x'.repeat(100),
      schedule: '0 9 L * *',
      tool: 'send_report',
      args: { to: 'y'.repeat(200) },
    }
    const { id } = await yard.api<{ id: string }>('POST', '/api/schedules', long)
    const made = await yard.api<{ value: string }>('POST', '/api/tokens', { name: 'looker', role: 'viewer' })
    await using visit = await yard.visit('/schedules', {
      token: made.value,
      viewport: { width: 375, height: 740 },
    })
    const { page, faults } = visit
    const fits = async (): Promise<void> => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= 375, `the page is ${width} wide`)
    }
    await page.getByText('You have read-only access.', { exact: false }).waitFor()
    await page.getByRole('link', { name: long.name }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'New schedule' }).count(), 0)
    await fits()
    await picture(page, 'schedules-narrow')
    await page.getByRole('link', { name: long.name }).click()
    await page.getByText('Not run yet.', { exact: false }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Run now' }).count(), 0)
    await fits()
    await picture(page, 'schedule-narrow')
    await page.goto(`${yard.url}/schedules/nothing`)
    await page.getByText('This schedule does not exist').waitFor()
    assert.deepEqual(faults, [])
    await yard.api('DELETE', `/api/schedules/${id}`)
  })
})
