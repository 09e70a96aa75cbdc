/** Files in the chat, in a real browser: what a person attaches reaches the agent and stands in the conversation, and what a run wrote can be saved. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkAxe, checkWidth, logOf, openChatYard, say } from './chat-yard.ts'
import { picture, type ServedYard } from './served-yard.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('files in the chat', () => {
  let yard: ServedYard
  before(async () => {
    yard = await openChatYard({
      seer: { script: { turns: [{ text: 'You sent: {{prompt}}' }], repeat: true } },
      writer: {
        script: [
          { calls: [{ tool: 'write_file', input: { path: 'out/report.md', content: '# Report\n' } }] },
          { text: 'Written.' },
        ],
        tools: ['write_file'],
      },
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('go with a message, are shown with it, and are there after a reload', async () => {
    await using visit = await yard.visit('/chat?agent=seer', { viewport: { width: 390, height: 800 } })
    const { page, faults } = visit
    await page.setInputFiles('input[type=file]', [
      { name: 'dot.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\nbuy milk\n') },
    ])
    await say(page, 'What is this?')
    const log = logOf(page)
    await log.getByText(/You sent:.*dot\.png/s).waitFor()
    for (const isAgain of [false, true]) {
      if (isAgain) await page.reload()
      await log.getByRole('img', { name: /dot\.png/ }).waitFor()
      await page.waitForFunction(
        () => document.querySelector<HTMLImageElement>('[role=log] img')?.naturalWidth === 1,
      )
      await log.getByRole('link', { name: /notes\.md/ }).waitFor()
    }
    await checkWidth(page)
    await checkAxe(page, 'chat with files')
    await picture(page, 'chat-attachments')
    const link = await log.getByRole('link', { name: /notes\.md/ }).getAttribute('href')
    const text = await page.evaluate<string>(`fetch(${JSON.stringify(link)}).then((answer) => answer.text())`)
    assert.match(text, /buy milk/)
    assert.deepEqual(faults, [])
  })

  it('that no model reads are put into the workspace, where a person allows it', async () => {
    await using visit = await yard.visit('/chat?agent=seer')
    const { page, faults } = visit
    await page.setInputFiles('input[type=file]', [
      {
        name: 'data.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff, 0xfe, 0, 1]),
      },
    ])
    await say(page, 'Unpack it')
    await logOf(page)
      .getByText(/You sent:.*inbox\/[0-9a-f]+-data\.zip/s)
      .waitFor()
    assert.deepEqual(faults, [])
  })

  it('that a run wrote stand at its end and on its page, to be saved', async () => {
    await using visit = await yard.visit('/chat?agent=writer')
    const { page, faults } = visit
    await say(page, 'Write it')
    const files = page.getByRole('list', { name: 'Files written' })
    await files.getByRole('link', { name: 'out/report.md' }).waitFor()
    await page.getByRole('link', { name: 'View run' }).click()
    const link = await files.getByRole('link', { name: 'out/report.md' }).getAttribute('href')
    const text = await page.evaluate<string>(`fetch(${JSON.stringify(link)}).then((answer) => answer.text())`)
    assert.equal(text, '# Report\n')
    await checkAxe(page, 'a run with files')
    assert.deepEqual(faults, [])
  })
})
