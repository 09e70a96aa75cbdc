/** Links that are cut, old or made by somebody else: the page says what is not there, and goes on. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openChatYard } from './chat-yard.ts'
import type { ServedYard } from './served-yard.ts'

/** A schema whose references can't be decoded, as a server of somebody else may give it. */
const odd = `import { defineTool } from 'toolyard'

export default defineTool({
  description: 'Has odd references.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, other: { $ref: '#/$defs/100%25' } },
    $defs: { '100%': { type: 'string', description: 'All of it' } },
  },
  permission: 'read',
  effects: 'none',
  execute: () => 'ok',
})
`

describe('a link that leads nowhere', () => {
  let yard: ServedYard
  before(async () => {
    yard = await openChatYard({ talker: { script: [{ text: 'hello' }] } }, { 'tools/odd.ts': odd })
  })
  after(() => yard[Symbol.asyncDispose]())

  const gone = {
    en: { missing: 'Not found', agent: 'No agent named gone.', talk: 'Conversation not found' },
    zh: { missing: '未找到', agent: '没有名为 gone 的智能体。', talk: '对话不存在' },
  }
  for (const language of ['en', 'zh'] as const)
    it(`is told in words, and never leads to something else (${language})`, async () => {
      await using visit = await yard.visit('/tools', { language })
      const { page, faults } = visit
      const { missing, agent, talk } = gone[language]
      for (const [path, shows] of [
        ['/runs/run_gone', missing],
        ['/runs/%E0%A4%A', missing],
        ['/activity/%ff', missing],
        ['/tools/%ff', missing],
        ['/agents/%E0%A4%A', missing],
        ['/chat?agent=gone', agent],
        ['/chat?agent=talker&thread=thread_gone', talk],
      ] as const) {
        await page.goto(yard.url + path)
        await page.getByRole('heading', { name: shows, exact: true }).waitFor()
      }
      assert.deepEqual(faults, [])
    })

  it('is no reference of a schema either', async () => {
    await using visit = await yard.visit('/tools/odd')
    const { page, faults } = visit
    await page.getByText('All of it').first().waitFor()
    assert.deepEqual(faults, [])
  })
})
