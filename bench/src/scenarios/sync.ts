/**
 * What a sync of many tools costs.
 *
 * @module
 */
import { runChild } from '../children/run-child.ts'
import type { SyncCost } from '../children/sync.ts'
import type { Scenario } from '../scenario.ts'
import { inFolder } from '../store/in-folder.ts'

export const sync: Scenario = {
  name: 'sync',
  title: 'Sync of the catalogue (CPU, one process each)',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const many = quick ? 100 : 10_000
      const half = await runChild<SyncCost>('sync', [many / 2, folder])
      const whole = await runChild<SyncCost>('sync', [many, folder])
      return [
        {
          what: `first sync of ${many} tools`,
          ours: whole.first / 1e6,
          unit: 's',
          bar: { of: 'ours', below: 2, text: '<= 2 s' },
        },
        {
          what: `… a tool, beside half as many`,
          ours: whole.first / many,
          unit: 'µs',
          reference: { name: 'half as many', value: half.first / (many / 2) },
          ratio: whole.first / half.first / 2,
          bar: { of: 'ratio', below: 1.2, text: 'linear' },
        },
        { what: `again, nothing changed`, ours: whole.again / 1e6, unit: 's' },
        { what: `heap kept`, ours: whole.kept / 2 ** 20, unit: 'MB' },
      ]
    }),
}
