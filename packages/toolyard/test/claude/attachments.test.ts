/** Pictures and files that are said to agents of the SDK: what the model's service was really sent. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { allOf, blocksOf, openYard } from './open-yard.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('files in prompts of the Claude Agent SDK', () => {
  it('reach the model as blocks, and are there in the next run', async (test) => {
    const { yard, server } = await openYard(test, [{ text: 'A red dot.' }, { text: 'Still red.' }])
    const first = await yard.runs.start({
      agent: 'worker',
      prompt: [
        { type: 'text', text: 'What is on this?' },
        { type: 'image', name: 'dot.png', data: png },
        { type: 'file', name: 'notes.md', data: Buffer.from('buy milk') },
      ],
    })
    await allOf(first.events)
    assert.equal((await first.done).status, 'done')
    const second = await yard.runs.start({ agent: 'worker', prompt: 'Again?', threadId: first.threadId })
    await allOf(second.events)
    assert.equal((await second.done).result, 'Still red.')
    for (const index of [0, 1]) {
      const sent = blocksOf(server, index).join('\n')
      assert.match(sent, /"type":"image"/)
      for (const words of [png, 'buy milk', 'notes.md', 'What is on this?'])
        assert.ok(sent.includes(words), `request ${index}: ${words}`)
    }
  })
})
