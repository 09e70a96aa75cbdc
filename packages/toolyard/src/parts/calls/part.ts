/** Calls in the background: they belong to the installation, not to the process that asked for them. */
import { queueOf } from '../../engine/index.ts'
import type { CallServices } from '../../pipeline/index.ts'
import type { Part } from '../part.ts'
import type { CallsAnywhere } from './anywhere/calls-anywhere.ts'
import { RunningAnywhere } from './anywhere/running-anywhere.ts'
import type { BackgroundCalls } from './background-calls.ts'
import { ownQueue } from './call-jobs.ts'
import { CallWorker } from './call-worker.ts'
import { callsElsewhere } from './calls-elsewhere.ts'
import { StoredCalls } from './stored-calls.ts'

/** Beside what others use of it, how the pipeline hands calls over. */
interface CallsApi extends BackgroundCalls {
  /** Calls that run in a process. */
  readonly anywhere: CallsAnywhere
  readonly elsewhere: NonNullable<CallServices['elsewhere']>
}

export const calls: Part<never, CallsApi> = {
  name: 'calls',
  start(setup) {
    const { core, store, engine, here, isWorking, queues } = setup
    const { clock, ids, tools, people, settings, policy } = core
    const { workspace } = settings
    const isDurable = store.durable
    const served = [...(isWorking ? [ownQueue] : []), ...queues].map((name) => queueOf(name, workspace))
    const place = { workspace, isDurable, engine }
    const worker =
      served.length > 0
        ? new CallWorker({
            ...setup,
            ...place,
            isShared: (shared) => !isDurable || shared !== here,
            queues: served,
            // Others see at once that these are served.
            opensAtOnce: queues.length > 0,
          })
        : undefined
    const background = new StoredCalls({
      ...place,
      store,
      clock,
      ids,
      tools,
      rights: people.rights,
      policy,
      maxBytes: settings.arguments.maxBytes,
      expect: async () => worker?.open(),
    })
    const anywhere = new RunningAnywhere({ ...setup, isDurable, journal: core.records.journal })
    const requestOf = async (callId: string): Promise<string | undefined> =>
      (await store.inbox.list({ callId, status: 'pending', limit: 1 }))[0]?.id
    const elsewhere = callsElsewhere({ ...place, background, clock, queues, requestOf })
    return {
      api: Object.assign(background, { elsewhere, anywhere }),
      work: async () => worker?.open(),
      close: async () => {
        await anywhere.close()
        await worker?.close()
      },
    }
  },
}
