import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, type HookSpec } from '../index.ts'
import { type Input, probe } from './support.test.ts'

const hook = (handler: HookSpec['handler']): HookSpec => ({ name: 'hook', type: 'PRE_TOOL_USE', handler })

describe('hooks', () => {
  for (const settings of [
    { onFailure: 'Deny' },
    { onFailure: null },
    { tools: 'probe' },
    { tools: [5] },
    { timeoutMs: 0 },
    { timeoutMs: 2 ** 31 },
    { order: Number.NaN },
  ])
    it(`are refused with a setting that would make them look away: ${JSON.stringify(settings)}`, async () => {
      const wrong = { ...hook(() => undefined), ...settings }
      await assert.rejects(createToolyard({ hooks: [wrong as HookSpec] }), { code: 'invalid_config' })
    })

  it('change nothing by writing into the arguments that they are shown', async () => {
    const inputs: Input[] = []
    await using yard = await createToolyard({
      tools: [probe((input) => (inputs.push(input), 'done'))],
      hooks: [
        hook(({ arguments: input }) => {
          ;(input['list'] as unknown[])[0] = 'other'
          ;(input['deep'] as { list: unknown[] }).list.push('more')
        }),
      ],
    })
    await yard.call('probe', { list: ['a'], deep: { list: [] } })
    assert.deepEqual(inputs, [{ list: ['a'], deep: { list: [] } }])
  })

  for (const [wrong, message] of [
    [{ type: 'RUN_BEGIN' }, /type "RUN_BEGIN" is not known/],
    [{ handler: undefined }, /has no handler/],
    [{ tools: ['probe'] }, /tools/],
    [{ timeoutMs: -1 }, /timeoutMs/],
  ] as const)
    it(`of runs are refused that are written wrongly: ${JSON.stringify(wrong)}`, async () => {
      const given = { name: 'hook', type: 'RUN_START', handler: () => {}, ...wrong }
      await assert.rejects(createToolyard({ hooks: [given as unknown as HookSpec] }), {
        code: 'invalid_config',
        message,
      })
    })
})
