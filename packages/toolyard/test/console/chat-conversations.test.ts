/** Conversations in a real browser: found again, searched, named, deleted; what is written and not sent stays. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { checkAxe, checkWidth, logOf, openChatYard, say } from './chat-yard.ts'
import { picture, type ServedYard } from './served-yard.ts'

const answers = { turns: [{ text: 'You said **{{prompt}}**.' }], repeat: true }

describe('conversations', () => {
  let yard: ServedYard
  before(async () => {
    yard = await openChatYard({
      alpha: { script: answers },
      beta: { script: answers },
      counter: {
        script: {
          turns: [{ calls: [{ tool: 'count_down', input: { from: 100, pause_ms: 500 } }] }, { text: 'ok' }],
        },
        tools: ['count_down'],
      },
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  const listOf = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

  it('open where they were left, over all agents, after a reload and in the next visit', async () => {
    await using visit = await yard.visit('/chat?agent=beta')
    const { page, faults } = visit
    await say(page, 'Plan the trip')
    await logOf(page).getByText('You said Plan the trip.').waitFor()
    await page.goto(`${yard.url}/chat?agent=alpha`)
    await say(page, 'Buy bread')
    await logOf(page).getByText('You said Buy bread.').waitFor()
    await listOf(page)
      .getByRole('link', { name: /Plan the trip.*beta/ })
      .click()
    await logOf(page).getByText('You said Plan the trip.').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click()
    await logOf(page).getByText('You said Plan the trip.').waitFor()
    const again = await page.context().newPage()
    await again.goto(`${yard.url}/chat`)
    await logOf(again).getByText('You said Plan the trip.').waitFor()
    assert.equal(await again.getByRole('combobox', { name: 'Agent' }).inputValue(), 'beta')
    assert.deepEqual(faults, [])
  })

  it('keep what is written: each its own, through other pages and reloads', async () => {
    await using visit = await yard.visit('/chat?agent=alpha')
    const { page } = visit
    const box = page.getByLabel('Message', { exact: true })
    await box.fill('To somebody new')
    await listOf(page).getByRole('link', { name: 'Buy bread' }).click()
    await logOf(page).getByText('You said Buy bread.').waitFor()
    assert.equal(await box.inputValue(), '')
    await box.fill('And butter')
    await page.reload()
    await logOf(page).getByText('You said Buy bread.').waitFor()
    assert.equal(await box.inputValue(), 'And butter')
    await page.getByRole('link', { name: 'New conversation' }).click()
    await page.getByText('Chat with alpha').waitFor()
    assert.equal(await box.inputValue(), 'To somebody new')
    await listOf(page).getByRole('link', { name: 'Buy bread' }).click()
    await logOf(page).getByText('You said Buy bread.').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await logOf(page).getByText('You said And butter.').waitFor()
    assert.equal(await box.inputValue(), '')
    await page.reload()
    await logOf(page).getByText('You said And butter.').waitFor()
    assert.equal(await box.inputValue(), '')
  })

  it('are searched, renamed and deleted, not while they work', async () => {
    await using visit = await yard.visit('/chat?agent=alpha')
    const { page, faults } = visit
    await say(page, '去东京')
    await logOf(page).getByText('You said 去东京.').waitFor()
    const list = listOf(page)
    await list.getByLabel('Search conversations').fill('东京')
    await list.getByRole('link', { name: 'Plan the trip' }).waitFor({ state: 'detached' })
    await list.getByRole('button', { name: 'Rename 去东京' }).click()
    await page.getByLabel('Title').fill('Tokyo <b>trip</b>')
    await checkAxe(page, 'renaming')
    await page.getByRole('button', { name: 'Save' }).click()
    await list.getByText('No matches.').waitFor()
    await list.getByLabel('Search conversations').fill('')
    await list.getByRole('link', { name: 'Tokyo <b>trip</b>' }).waitFor()
    await picture(page, 'chat-conversations')
    await checkAxe(page, 'the list')
    await list.getByRole('button', { name: 'Delete Tokyo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Chat with alpha').waitFor()
    await list.getByRole('link', { name: 'Tokyo' }).waitFor({ state: 'detached' })
    await page.goto(`${yard.url}/chat?agent=counter`)
    await say(page, 'Count')
    await logOf(page).getByText('running', { exact: true }).waitFor()
    await list.getByRole('button', { name: 'Delete Count' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('is at work').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. The conversation is kept').waitFor()
    assert.deepEqual(faults, [])
  })

  it('say that they are gone, and that their agent is', async () => {
    await yard.api('POST', '/api/agents', { name: 'gone', model: 'scripted/scripts/alpha.json', toolIds: [] })
    await using visit = await yard.visit('/chat?agent=alpha&thread=none')
    const { page } = visit
    await page.getByText('Conversation not found').waitFor()
    await page.goto(`${yard.url}/chat?agent=gone`)
    await say(page, 'Goodbye')
    await logOf(page).getByText('You said Goodbye.').waitFor()
    await yard.api('DELETE', '/api/agents/gone')
    await page.reload()
    await logOf(page).getByText('You said Goodbye.').waitFor()
    await page.getByText('The agent gone no longer exists.').waitFor()
    assert.equal(await page.getByLabel('Message', { exact: true }).count(), 0)
  })

  it('of a thousand messages are read from their end, and keep their place as earlier ones come', async () => {
    const threadId = 'long-one'
    for (let at = 0; at < 300; at++) {
      const { runId } = await yard.api<{ runId: string }>('POST', '/api/agents/alpha/runs', {
        prompt: `Message ${at}`,
        threadId,
      })
      const response = await fetch(`${yard.url}/api/runs/${runId}/events`, {
        headers: { Authorization: `Bearer ${yard.token}` },
      })
      await response.text()
    }
    await using visit = await yard.visit(`/chat?agent=alpha&thread=${threadId}`)
    const { page, faults } = visit
    const log = logOf(page)
    await log.getByText('You said Message 299.').waitFor()
    const shown = await log.getByText(/^You said/).count()
    assert.ok(shown <= 60, `${shown} answers at first`)
    await log.getByText('You said Message 299.').scrollIntoViewIfNeeded()
    await log.hover()
    await page.mouse.wheel(0, -1_000_000)
    await log.getByText('You said Message 240.').waitFor({ state: 'attached' })
    const top = await log.evaluate((element) => element.scrollTop)
    assert.ok(top > 1000, `what was read stays in sight: ${top}`)
    const viewport = { width: 390, height: 800 }
    await using narrow = await yard.visit(`/chat?agent=alpha&thread=${threadId}`, {
      viewport,
      language: 'zh',
    })
    await logOf(narrow.page).getByText('You said Message 299.').waitFor()
    await picture(narrow.page, 'chat-long-narrow-zh')
    await checkWidth(narrow.page)
    assert.deepEqual(faults, [])
  })
})
