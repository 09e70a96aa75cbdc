/** `toolyard calls prune`: takes old calls out of the journal; says first how many. */
import { ToolyardError } from '../../../kernel/index.ts'
import type { Pruned } from '../../../store/index.ts'
import { askLine } from '../../asking/terminal-questions.ts'
import type { CommandRun } from '../../command.ts'
import { count } from '../../terminal/layout.ts'
import { dayTime, readSince } from '../../terminal/times.ts'
import { openYard } from '../../yard/open-yard.ts'
import { requirePerson } from '../../yard/person.ts'
import type { CallsPruneOptions } from './prune.ts'

export const pruneCalls: CommandRun<CallsPruneOptions> = async (options, context) => {
  requirePerson()
  const { terminal, flags, signal } = context
  const before = readTime(options)
  const { yard } = await openYard(context, { sync: false, database: 'known', servers: 'none' })
  await using _ = yard
  const found = await yard.store.prune({ before, dryRun: true })
  const isEmpty = found.calls + found.requests === 0
  const what = `${told(found)} from before ${dayTime(before)}`
  if (!flags.jsonOutput) terminal.print(isEmpty ? `There is nothing from before ${dayTime(before)}.` : what)
  const isAsked = !isEmpty && options.yes !== true && terminal.interactive && !flags.jsonOutput
  const isMeant =
    options.yes === true ||
    (isAsked && /^y(es)?$/i.test((await askLine('Delete them? [y/N] ', signal)).trim()))
  const pruned = !isEmpty && isMeant ? await yard.store.prune({ before, signal }) : undefined
  if (flags.jsonOutput) terminal.printJson({ before, found, pruned: pruned ?? null })
  else if (pruned) terminal.print(`${terminal.style('green', 'deleted')} ${told(pruned)}.`)
  else if (!isEmpty) terminal.print(terminal.style('dim', 'Nothing was deleted. Delete them with --yes.'))
  return isAsked && !isMeant ? 3 : 0
}

function told({ calls, requests }: Pruned): string {
  return `${count(calls, 'call')} and ${count(requests, 'answered request')}`
}

function readTime({ before, olderThan }: CallsPruneOptions): number {
  const given = before ?? olderThan
  if (given === undefined || (before !== undefined && olderThan !== undefined))
    throw new ToolyardError('invalid_arguments', 'which calls are old?', {
      hint: 'Give --before DATE, such as 2026-03-01, or --older-than 90d.',
    })
  const at = readSince(given, Date.now(), before === undefined ? '--older-than' : '--before')
  if (at <= Date.now()) return at
  throw new ToolyardError('invalid_arguments', `"${given}" is in the future`, {
    hint: 'Give a time that has passed.',
  })
}
