/** `toClaudeTools`: what its handlers make of a call. The SDK's own server calls them in `test/claude/sdk-tools.test.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toClaudeTools } from 'toolyard/claude'
import { openTried, pixel } from './yard.ts'

describe('tools of a yard for the Claude Agent SDK', () => {
  it('answer pictures and failures, and are not run twice under the id of one call', async () => {
    await using tried = await openTried()
    const tools = await toClaudeTools(tried.yard, { threadId: 't' })
    const handlerOf = (name: string) => {
      const tool = tools.find((one) => one.name === name)
      assert.ok(tool)
      return tool.handler
    }
    const { content } = await handlerOf('draw')({})
    assert.deepEqual(content[1], { type: 'image', data: pixel, mimeType: 'image/png' })
    const failed = await handlerOf('fail')({})
    assert.equal(failed.isError, true)
    assert.match(JSON.stringify(failed.content), /the kettle is empty/)
    const extra = { _meta: { 'claudecode/toolUseId': 'toolu_1' } }
    for (let time = 0; time < 2; time++) await handlerOf('pay')({ amount: 7 }, extra)
    assert.deepEqual(tried.done, ['pay 7'])
  })

  it('end with the signal of the SDK', async () => {
    await using tried = await openTried()
    const [tool] = await toClaudeTools(tried.yard, { tools: ['wait'] })
    const abort = new AbortController()
    const running = tool?.handler({}, { signal: abort.signal })
    await tried.started
    abort.abort()
    assert.equal((await running)?.isError, true)
    assert.deepEqual(tried.done, ['stopped'])
  })
})
