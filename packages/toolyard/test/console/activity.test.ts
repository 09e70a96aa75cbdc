/** The journal as it grows, and the story of one call. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

describe('the activity', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(yardFiles)
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
    await page.getByLabel('Conversation').fill('far away')
    await row.waitFor()
    await yard.api('POST', '/api/tools/fail/call', { input: {} })
    await yard.api('POST', '/api/tools/echo/call', { input: { text: 'one more' }, threadId: 'far away' })
    await page.getByRole('row').filter({ hasText: 'one more' }).waitFor()
    assert.equal(await page.getByRole('row').filter({ hasText: 'no such thing' }).count(), 0, 'filtered out')
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

  it('draws figures that a screen reader finds too', async () => {
    await using visit = await yard.visit('/activity')
    const { page } = visit
    await page.getByRole('img', { name: /^\d+ calls, \d+ failed$/ }).waitFor()
    assert.ok((await page.getByRole('table', { name: 'Latency' }).getByRole('row').count()) > 1)
  })

  it('says where there is no such call', async () => {
    await using visit = await yard.visit('/activity/call_nowhere')
    await visit.page.getByText('the journal has no call "call_nowhere"').waitFor()
  })
})
