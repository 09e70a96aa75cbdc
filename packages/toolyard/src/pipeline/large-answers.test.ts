import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, textOf } from 'toolyard'

/** Looks like secrets everywhere, and like no text at all: the dearest to look through. */
const noise = Array.from({ length: 4096 }, (_, at) => String.fromCharCode((at * 7919) % 256)).join('')

describe('a very long answer', () => {
  for (const [kind, answer] of [
    ['text', (text: string) => text],
    ['data', (text: string) => ({ text })],
  ] as const)
    it(`of ${kind} is looked through without holding up others, and is kept whole`, async () => {
      const secret = 'hunter2-hunter2'
      const text = `${noise.repeat(2000)}\n${secret}\nthe end`
      const tool = defineTool({
        name: 'large',
        description: 'Answers a lot.',
        permission: 'read',
        effects: 'none',
        execute: () => answer(text),
      })
      await using yard = await createToolyard({
        tools: [tool],
        secrets: ['PASS'],
        environment: { PASS: secret },
      })
      let turns = 0
      const others = setInterval(() => turns++, 1)
      const result = await yard.call('large')
      clearInterval(others)
      assert.equal(result.status, 'ok')
      assert.ok(turns > 10, `others had ${turns} turns`)
      assert.ok(textOf(result).length < 60_000)
      const kept = await yard.store.results.read(result.handle ?? '')
      assert.match(kept?.text ?? '', /the end/)
      assert.doesNotMatch(kept?.text ?? '', /hunter2/)
      assert.equal(result.data, undefined)
    })
})
