/** `toolyard calls verify`: holds every row of the journal against the audit chain. */
import { visibleText } from '../../../kernel/index.ts'
import type { JournalCheck } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { count } from '../../terminal/layout.ts'
import { table } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openJournal } from './open-journal.ts'
import type { CallsVerifyOptions } from './verify.ts'

export const verifyJournal: CommandRun<CallsVerifyOptions> = async ({ heads = false }, context) => {
  const { terminal, flags } = context
  const { yard, journal } = await openJournal(context)
  await using _ = yard
  const check = await journal.verify()
  const { rows, entries, problems } = check
  const isOk = problems.length === 0
  if (flags.jsonOutput)
    terminal.printJson({ ok: isOk, rows, entries, problems, ...(heads && { heads: check.heads }) })
  else print(check, heads, terminal)
  return isOk ? 0 : 1
}

function print(
  { rows, entries, problems, heads }: JournalCheck,
  withHeads: boolean,
  terminal: Terminal,
): void {
  const { style } = terminal
  for (const problem of problems) terminal.print(`${style('red', 'wrong:')} ${visibleText(problem)}`)
  const sizes = `${count(rows, 'call')}, ${count(entries, 'entry').replace('entrys', 'entries')} of the audit chain`
  if (rows + entries === 0) terminal.print('ok: there is no call in the journal yet.')
  else if (problems.length === 0)
    terminal.print(`${style('green', 'ok:')} ${sizes}; every row is as it was written.`)
  else
    terminal.print(
      `${style('red', count(problems.length, 'problem'))} in ${sizes}: the journal was changed, and not by Toolyard.`,
    )
  if (withHeads && heads.length > 0)
    terminal.print(
      `\n${table(
        heads.map(({ chain, entries: length, hash }) => [visibleText(chain), String(length), hash]),
        // A hash is of use only whole.
        [{ head: 'chain' }, { head: 'entries' }, { head: 'last hash', below: '' }],
        terminal,
      )}`,
    )
}
