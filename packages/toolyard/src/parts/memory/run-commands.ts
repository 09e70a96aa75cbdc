/** What `toolyard memory` and the commands below it do. */
import type { CommandContext, CommandRun } from '../../cli/command.ts'
import { oneLine } from '../../cli/terminal/call-words.ts'
import { count } from '../../cli/terminal/layout.ts'
import { type Column, table } from '../../cli/terminal/table.ts'
import { dayTime } from '../../cli/terminal/times.ts'
import { unknownCommand } from '../../cli/unknown-command.ts'
import { openYard } from '../../cli/yard/open-yard.ts'
import { cliPrincipal, requirePerson } from '../../cli/yard/person.ts'
import { seenBy } from './memory-access.ts'
import type { Note } from './note.ts'
import { type Notes, searchNotes } from './notes.ts'
import { memory } from './part.ts'

const shape: readonly Column[] = [
  { head: 'note' },
  { head: 'says', least: 30, wraps: true },
  { head: 'seen by' },
  { head: 'written', least: 16, wraps: true },
]

async function withNotes<T>(context: CommandContext, use: (notes: Notes) => Promise<T>): Promise<T> {
  const { yard } = await openYard(context, { sync: false, servers: 'none' })
  await using _ = yard
  return await use(yard.installation.part(memory))
}

export const showNotes: CommandRun<{ readonly words: readonly string[] }> = async ({ words }, context) => {
  if (words[0] !== undefined) throw unknownCommand('memory', words[0], ['list', 'forget'])
  return list(context, undefined)
}

export const listNotes: CommandRun<{ readonly search?: string }> = async ({ search }, context) =>
  list(context, search)

async function list(context: CommandContext, search: string | undefined): Promise<0> {
  const { terminal, flags } = context
  const all = await withNotes(context, (notes) => notes.list(cliPrincipal))
  const seen = flags.agent === undefined ? all : all.filter(seenBy(flags.agent))
  const found = search === undefined ? seen : searchNotes(seen, search)
  if (flags.jsonOutput) terminal.printJson({ notes: found })
  else if (found.length === 0)
    terminal.print(search === undefined ? 'There are no notes.' : 'No note has these words.')
  else {
    terminal.print(table(found.map(rowOf), shape, terminal))
    terminal.print(terminal.style('dim', `\n${count(found.length, 'note')}.`))
  }
  return 0
}

export const forgetNote: CommandRun<{ readonly id: string }> = async ({ id }, context) => {
  requirePerson()
  const { terminal, flags } = context
  const note = await withNotes(context, (notes) => notes.remove(cliPrincipal, id))
  if (flags.jsonOutput) terminal.printJson({ note })
  else terminal.print(`${terminal.style('green', 'forgot')} ${note.id}: ${oneLine(note.title)}`)
  return 0
}

function rowOf({ id, title, text, agent, by, updatedAt }: Note): string[] {
  const says = text.startsWith(title) ? text : `${title}: ${text}`
  return [id, oneLine(says, 300), agent ?? 'all agents', `${dayTime(updatedAt)} by ${oneLine(by)}`]
}
