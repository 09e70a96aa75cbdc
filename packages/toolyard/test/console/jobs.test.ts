/** Jobs in a real browser: the figures of queues, why jobs failed, retry and cancel. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Jobs } from '../../src/engine/jobs.ts'
import { picture, ServedYard } from './served-yard.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ builtins: ['collab'] })
`
const words = {
  en: {
    empty: 'No background work yet',
    failed: 'failed',
    waiting: 'waiting',
    retry: 'Retry',
    cancel: 'Cancel',
    reason: 'Reason (optional)',
    confirm: 'Cancel job',
    noWorkers: 'no workers',
    state: 'Status',
    cancelled: 'cancelled',
    none: 'No matching jobs',
    clear: 'Clear filters',
  },
  zh: {
    empty: '暂无后台作业',
    failed: '失败',
    waiting: '排队中',
    retry: '重试',
    cancel: '取消',
    reason: '原因（选填）',
    confirm: '取消作业',
    noWorkers: '无工作进程',
    state: '状态',
    cancelled: '已取消',
    none: '没有匹配的作业',
    clear: '清除筛选',
  },
} as const

interface Engine {
  readonly jobs: Jobs
  close(): Promise<void>
}

/** Another process on the database of the server. By addresses: the types of pages do not fit the code of servers. */
async function openEngine(file: string): Promise<Engine> {
  const [sqlite, kernel] = ['engine/sqlite', 'kernel'].map(
    (folder) => new URL(`../../src/${folder}/index.ts`, import.meta.url).href,
  )
  const { createSqliteEngine } = (await import(sqlite ?? '')) as {
    createSqliteEngine: (options: { file: string; clock: unknown }) => Promise<Engine>
  }
  const { createClock } = (await import(kernel ?? '')) as { createClock: (options: object) => unknown }
  return createSqliteEngine({ file, clock: createClock({ quiet: true }) })
}

describe('the jobs of the console', () => {
  let yard: ServedYard
  let worker: Engine
  before(async () => {
    yard = await ServedYard.start({ 'toolyard.config.ts': config })
    worker = await openEngine(yard.project.state('toolyard.db'))
  })
  after(async () => {
    await worker.close()
    await yard[Symbol.asyncDispose]()
  })

  it('say what to do next when there are none', async () => {
    for (const language of ['en', 'zh'] as const) {
      await using visit = await yard.visit('/jobs', { language })
      await visit.page.getByText(words[language].empty).waitFor()
    }
  })

  for (const language of ['en', 'zh'] as const)
    it(`are shown as they come, retried and cancelled, in ${language}`, async () => {
      const said = words[language]
      const mail = `mail-${language}`
      const gpu = `gpu-${language}`
      await using visit = await yard.visit('/jobs', {
        language,
        theme: language === 'en' ? 'light' : 'dark',
      })
      const { page, faults } = visit
      let isBroken = true
      const mails = await worker.jobs.work(mail, {}, async ({ job }) => {
        if (job.id.endsWith('asks')) return { park: 'call-9' }
        if (isBroken) throw new Error(`the post office is closed <b>${language}</b>`)
        return undefined
      })
      const facts = { kind: 'call', tenant: 'http:ann' }
      for (const id of ['fails', 'asks'])
        await worker.jobs.submit({ ...facts, id: `${mail}-${id}`, queue: mail })
      await worker.jobs.submit({
        ...facts,
        id: `${gpu}-later`,
        queue: gpu,
        notBefore: Date.now() + 3_600_000,
      })
      await worker.jobs.submit({ ...facts, id: `${gpu}-1`, queue: gpu })
      const queues = page.getByRole('row')
      await queues.filter({ hasText: gpu }).getByText(said.noWorkers).waitFor()
      await page
        .getByRole('row')
        .filter({ hasText: `${mail}-asks` })
        .getByText('call-9')
        .waitFor()
      await picture(page, `jobs-${language}`)
      // The figure of those that failed leads to them.
      await queues.filter({ hasText: mail }).first().getByRole('link', { name: '1' }).last().click()
      const failed = page.getByRole('row').filter({ hasText: `the post office is closed <b>${language}</b>` })
      await failed.getByText(said.failed, { exact: true }).waitFor()
      await picture(page, `jobs-failed-${language}`)
      isBroken = false
      await failed.getByRole('button', { name: said.retry }).click()
      await page.getByText(said.none).waitFor()
      await page.getByRole('button', { name: said.clear }).click()
      const waits = page.getByRole('row').filter({ hasText: `${gpu}-1` })
      await waits.getByRole('button', { name: said.cancel }).click()
      await page.getByRole('dialog').getByLabel(said.reason).fill('bought a faster one')
      await picture(page, `job-cancel-${language}`)
      await page.getByRole('dialog').getByRole('button', { name: said.confirm }).click()
      await waits.waitFor({ state: 'detached' })
      await page.getByLabel(said.state, { exact: true }).selectOption('cancelled')
      await waits.getByText('bought a faster one (http:first token)').waitFor()
      assert.deepEqual(faults, [])
      await mails.drain()
    })

  it('fit on a narrow screen, and let viewers only read', async () => {
    await worker.jobs.submit({ id: 'w'.repeat(150), queue: `calls@${'q'.repeat(60)}`, kind: 'call' })
    const made = await yard.api<{ value: string }>('POST', '/api/tokens', { name: 'looker', role: 'viewer' })
    await using visit = await yard.visit('/jobs', {
      token: made.value,
      viewport: { width: 375, height: 740 },
    })
    const { page, faults } = visit
    await page.getByText('w'.repeat(150)).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 375, `the page is ${width} wide`)
    await picture(page, 'jobs-narrow')
    assert.deepEqual(faults, [])
  })
})
