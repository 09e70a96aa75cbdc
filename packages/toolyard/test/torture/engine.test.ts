/** Short forms of those gates that no other test tries. CI tries all of them (`npm run torture -- engine --short`); without `--short` they take longer. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runGates } from './engine/run-gates.ts'

const places = {
  embedded: ['agent-killed', 'frozen', 'kills', 'runs-killed'],
  fleet: ['frozen', 'kills', 'redis-killed'],
} as const

describe('an engine whose processes die, freeze and lose their server', () => {
  for (const place of ['embedded', 'fleet'] as const)
    it(`keeps every guarantee (${place})`, async (context) => {
      const seed = Date.now() % 1_000_000
      const names = places[place]
      const results = await runGates({ isShort: true, names, places: [place], seed, tell: () => {} })
      for (const { gate, what, measured } of results) context.diagnostic(`${gate}: ${what}: ${measured}`)
      const broken = results.filter(({ kind, isMet }) => kind === 'guarantee' && !isMet)
      assert.deepEqual(broken, [], `seed ${seed}`)
      assert.deepEqual([...new Set(results.map(({ gate }) => gate))], [...names])
    })
})
