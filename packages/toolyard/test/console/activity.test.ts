/** The journal as it grows, what runs now, figures, and the story of one call. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

const slow = `/** Runs until it is stopped. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: {},
  permission: 'read',
  effects: 'none',
  execute: (_input, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
})
`

describe('the activity', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start({ ...yardFiles, 'tools/slow_look.ts': slow })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('shows a call that somebody else makes, without being asked again', async () => {
    await using visit = await yard.visit('/activity')
    const { page, faults } = visit
    await page.getByText('No calls yet').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await yard.api('POST', '/api/tools/echo/call', {
      input: { text: 'from elsewhere' },
      threadId: 'far away',
    })
    const row = page.getByRole('row').filter({ hasText: 'from elsewhere' })
    await row.getByText('ok', { exact: true }).waitFor()
    await page.getByLabel('Conversation').fill('nowhere')
    await page.getByText('No matching calls').waitFor()
    await page.getByLabel('Conversation').fill('far')
    await row.waitFor()
    await yard.api('POST', '/api/tools/fail/call', { input: {} })
    await yard.api('POST', '/api/tools/echo/call', { input: { text: 'one more' }, threadId: 'far away' })
    await page.getByRole('row').filter({ hasText: 'one more' }).waitFor()
    assert.equal(await page.getByRole('row').filter({ hasText: 'no such thing' }).count(), 0, 'filtered out')
    assert.deepEqual(faults, [])
  })

  it('finds calls by a part of a name, keeps that in the address, and draws only those', async () => {
    await using visit = await yard.visit('/activity')
    const { page, faults } = visit
    await page.getByRole('img', { name: '3 calls, 1 failed, 0 denied' }).waitFor()
    await page.getByLabel('Tool name').fill('FAI')
    await page.getByRole('img', { name: '1 calls, 1 failed, 0 denied' }).waitFor()
    assert.match(page.url(), /tool=FAI/)
    await page.getByRole('row').filter({ hasText: 'no such thing' }).waitFor()
    await page.reload()
    await page.getByRole('img', { name: '1 calls, 1 failed, 0 denied' }).waitFor()
    assert.equal(await page.getByLabel('Tool name').inputValue(), 'FAI')
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('radio', { name: 'Custom range' }).click()
    await page.getByLabel('From').fill('2020-01-01T00:00')
    await page.getByLabel('To', { exact: true }).fill('2020-01-02T00:00')
    await page.getByText('No matching calls').waitFor()
    await page.getByRole('radio', { name: '1 hour' }).click()
    await page.getByRole('table', { name: 'By name' }).getByRole('button', { name: 'echo' }).click()
    await page.getByRole('img', { name: '2 calls, 0 failed, 0 denied' }).waitFor()
    assert.match(page.url(), /tool=echo/)
    assert.deepEqual(faults, [])
  })

  it('has the figures of every chart as a table too', async () => {
    await using visit = await yard.visit('/activity')
    const { page } = visit
    const figure = page.getByRole('figure', { name: 'Latency' })
    await figure.getByRole('img', { name: /^Latency: p50 .*, p95 .*, p99 / }).waitFor()
    await figure.getByText('Show as table').click()
    assert.ok((await figure.getByRole('table', { name: 'Latency' }).getByRole('row').count()) > 1)
    await figure.getByRole('radio', { name: 'p95 by tool' }).click()
    await figure.getByRole('columnheader', { name: 'echo' }).waitFor()
  })

  it('shows what runs and what waits for a person, and stops it', async () => {
    await using visit = await yard.visit('/activity')
    const { page, faults } = visit
    await page.getByText('Live', { exact: true }).waitFor()
    const running = yard.api<{ status: string }>('POST', '/api/tools/slow_look/call', { input: {} })
    const now = page.getByRole('table', { name: 'Now running' })
    const row = now.getByRole('row').filter({ hasText: 'slow_look' })
    await row.getByText('running', { exact: true }).waitFor()
    const waiting = yard.api<{ status: string }>('POST', '/api/tools/write_file/call', {
      input: { path: 'note.txt', content: 'hello' },
    })
    const asked = now.getByRole('row').filter({ hasText: 'write_file' })
    await asked.getByText('Waiting for approval').waitFor()
    assert.match(
      (await asked.getByRole('link', { name: 'Review' }).getAttribute('href')) ?? '',
      /\/inbox#apr_/,
    )
    await asked.getByRole('link', { name: 'write_file' }).click()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Approve once' }).waitFor()
    await page.goBack()
    await row.getByRole('link', { name: 'slow_look' }).click()
    await page.getByRole('heading', { level: 1, name: 'slow_look' }).getByText('running').waitFor()
    await main.getByRole('button', { name: 'Stop' }).click()
    assert.equal((await running).status, 'cancelled')
    await page.getByRole('heading', { level: 1, name: 'slow_look' }).getByText('cancelled').waitFor()
    await page.goBack()
    await asked.getByRole('button', { name: 'Stop' }).click()
    assert.equal((await waiting).status, 'cancelled')
    await now.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('tells a call with the calls inside it, and leads from one to the other', async () => {
    const { callId } = await yard.api<{ callId: string }>('POST', '/api/tools/nested/call', { input: {} })
    await using visit = await yard.visit(`/activity/${callId}`)
    const { page } = visit
    await page.getByRole('heading', { name: 'Nested calls' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'two' }).getByRole('link', { name: 'echo' }).click()
    await page.getByRole('heading', { level: 1, name: 'echo' }).waitFor()
    await page.getByRole('link', { name: callId }).click()
    await page.getByRole('heading', { level: 1, name: 'nested' }).waitFor()
    await page.getByText('Received via HTTP API.').waitFor()
  })

  it('says of a call that was refused which rule did it, and that nothing ran', async () => {
    const { callId } = await yard.api<{ callId: string }>('POST', '/api/tools/echo/call', {
      input: { text: 'secret plan' },
    })
    await using visit = await yard.visit(`/activity/${callId}`)
    const { page } = visit
    await page.getByText('deny: echo(text=secret*)').waitFor()
    await page.getByText('The tool did not start.').waitFor()
  })

  it('says where there is no such call', async () => {
    await using visit = await yard.visit('/activity/call_nowhere')
    await visit.page.getByText('the journal has no call "call_nowhere"').waitFor()
  })
})
