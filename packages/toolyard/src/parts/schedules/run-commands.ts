/** What `toolyard schedules` and the commands below it do. */
import { cleanText, didYouMean, isPlainObject, ToolyardError, visibleText } from '../../kernel/index.ts'
import type { CommandContext, CommandRun } from '../../cli/command.ts'
import { oneLine } from '../../cli/terminal/call-words.ts'
import { count } from '../../cli/terminal/layout.ts'
import { type Column, table } from '../../cli/terminal/table.ts'
import { dayTime } from '../../cli/terminal/times.ts'
import { unknownCommand } from '../../cli/unknown-command.ts'
import { openYard } from '../../cli/yard/open-yard.ts'
import { personHere, requirePerson } from '../../cli/yard/person.ts'
import { schedules } from './part.ts'
import { type ScheduleView, workOf } from './schedule-access.ts'
import type { Schedules } from './schedules.ts'

/** People may let it come due every second. */
const leastMs = 1000
const shownSlots = 50
const below = ['add', 'rm', 'pause', 'resume', 'run', 'history']
const misfires = ['skip', 'once', 'all'] as const
const overlaps = ['skip', 'queue', 'allow'] as const

const listShape: readonly Column[] = [
  { head: 'schedule' },
  { head: 'when', least: 16, wraps: true },
  { head: 'does', least: 20, wraps: true },
  { head: 'next', least: 12, wraps: true },
]
const historyShape: readonly Column[] = [
  { head: 'due' },
  { head: 'state' },
  { head: 'what', least: 24, wraps: true },
]

interface ListOptions {
  readonly words: readonly string[]
}

interface NamedOptions {
  readonly name: string
}

interface AddOptions extends NamedOptions {
  readonly schedule: string
  readonly tool?: string
  readonly args?: string
  readonly message?: string
  readonly thread?: string
  readonly tz?: string
  readonly misfire?: string
  readonly overlap?: string
}

type Kept<T> = (kept: Schedules) => Promise<T>

/** Opens the schedules of the workspace, and closes all again. */
async function withSchedules<T>(context: CommandContext, use: Kept<T>): Promise<T> {
  const { yard } = await openYard(context, { sync: false, servers: 'none' })
  await using _ = yard
  return await use(yard.installation.part(schedules))
}

export const listSchedules: CommandRun<ListOptions> = async ({ words }, context) => {
  if (words[0] !== undefined) throw unknownCommand('schedules', words[0], below)
  const { terminal, flags } = context
  const all = await withSchedules(context, (kept) => kept.list({}))
  if (flags.jsonOutput) terminal.printJson({ schedules: all })
  else if (all.length === 0)
    terminal.print(
      'Nothing begins by itself. Add a schedule with\n  toolyard schedules add NAME "0 9 * * *" --tool TOOL',
    )
  else {
    terminal.print(
      table(
        all.map((view) => rowOf(view)),
        listShape,
        terminal,
      ),
    )
    terminal.print(terminal.style('dim', `\n${count(all.length, 'schedule')}.`))
  }
  return 0
}

export const addSchedule: CommandRun<AddOptions> = async (options, context) => {
  requirePerson()
  const { terminal, flags } = context
  const { name, schedule, tz: zone, tool, message, thread: threadId } = options
  const work = workOf({ tool, args: argsOf(options.args), message, agent: flags.agent, threadId })
  const rules = {
    misfire: oneOf('--misfire', options.misfire, misfires),
    overlap: oneOf('--overlap', options.overlap, overlaps),
  }
  const view = await withSchedules(context, (kept) =>
    kept.add({ principal: personHere() }, { name, schedule, zone, work, ...rules }, leastMs),
  )
  if (flags.jsonOutput) terminal.printJson({ schedule: view })
  else
    terminal.print(
      `${terminal.style('green', 'added')} ${oneLine(view.name)}: ${view.words}; next ${view.next.map(dayTime).join(', ')}.`,
    )
  return 0
}

