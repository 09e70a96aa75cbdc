/** The board in a real browser: people and agents write, everybody sees it at once, and text is only text. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { picture, ServedYard } from './served-yard.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ builtins: ['collab'], policy: { mode: 'bypass' } })
`
const words = {
  en: {
    topic: 'Topic',
    text: 'New post',
    post: 'Post',
    reply: 'Reply',
    yours: 'Your reply',
    ofMe: 'Mentions of you',
  },
  zh: { topic: '话题', text: '发新帖', post: '发布', reply: '回复', yours: '你的回复', ofMe: '提到我的' },
} as const

describe('the board of the console', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start({ 'toolyard.config.ts': config })
    await yard.api('POST', '/api/agents', { name: 'reviewer', toolIds: ['forum'] })
  })
  after(() => yard[Symbol.asyncDispose]())
  const asAgent = async (input: object): Promise<void> => {
    const body = { input, agent: 'reviewer' }
    const result = await yard.api<{ status: string }>('POST', '/api/tools/forum/call', body)
    assert.equal(result.status, 'ok', JSON.stringify(result))
  }

  for (const language of ['en', 'zh'] as const)
    it(`takes a post and shows what an agent answers at once, in ${language}`, async () => {
      const { topic, text, post, reply, yours, ofMe } = words[language]
      const name = `releases ${language}`
      await using visit = await yard.visit('/board', {
        language,
        theme: language === 'en' ? 'light' : 'dark',
      })
      const { page, faults } = visit
      await page.getByRole('textbox', { name: topic, exact: true }).fill(name)
      await page
        .getByLabel(text, { exact: true })
        .last()
        .fill(`Version 2 of ${language} is out, @reviewer <img src=x onerror=alert(1)>`)
      await page.getByRole('button', { name: post, exact: true }).click()
      // The posts of all topics are shown until the new one is opened.
      const said = `Version 2 of ${language} is out`
      const card = page.getByRole('article').filter({ hasText: said })
      await card.getByText(said, { exact: false }).waitFor()
      assert.equal(await card.locator('mark').textContent(), '@reviewer')
      assert.equal(await card.locator('img').count(), 0, 'what looks like markup is text')
      await page
        .getByRole('navigation', { name: topic === 'Topic' ? 'Topics' : topic })
        .getByText(name)
        .waitFor()
      const { items } = await yard.api<{ items: { id: string; author: string }[] }>(
        'GET',
        `/api/board/posts?topic=${encodeURIComponent(name)}`,
      )
      await asAgent({ action: 'reply', id: items[0]?.id, content: '@"first token": looks good. 很好。' })
      await card.getByText('looks good', { exact: false }).waitFor()
      await page.getByRole('button', { name: reply }).click()
      await page.getByRole('textbox', { name: yours }).fill('Thanks.')
      await page.getByRole('button', { name: reply, exact: true }).click()
      await card.getByText('Thanks.').waitFor()
      await picture(page, `board-${language}`)
      await page.getByRole('link', { name: ofMe }).click()
      await page
        .getByRole('article')
        .filter({ hasText: name })
        .getByText('looks good', { exact: false })
        .waitFor()
      await picture(page, `board-mentions-${language}`)
      assert.deepEqual(faults, [])
    })

  it('fits on a narrow screen, and lets viewers only read', async () => {
    const long = 'x'.repeat(300)
    await asAgent({ action: 'post', topic: 'narrow', content: `A long word: ${long}\n\nLast line.` })
    const made = await yard.api<{ value: string }>('POST', '/api/tokens', { name: 'looker', role: 'viewer' })
    await using visit = await yard.visit('/board?topic=narrow', {
      token: made.value,
      viewport: { width: 375, height: 740 },
    })
    const { page, faults } = visit
    await page.getByText('Last line.', { exact: false }).waitFor()
    await page.getByText('You have read-only access.', { exact: false }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reply' }).count(), 0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 375, `the page is ${width} wide`)
    await picture(page, 'board-narrow')
    assert.deepEqual(faults, [])
  })
})
