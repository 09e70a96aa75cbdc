/** A run at work in a real browser: messages to it, its sub-agents, what they ask, questions as a form, and people who look elsewhere. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { checkAxe, checkWidth, logOf, openChatYard, say } from './chat-yard.ts'
import { picture, type ServedYard } from './served-yard.ts'

const slow = [{ tool: 'count_down', input: { from: 6, pause_ms: 700 } }]
const questions = [
  {
    question: 'Which place?',
    header: 'Place',
    options: [{ label: 'Rome', description: 'warm' }, { label: 'Oslo' }],
  },
  {
    question: 'What do you take?',
    multiple: true,
    options: [{ label: 'Coat' }, { label: 'Camera' }, { label: 'Hat' }],
  },
  { question: 'Anything else?' },
]

describe('a run at work', () => {
  let yard: ServedYard
  before(async () => {
    yard = await openChatYard({
      steered: {
        script: {
          rules: [
            { when: 'and butter', turns: [{ text: 'Butter too.' }] },
            { turns: [{ text: 'I count.', calls: slow }, { text: 'Counted.' }] },
          ],
        },
        tools: ['count_down'],
      },
      boss: {
        script: [
          { calls: [{ tool: 'spawn', input: { agent: 'worker', task: 'Write a note.', label: 'noting' } }] },
          { text: 'I wait for it.' },
          { text: 'All is done.' },
        ],
        tools: ['spawn', 'note'],
      },
      worker: {
        script: {
          turns: [{ calls: [{ tool: 'note', input: { text: 'hi' } }] }, { text: 'The note **stands**.' }],
          repeat: true,
        },
        tools: ['note'],
      },
      late: {
        script: [{ calls: [{ tool: 'note', input: { text: 'hi' } }] }, { text: 'ok' }],
        tools: ['note'],
      },
      asker: {
        script: {
          turns: [
            { calls: [{ tool: 'ask_user_question', input: { questions } }] },
            { text: 'So:\n\n{{lastResult}}' },
          ],
          repeat: true,
        },
        tools: ['ask_user_question'],
      },
      noter: {
        script: {
          turns: [{ calls: [{ tool: 'note', input: { text: 'hi' } }] }, { text: 'Noted.' }],
          repeat: true,
        },
        tools: ['note'],
      },
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('takes messages, shows those that wait, and gives them back', async () => {
    await using visit = await yard.visit('/chat?agent=steered')
    const { page, faults } = visit
    await say(page, 'Buy bread')
    const log = logOf(page)
    await log.getByText('running', { exact: true }).waitFor()
    await say(page, 'no, wait')
    const queued = page.getByRole('region', { name: 'Queued' })
    await queued.getByText('no, wait').waitFor()
    await picture(page, 'chat-queued')
    await checkAxe(page, 'a queued message')
    await queued.getByRole('button', { name: 'Take back' }).click()
    await queued.waitFor({ state: 'detached' })
    const box = page.getByLabel('Message', { exact: true })
    assert.equal(await box.inputValue(), 'no, wait')
    await box.fill('and butter')
    await page.getByRole('button', { name: 'Interrupt' }).click()
    await log.getByText('Butter too.').waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    assert.equal(await log.getByText('and butter', { exact: true }).count(), 1)
    assert.equal(await log.getByText('no, wait').count(), 0)
    await page.reload()
    await log.getByText('Butter too.').waitFor()
    assert.equal(await log.getByText('and butter', { exact: true }).count(), 1, 'one bubble')
    assert.equal(await log.getByText('I count.').count(), 1, 'one turn')
    assert.deepEqual(faults, [])
  })

  it('says that a message came too late for it', async () => {
    const { runId, threadId } = await yard.api<{ runId: string; threadId: string }>(
      'POST',
      '/api/agents/late/runs',
      { prompt: 'Note it' },
    )
    await using visit = await yard.visit(`/chat?agent=late&thread=${threadId}`)
    const { page } = visit
    const log = logOf(page)
    await log.getByRole('button', { name: 'Approve once' }).waitFor()
    await yard.api('POST', `/api/runs/${runId}/messages`, { text: 'One more thing' })
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('region', { name: 'Queued' }).waitFor({ state: 'detached' })
    await log.getByText('One more thing').waitFor()
    await log.getByText('The run ended before it read your last message.').waitFor()
    await page.reload()
    await log.getByText('The run ended before it read your last message.').waitFor()
  })

  it('brings what a sub-agent asks to the conversation above, and its answer as a card', async () => {
    await using visit = await yard.visit('/chat?agent=boss')
    const { page, faults } = visit
    await say(page, 'Have a note written')
    const log = logOf(page)
    const request = log.getByRole('article', { name: 'worker wants to run note' })
    await request.waitFor()
    const card = log.getByRole('article', { name: 'Sub-agent worker' })
    await card.waitFor()
    await picture(page, 'chat-sub-agent')
    await checkAxe(page, 'a sub-agent')
    await request.getByRole('button', { name: 'Approve once' }).click()
    await page.getByText('note: approved').waitFor()
    await clearOf(page.getByText('note: approved'), page.getByRole('button', { name: 'Send' }))
    await log.getByText('All is done.').waitFor()
    await card.getByText('done', { exact: true }).waitFor()
    await page.reload()
    await log.getByText('All is done.').waitFor()
    assert.equal(await card.count(), 1, 'one card')
    assert.equal(await log.getByText('[Sub-agent').count(), 0)
    assert.equal(await log.getByText('From agent worker').count(), 0, 'no bubble')
    await card.getByText('Answer', { exact: true }).click()
    await card.locator('strong').getByText('stands').waitFor()
    await card.getByRole('link', { name: 'Open conversation' }).click()
    await log.getByText('Write a note.').first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('asks several questions as one form: radio buttons, checkboxes, own words', async () => {
    await using visit = await yard.visit('/chat?agent=asker')
    const { page, faults } = visit
    await say(page, 'Ask me')
    const log = logOf(page)
    const form = log.getByRole('article', { name: 'asker has a question' })
    await form.getByRole('radio', { name: 'Rome: warm' }).check()
    await form.getByRole('checkbox', { name: 'Coat' }).check()
    await form.getByRole('checkbox', { name: 'Hat' }).check()
    await form.getByLabel('Anything else?').fill('A book')
    assert.equal(await form.count(), 1, 'one form')
    await picture(page, 'chat-questions')
    await checkAxe(page, 'questions')
    await form.getByRole('button', { name: 'Send' }).click()
    await log.getByText('Coat, Hat').last().waitFor()
    await log.getByText('A book').last().waitFor()
    const viewport = { width: 390, height: 800 }
    await using narrow = await yard.visit('/chat?agent=asker', { viewport, language: 'zh', theme: 'dark' })
    await say(narrow.page, '请提问')
    await narrow.page.getByRole('radio', { name: 'Oslo' }).check()
    await picture(narrow.page, 'chat-questions-zh')
    await checkAxe(narrow.page, 'questions, narrow')
    await checkWidth(narrow.page)
    await narrow.page.getByLabel('或用自己的话回答').first().fill('里斯本')
    await narrow.page.getByRole('article').getByRole('button', { name: '发送' }).click()
    await logOf(narrow.page).getByText('里斯本').last().waitFor()
    assert.deepEqual(faults, [])
  })

  it('is told in the title, and by the browser to those who look elsewhere and want to know', async () => {
    await using visit = await yard.visit('/chat?agent=noter')
    const { page, faults } = visit
    await page.context().addInitScript(recordNotices)
    await page.reload()
    await say(page, 'Note it')
    const offer = page.getByText('Get a browser notification')
    await offer.waitFor()
    await page.waitForFunction(() => document.title.startsWith('(1) '))
    assert.deepEqual(await page.evaluate('notices.asked'), 0, 'nobody is asked on load')
    await picture(page, 'chat-notify')
    await page.getByRole('button', { name: 'Notify me' }).click()
    await offer.waitFor({ state: 'detached' })
    await page.evaluate('Object.defineProperty(document, "hidden", { value: true, configurable: true })')
    await yard.api('POST', '/api/agents/noter/runs', { prompt: 'Another' })
    await page.waitForFunction(() => (globalThis as unknown as Recorded).notices.shown.length > 0)
    assert.deepEqual(await page.evaluate('notices.shown'), ['noter wants to run note'])
    await page.waitForFunction(() => document.title.startsWith('(2) '))
    assert.equal(await page.evaluate('notices.asked'), 1)
    assert.deepEqual(faults, [])
  })

  it('shows files that are chosen, pasted or dropped as chips, and says which are too large', async () => {
    await using visit = await yard.visit('/chat?agent=noter')
    const { page, faults } = visit
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
      'base64',
    )
    await page.locator('input[type=file]').setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.md', mimeType: '', buffer: Buffer.from('# Notes') },
      { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_000_001, 'x') },
      { name: 'data.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') },
    ])
    const chips = page.getByRole('list', { name: 'Attachments' })
    await chips.getByText('dot.png').waitFor()
    await chips.getByText('notes.md').waitFor()
    await chips.getByText('saved to the workspace').waitFor()
    await page.getByText('big.txt is too large.').waitFor()
    await page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File(['a,b'], 'dropped.csv', { type: 'text/csv' }))
      document.querySelector('textarea').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    }`)
    await chips.getByText('dropped.csv').waitFor()
    await picture(page, 'chat-attachments')
    await checkAxe(page, 'attachments')
    await chips.getByRole('button', { name: 'Remove dot.png' }).click()
    await chips.getByText('dot.png').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
})

async function clearOf(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  assert.ok(a && b)
  const isApart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  assert.ok(isApart, 'a notice does not cover what is pressed')
}

interface Recorded {
  readonly notices: { readonly asked: number; readonly shown: readonly string[] }
}

/** Runs in the page: the browser's notices, written down. */
function recordNotices(): void {
  const notices = { asked: 0, shown: [] as string[] }
  class Notice {
    static permission = 'default'
    static requestPermission(): Promise<string> {
      notices.asked++
      Notice.permission = 'granted'
      return Promise.resolve('granted')
    }
    constructor(title: string) {
      notices.shown.push(title)
    }
    addEventListener(): void {}
    close(): void {}
  }
  Object.assign(globalThis, { notices, Notification: Notice })
}
