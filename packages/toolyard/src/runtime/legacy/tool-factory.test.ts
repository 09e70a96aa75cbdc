import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolFactory } from './index.ts'
import { withYard } from './support.test.ts'

describe('ToolFactory', () => {
  it('tells a fault of any kind in error and never throws', () =>
    withYard(async (yard) => {
      const factory = new ToolFactory(yard)
      for (const [name, args] of [
        ['none', {}],
        ['echo', { a: 'x' }],
        ['count', { to: 'y' }],
      ] as const) {
        const result = await factory.runTool(undefined, name, args)
        assert.equal(result.name, name)
        assert.ok(result.error && !('output' in result))
      }
    }))

  it('gives the text of a result that has no data', () =>
    withYard(async (yard) => {
      yard.registry.register({ name: 'nothing', description: 'n', execute: () => undefined })
      assert.deepEqual(await new ToolFactory(yard).runTool(undefined, 'nothing'), {
        name: 'nothing',
        output: '',
      })
    }))
})
