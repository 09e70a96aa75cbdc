/** Every page, as somebody finds it who can't see it or uses no mouse: checked with axe, in both themes. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

describe('accessibility', () => {
  let yard: ServedYard
  let axe: string
  let waiting: Promise<unknown>[]
  let callId: string
  let agentId: string
  let scheduleId: string
  before(async () => {
    axe = await readFile(axeFile, 'utf8')
    yard = await ServedYard.start(yardFiles)
    agentId = (
      await yard.api<{ id: string }>('POST', '/api/agents', {
        name: 'helper',
        toolIds: ['echo', 'edit_file'],
      })
    ).id
    const call = (tool: string, input: object, caller = {}): Promise<{ callId: string }> =>
      yard.api('POST', `/api/tools/${tool}/call`, { input, ...caller })
    callId = (await call('nested', {})).callId
    await yard.api('POST', '/api/board/posts', { topic: 'releases', content: 'Version 2 is out, @helper.' })
    await call('fail', {})
    const report = { name: 'report', schedule: '0 9 * * 1-5', tz: 'Asia/Shanghai', tool: 'fail' }
    scheduleId = (await yard.api<{ id: string }>('POST', '/api/schedules', report)).id
    await yard.api('POST', `/api/schedules/${scheduleId}/run`, {})
    const edit = { path: 'docs/readme.md', old_string: 'The old line.', new_string: 'A new line.' }
    waiting = [
      call('edit_file', edit, { agent: 'helper', threadId: 't1' }),
      call('survey', { topic: 'doors' }),
    ]
  })
  after(async () => {
    const { items } = await yard.api<{ items: { callId: string }[] }>('GET', '/api/approvals')
    const { items: questions } = await yard.api<{ items: { callId: string }[] }>('GET', '/api/questions')
    for (const { callId: id } of [...items, ...questions]) await yard.api('DELETE', `/api/calls/${id}`)
    await Promise.all(waiting)
    await yard[Symbol.asyncDispose]()
  })

  const pages: readonly (readonly [name: string, path: () => string])[] = [
    ['tools', () => '/tools'],
    ['tool', () => '/tools/book_trip'],
    ['tool-parameters', () => '/tools/book_trip?tab=parameters'],
    ['tool-models', () => '/tools/book_trip?tab=models'],
    ['tool-versions', () => '/tools/echo?tab=versions'],
    ['tool-calls', () => '/tools/nested?tab=calls'],
    ['agents', () => '/agents'],
    ['agent', () => `/agents/${agentId}`],
    ['board', () => '/board?topic=releases'],
    ['schedules', () => '/schedules'],
    ['schedule', () => `/schedules/${scheduleId}`],
    ['activity', () => '/activity'],
    ['call', () => `/activity/${callId}`],
    ['jobs', () => '/jobs?state=all'],
    ['inbox', () => '/inbox'],
    ['settings-policy', () => '/settings'],
    ['settings-grants', () => '/settings/grants'],
    ['settings-servers', () => '/settings/servers'],
    ['settings-tokens', () => '/settings/tokens'],
    ['settings-about', () => '/settings/about'],
    ['docs', () => '/docs'],
    ['not-found', () => '/nowhere'],
  ]

  for (const theme of ['light', 'dark'] as const)
    it(`finds nothing wrong with any page, in the ${theme} theme`, async () => {
      await using visit = await yard.visit('/tools', { theme })
      const { page, faults } = visit
      for (const [name, path] of pages) {
        await page.goto(yard.url + path())
        await settled(page)
        await picture(page, `${name}-${theme}`)
        assert.deepEqual(await violations(page, axe), [], path())
      }
      assert.deepEqual(faults, [])
    })

  it('finds nothing wrong with a narrow screen in Chinese, the sign-in card, an open menu or dialog', async () => {
    await using narrow = await yard.visit('/tools', { language: 'zh', viewport: { width: 390, height: 800 } })
    for (const [name, path] of pages) {
      await narrow.page.goto(yard.url + path())
      await settled(narrow.page)
      await picture(narrow.page, `${name}-narrow-zh`)
      assert.deepEqual(await violations(narrow.page, axe), [], path())
    }
    await narrow.page.getByRole('button', { name: '打开菜单' }).click()
    assert.deepEqual(await violations(narrow.page, axe), [], 'menu')
    await using out = await yard.visit('/tools', { token: '' })
    assert.deepEqual(await violations(out.page, axe), [], 'sign-in')
    await using wide = await yard.visit('/settings/tokens')
    await wide.page.getByRole('button', { name: 'New token' }).click()
    assert.deepEqual(await violations(wide.page, axe), [], 'dialog')
    await wide.page.goto(`${yard.url}/schedules`)
    await wide.page.getByRole('button', { name: 'New schedule' }).click()
    await wide.page.getByText('Missed and overlapping runs').click()
    assert.deepEqual(await violations(wide.page, axe), [], 'new schedule')
    await wide.page.goto(`${yard.url}/tools`)
    await wide.page.getByRole('button', { name: 'Filter by Category' }).click()
    await wide.page.getByRole('list', { name: 'Category' }).waitFor()
    assert.deepEqual(await violations(wide.page, axe), [], 'filter')
  })
})

async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1, h2')
  await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
}

/** Through the debugger, so that the content security policy stays as it is. */
async function violations(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe)
  const { violations: found } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
  )
}
