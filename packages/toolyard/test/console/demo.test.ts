/** The project that `npm start` serves, as a new developer and a Chinese-speaking person meet it: message after message. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkAxe, checkWidth, logOf, say } from './chat-yard.ts'
import { exampleFiles } from './example-files.ts'
import { picture, ServedYard } from './served-yard.ts'

describe('the demo', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(await exampleFiles())
  })
  after(() => yard[Symbol.asyncDispose]())

  it('answers one message after the other: a greeting, a table, code, an approval, questions', async () => {
    await using visit = await yard.visit('/chat', { viewport: { width: 1440, height: 900 } })
    const { page, faults } = visit
    const log = logOf(page)
    await say(page, 'Hi')
    await log.getByText('I am the demo agent').waitFor()
    await say(page, 'Compare the weather')
    await log.getByRole('cell', { name: 'a warm coat' }).waitFor()
    await log.getByText('Lima is 14 degrees warmer than Oslo.').last().waitFor()
    await say(page, 'Show me the code of a tool')
    await log.locator('.hljs-keyword').first().waitFor()
    await say(page, 'Send Ann a note')
    await log.getByRole('button', { name: 'Approve once' }).click()
    await log.getByText('Here is what came of it').waitFor()
    await say(page, 'Ask me two questions')
    await log.getByRole('radio', { name: 'Oslo: cold' }).check()
    await log.getByRole('checkbox', { name: 'Camera' }).check()
    await log.getByRole('article').getByRole('button', { name: 'Send' }).click()
    await log.getByText('Noted:').waitFor()
    await say(page, 'Compare the weather again')
    await log.getByRole('cell', { name: 'a warm coat' }).nth(1).waitFor()
    await picture(page, 'demo')
    await checkAxe(page, 'the demo')
    assert.deepEqual(faults, [])
  })

  it('answers in Chinese', async () => {
    const viewport = { width: 390, height: 800 }
    await using visit = await yard.visit('/chat?agent=demo', { language: 'zh', theme: 'dark', viewport })
    const { page, faults } = visit
    const log = logOf(page)
    for (const [message, answer] of [
      ['你好', '我是演示智能体'],
      ['对比天气', '穿厚外套'],
      ['怎么写一个工具', '一个工具就是一个文件'],
      ['再对比一次天气', '利马比奥斯陆高'],
    ] as const) {
      await say(page, message)
      await log.getByText(answer).last().waitFor()
      await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' })
    }
    await picture(page, 'demo-zh')
    await checkAxe(page, 'the demo in Chinese')
    await checkWidth(page)
    assert.deepEqual(faults, [])
  })
})
