/** The journal that the commands around calls look at: the database's, or the one that the configuration brings. */
import { ToolyardError } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CallJournal, CallRecord } from '../../../store/index.ts'
import type { CommandContext } from '../../command.ts'
import { openYard, type OpenOptions } from '../../yard/open-yard.ts'

export interface OpenedJournal {
  readonly yard: ToolService
  readonly journal: CallJournal
  /** Whether the configuration says that nothing is to be written down. */
  readonly isOff: boolean
}

/** Looking makes no database if there is none, and changes no catalogue. */
export async function openJournal(
  context: CommandContext,
  { database = 'known' }: Pick<OpenOptions, 'database'> = {},
): Promise<OpenedJournal> {
  const { yard, config } = await openYard(context, { sync: false, database, servers: 'none' })
  const own = config.journal
  return { yard, journal: typeof own === 'object' ? own : yard.store.calls, isOff: own === false }
}

/** Throws `not_found`. */
export async function requireCall(journal: CallJournal, id: string): Promise<CallRecord> {
  const record = await journal.find(id)
  if (record) return record
  throw new ToolyardError('not_found', `the journal has no call "${id.slice(0, 200)}"`, {
    hint: 'See the calls that were made with "toolyard calls". A call that waits for approval is in "toolyard approvals".',
  })
}
