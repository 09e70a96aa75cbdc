/** `toolyard calls cancel ID`: ends a call, in whichever process it runs. */
import { calls } from '../../../parts/index.ts'
import type { CommandRun } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { personHere, requirePerson } from '../../yard/person.ts'
import type { CallsCancelOptions } from './cancel.ts'
import { openJournal, requireCall } from './open-journal.ts'

export const cancelCall: CommandRun<CallsCancelOptions> = async ({ id }, context) => {
  requirePerson()
  const { terminal, flags } = context
  const { yard, journal } = await openJournal(context)
  await using _ = yard
  const { cancelled, reason } = (await yard.background.find(id))
    ? { cancelled: await yard.background.cancel(id, `cancelled by ${personHere()}`), reason: undefined }
    : await yard.installation.part(calls).anywhere.cancel([id])
  if (!cancelled && !reason && !(await yard.background.find(id))) await requireCall(journal, id)
  if (flags.jsonOutput) terminal.printJson({ cancelled, reason })
  else if (cancelled) terminal.print(`${terminal.style('green', 'cancelled')} ${oneLine(id)}`)
  else terminal.print(reason ?? 'It has ended already.')
  return reason === undefined ? 0 : 1
}
