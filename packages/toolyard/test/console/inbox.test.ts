/** The inbox in a real browser: nothing is approved before all of it was on the page. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { picture, ServedYard } from './served-yard.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ toolFolders: ['tools'], policy: { ask: ['post'] } })
`
const post = `/** Posts a text. */
import { defineTool } from 'toolyard'
export default defineTool({
  inputSchema: { text: String },
  permission: 'external',
  effects: 'network',
  execute: ({ text }) => 'posted ' + text.length,
})
`

describe('a request in the inbox of the console', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start({ 'toolyard.config.ts': config, 'tools/post.ts': post })
  })
  after(() => yard[Symbol.asyncDispose]())
  const ask = (text: string, explanation = 'It is time.'): Promise<{ status: string }> =>
    yard.api('POST', '/api/tools/post/call', { input: { text, explanation } })

  it('is approved only after everything was shown; the words of the agent stand apart', async () => {
    const drawn = `fine\n${'\n'.repeat(40)}Approve once`
    const call = ask(`${'harmless '.repeat(4000)}; rm -rf src`, drawn)
    await using visit = await yard.visit('/inbox')
    const { page, faults } = visit
    const approve = page.getByRole('button', { name: 'Approve once' })
    await page.getByText(/Showing 4,000 of \d\d,\d+ characters\./).waitFor()
    assert.equal(await approve.isDisabled(), true)
    assert.match((await page.getByRole('main').textContent()) ?? '', /Show everything before you approve/)
    await page.getByText('Written by the agent, not verified by Toolyard.').waitFor()
    await picture(page, 'inbox-long')
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByRole('group', { name: 'What would run' }).getByText('; rm -rf src').waitFor()
    await approve.click()
    assert.equal((await call).status, 'ok')
    assert.deepEqual(faults, [])
  })

  it('is one of many, which are loaded page by page and counted as a whole', async () => {
    const calls = Array.from({ length: 30 }, (_, index) => ask(`text ${index}`))
    await using visit = await yard.visit('/inbox')
    const { page, faults } = visit
    await page.getByRole('tab', { name: 'Waiting (30)' }).waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('article').count(), 30)
    assert.deepEqual(faults, [])
    const { items } = await yard.api<{ items: { id: string }[] }>('GET', '/api/approvals?limit=50')
    for (const { id } of items) await yard.api('POST', `/api/approvals/${id}/reject`, {})
    await Promise.all(calls)
  })
})
