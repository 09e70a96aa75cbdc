/** Tells people on a channel that a request waits for them. */
import type { NotifySettings } from '../../define/index.ts'
import { channels } from '../channels/part.ts'
import type { Part } from '../part.ts'
import { checkNotify } from './check-notify.ts'
import { Notices } from './notices.ts'

export const notices: Part<NotifySettings> = {
  name: 'notices',
  setting: { name: 'notify', check: checkNotify },
  start({ core, of, failed }, settings) {
    if (!settings) return {}
    // A name that leads nowhere is told at the start, not when a request waits.
    of(channels).resolve(settings.channel, settings.to)
    const told = new Notices({
      settings,
      clock: core.clock,
      send: (...sent) => of(channels).send(...sent),
      failed,
    })
    const leave = core.hooks.runs.add({
      name: 'notify',
      type: 'NOTIFICATION',
      handler: (asked) => told.tell(asked),
    })
    return {
      async close() {
        leave()
        told.close()
      },
    }
  },
}
