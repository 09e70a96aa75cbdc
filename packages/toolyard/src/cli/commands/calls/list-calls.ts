/** `toolyard calls`: the calls that were made, newest first; one call's story; or calls as they happen. */
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import type { CallFilter, CallRecord } from '../../../store/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { count } from '../../terminal/layout.ts'
import type { ExitCode } from '../../terminal/terminal.ts'
import { isCommandLike, unknownCommand } from '../../unknown-command.ts'
import { flagsText, readFilter } from './calls-filter.ts'
import { callsTable } from './calls-rows.ts'
import type { CallsOptions } from './calls.ts'
import { followCalls } from './follow-calls.ts'
import { type OpenedJournal, openJournal } from './open-journal.ts'
import { tellStory } from './tell-story.ts'

/** Rows of a page, and rows that stand before what follows. */
const pageSize = 20
const rowsBefore = 10
const commands = ['show', 'stats', 'verify', 'save']

export const listCalls: CommandRun<CallsOptions> = async (options, context) => {
  const { words, follow = false, ...given } = options
  const { terminal, flags } = context
  if (words.length > 0) return tellOne(words, { ...given, ...(follow && { follow: '' }) }, context)
  const filter = readFilter(given, {
    agent: flags.agent,
    now: Date.now(),
    ...(follow ? { limit: rowsBefore, least: 0 } : { limit: pageSize, least: 1 }),
  })
  if (follow) return followCalls(filter, context)
  const opened = await openJournal(context)
  await using _ = opened.yard
  // One more than is shown tells whether there is another page.
  const found = await opened.journal.list({ ...filter, limit: filter.limit + 1 })
  const shown = found.slice(0, filter.limit)
  const next = found.length > shown.length ? (shown.at(-1)?.position ?? null) : null
  if (flags.jsonOutput) terminal.printJson({ calls: shown, next })
  else if (shown.length === 0) terminal.print(emptyText(filter, opened))
  else {
    terminal.print(callsTable(shown, terminal))
    const text = { ...given, agent: flags.agent }
    terminal.print(terminal.style('dim', `\n${lastLine(shown, next, flagsText(text))}`))
  }
  return 0
}

/** A call is shown whole: what chooses among calls says nothing there. */
async function tellOne(words: readonly string[], others: object, context: CommandContext): Promise<ExitCode> {
  const [id = '', ...rest] = words
  if (rest.length > 0) throw unknownCommand('calls', id, commands)
  const [name] = Object.keys(others)
  if (name !== undefined)
    throw new ToolyardError('invalid_arguments', `--${name} chooses among calls, and "${id}" names one`, {
      hint: `Run "toolyard calls ${id}" without it.`,
    })
  try {
    return await tellStory({ id }, context)
  } catch (error) {
    const isNone =
      ToolyardError.isInstance(error) && error.code === 'not_found' && isCommandLike(id, commands)
    throw isNone ? unknownCommand('calls', id, commands) : error
  }
}

function lastLine(shown: readonly CallRecord[], next: number | null, flags: string): string {
  const number = `${count(shown.length, 'call')}, newest first.`
  return next === null
    ? `${number} Look at one with "toolyard calls ID".`
    : `${number} Older ones: toolyard calls${flags} --before ${next}`
}

function emptyText(filter: CallFilter, { yard, isOff }: OpenedJournal): string {
  if (isOff) return 'No calls: the configuration switches the journal off (journal: false).'
  const { tool, threadId, agent, status, since, before } = filter
  if (before !== undefined) return 'No older calls.'
  const isFiltered = [tool, threadId, agent, status, since].some((value) => value !== undefined)
  if (!isFiltered) return 'No calls yet. Make one: toolyard call NAME key=value'
  const names = yard.registry.toolNames
  const near = tool === undefined || names.includes(tool) ? '' : didYouMean(tool, names)
  return `No call matches.${near} Run "toolyard calls" to see all of them.`
}
