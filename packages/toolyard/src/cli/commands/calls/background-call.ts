/** A call that goes on elsewhere, for people: how far it has come, or what it tells until it ends. */
import type { ToolEvent } from '../../../define/index.ts'
import { type BackgroundCall, calls } from '../../../parts/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CommandContext } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { factTable } from '../../terminal/table.ts'
import type { ExitCode, Terminal } from '../../terminal/terminal.ts'
import { ago, dayTime } from '../../terminal/times.ts'
import { printJson, printText } from '../tools/print-events.ts'

/** From its first event that is kept to its result. */
export async function followBackground(
  yard: ToolService,
  id: string,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, flags, signal } = context
  const { note, noteStyle } = terminal
  if ((await yard.background.find(id))?.state === 'queued')
    note(noteStyle('dim', 'It waits for a worker: "toolyard serve" or "toolyard worker" takes it.'))
  const events = (async function* () {
    for await (const { event } of yard.background.watch(id, 0, signal)) yield event
  })()
  return flags.jsonOutput ? printJson(events, true, context) : printText(events, terminal)
}

/** Of one that runs in another process; undefined if none tells of it. */
export async function followRunning(
  yard: ToolService,
  id: string,
  context: CommandContext,
): Promise<ExitCode | undefined> {
  const { terminal, flags, signal } = context
  const call = await yard.installation.part(calls).anywhere.follow([id], { signal })
  if (!call) return undefined
  const events = (async function* () {
    for await (const event of call.events) if (!('missed' in event)) yield JSON.parse(event.json) as ToolEvent
  })()
  return flags.jsonOutput ? printJson(events, true, context) : printText(events, terminal)
}

/** Of one that the journal does not know yet. */
export function printBackground(call: BackgroundCall, terminal: Terminal): void {
  const { style } = terminal
  terminal.print(`${style('bold', oneLine(call.tool))}  ${style('yellow', wordsOf(call))}`)
  const facts: (readonly [string, string])[] = [
    ['call', oneLine(call.id, 200)],
    ['asked for', `${dayTime(call.createdAt)}, ${ago(call.createdAt, Date.now())}, in the background`],
    ['from', oneLine(call.agent ?? call.principal ?? 'local')],
  ]
  terminal.print(factTable(facts, terminal))
}

function wordsOf({ state }: BackgroundCall): string {
  if (state === 'queued') return 'waits for a worker'
  return state === 'waiting' ? 'waits for an approval' : state
}