export const removeSchedule: CommandRun<NamedOptions> = async ({ name }, context) => {
  requirePerson()
  const gone = await withSchedules(context, async (kept) => kept.remove(await idOf(kept, name)))
  tell(context, 'removed', gone)
  return 0
}

export function changeSchedule(change: 'pause' | 'resume'): CommandRun<NamedOptions> {
  return async ({ name }, context) => {
    requirePerson()
    const changed = await withSchedules(context, async (kept) => kept[change](await idOf(kept, name)))
    tell(context, `${change}d`, changed)
    return 0
  }
}

export const runSchedule: CommandRun<NamedOptions> = async ({ name }, context) => {
  requirePerson()
  const begun = await withSchedules(context, async (kept) => {
    const id = await idOf(kept, name)
    await kept.run(id, personHere())
    return kept.find(id)
  })
  tell(context, 'begins where Toolyard serves:', begun)
  return 0
}

export const showHistory: CommandRun<NamedOptions> = async ({ name }, context) => {
  const { terminal, flags } = context
  const slots = await withSchedules(context, async (kept) => kept.history(await idOf(kept, name), shownSlots))
  if (flags.jsonOutput) terminal.printJson({ history: slots })
  else if (slots.length === 0) terminal.print('It was not due yet.')
  else {
    const rows = slots.map(({ at, state, reason, callId, runId }) => [
      dayTime(at),
      terminal.style(state === 'done' ? 'green' : state === 'failed' ? 'red' : 'yellow', state),
      state === 'waiting' && callId !== undefined
        ? 'a person has to answer: toolyard approvals'
        : oneLine(reason ?? callId ?? runId ?? '', 200),
    ])
    terminal.print(table(rows, historyShape, terminal))
  }
  return 0
}

function tell({ terminal, flags }: CommandContext, done: string, view: ScheduleView): void {
  if (flags.jsonOutput) terminal.printJson({ schedule: view })
  else terminal.print(`${terminal.style('green', done)} ${oneLine(view.name)}`)
}

function rowOf({ name, words, work, isPaused, isWaiting, next }: ScheduleView): string[] {
  const does = 'tool' in work ? `calls ${work.tool}` : `tells ${work.agent ?? ''}: ${cleanText(work.message)}`
  const first = next[0]
  const when = isPaused ? 'paused' : first === undefined ? 'over' : dayTime(first)
  return [oneLine(name), visibleText(words), oneLine(does, 120), isWaiting ? `waiting; ${when}` : when]
}

/** By its id, or by a name that only one has. */
async function idOf(kept: Schedules, name: string): Promise<string> {
  const all = await kept.list({})
  const byId = all.find(({ id }) => id === name)
  if (byId) return byId.id
  const [found, other] = all.filter((view) => view.name === name)
  if (found && other)
    throw new ToolyardError('conflict', `several people have a schedule "${name}"`, {
      hint: 'Name its id; "toolyard schedules --json-output" shows it.',
    })
  if (found) return found.id
  const names = all.map((view) => view.name)
  throw new ToolyardError(
    'not_found',
    `there is no schedule "${name.slice(0, 100)}".${didYouMean(name, names)}`,
    {
      hint: 'See all of them with "toolyard schedules".',
    },
  )
}

function argsOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (isPlainObject(value)) return value
  throw new ToolyardError('invalid_arguments', '--args is not a JSON object', {
    hint: `Write --args '{"to":"team"}'.`,
  })
}

function oneOf<const T extends string>(
  flag: string,
  given: string | undefined,
  known: readonly T[],
): T | undefined {
  const found = known.find((one) => one === given)
  if (found !== undefined || given === undefined) return found
  throw new ToolyardError(
    'invalid_arguments',
    `${flag}: "${given}" is not known.${didYouMean(given, known)}`,
    {
      hint: `Use one of ${known.join(', ')}.`,
    },
  )
}
