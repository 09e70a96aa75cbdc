/** `toolyard calls --follow`: calls of any process as they begin and end, until Ctrl-C. */
import { once } from 'node:events'
import { lookWhenTold } from '../../../engine/index.ts'
import { createClock, messageOf, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { CallFilter, CallRecord } from '../../../store/index.ts'
import { CallWatch } from '../../../serve/views/index.ts'
import type { CommandRun } from '../../command.ts'
import { callLine } from './calls-rows.ts'
import { openJournal } from './open-journal.ts'

export interface CallsFollowOptions extends CallFilter {
  /** How many of the calls before now are shown first. */
  readonly limit: number
}

const pollMs = 250
const retryMs = 1000

export const followCalls: CommandRun<CallsFollowOptions> = async (filter, context) => {
  const { terminal, flags, signal } = context
  if (filter.before !== undefined)
    throw new ToolyardError('invalid_arguments', '--before asks for older calls, and --follow for new ones', {
      hint: 'Use one of them.',
    })
  const { yard, journal } = await openJournal(context, { database: 'always' })
  await using _ = yard
  const watch = new CallWatch(journal, filter)
  const tell = async (rows: readonly CallRecord[]): Promise<void> => {
    for (const row of rows) {
      if (filter.status !== undefined && row.status !== filter.status) continue
      const call = await watch.whole(row)
      if (flags.jsonOutput) terminal.printJsonLine(call)
      else terminal.print(callLine(call, terminal))
    }
  }
  await tell(await watch.begin(filter.limit, performance.now()))
  if (terminal.interactive && !flags.jsonOutput)
    terminal.note(terminal.noteStyle('dim', 'Waiting for calls. Ctrl-C ends it.'))
  let problem: string | undefined
  const looking = lookWhenTold({
    signs: journal === yard.store.calls ? yard.installation.signs : undefined,
    clock: createClock(),
    leastMs: pollMs,
    silenceMs: () => watch.soonMs,
    everyMs: pollMs,
    failedMs: retryMs,
    look: async () => {
      const rows = await watch.look(performance.now())
      await tell(rows)
      problem = undefined
      return rows.length > 0
    },
    failed: (error) => {
      const now = messageOf(error)
      if (now !== problem) terminal.note(`${visibleText(now)}\n  Trying again until it works, or Ctrl-C.`)
      problem = now
    },
  })
  if (!signal.aborted) await once(signal, 'abort')
  await looking.stop()
  return 0
}
