/** Work that begins by itself, at a time of day or every so often: the tool `cron`. */
import type { Part } from '../part.ts'
import { checkWorkWith } from './check-work.ts'
import { fireWith } from './fire.ts'
import { Schedules } from './schedules.ts'

/** Schedules that calls make come due a minute apart at least. */
const leastMs = 60_000

export const schedules: Part<never, Schedules> = {
  name: 'schedules',
  tools: { collab: { cron: () => import('./cron-tool.ts') } },
  start(setup) {
    const { core, store, engine, isWorking } = setup
    const { clock, ids, settings } = core
    const kept = new Schedules({
      engine,
      schedules: store.schedules,
      inbox: store.inbox,
      clock,
      ids,
      workspace: settings.workspace,
      isWorking,
      isShared: store.durable,
      check: checkWorkWith(setup),
      fire: fireWith(setup),
      isOver: async (token) => !(await setup.runs.keeper.stillWaits(token)),
      failed: setup.failed,
    })
    return {
      api: kept,
      services: ({ principal = 'local', agent, threadId, run }) => ({
        schedules: kept.accessFor({ principal, agent, threadId, above: run?.above }, leastMs),
      }),
      work: () => kept.work(),
      close: () => kept.close(),
    }
  },
}
