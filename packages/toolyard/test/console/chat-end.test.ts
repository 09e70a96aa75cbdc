/** A conversation that is opened stands at its end, where somebody has to answer, whatever is drawn late above it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { logOf, openChatYard, say } from './chat-yard.ts'
import type { ServedYard } from './served-yard.ts'

const table = `| City | Temperature |\n| --- | ---: |\n${'| Rome | 21 |\n'.repeat(12)}\n\`\`\`ts\n${'const a = 1\n'.repeat(12)}\`\`\``

describe('the end of a conversation', () => {
  let yard: ServedYard
  before(async () => {
    yard = await openChatYard({
      writer: {
        script: [{ text: table }, { text: table, calls: [{ tool: 'note', input: { text: 'a\nb\nc\nd' } }] }],
        tools: ['note'],
      },
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('is shown with its buttons whenever it is opened, and left only by a reader who goes up', async () => {
    await using visit = await yard.visit('/chat?agent=writer', { viewport: { width: 1280, height: 700 } })
    const { page, faults } = visit
    const log = logOf(page)
    await say(page, 'A table')
    await log.getByText('View run').waitFor()
    await say(page, 'And a note')
    const approve = log.getByRole('button', { name: 'Approve once' })
    for (let opened = 0; opened < 4; opened++) {
      await approve.waitFor()
      await log.locator('.hljs-keyword').nth(20).waitFor()
      await page.waitForFunction(() => {
        const box = document.querySelector('[role=log]')
        return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight < 24
      })
      await page.reload()
    }
    await approve.waitFor()
    await log.hover()
    await page.mouse.wheel(0, -2000)
    await page.waitForFunction(() => (document.querySelector('[role=log]')?.scrollTop ?? 1) < 300)
    await log.locator('.hljs-keyword').nth(20).waitFor()
    const top = await log.evaluate((box) => box.scrollTop)
    assert.ok(top < 300, `stays where the reader is, at ${top}`)
    assert.deepEqual(faults, [])
  })
})
