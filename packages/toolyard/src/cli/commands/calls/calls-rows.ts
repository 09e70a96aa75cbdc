/**
 * Calls as lines: a table of them, or one at a time while they happen.
 *
 * @module
 */
import type { CallRecord } from '../../../store/index.ts'
import { argumentsLine, oneLine, statusText } from '../../terminal/call-words.ts'
import { widthOf } from '../../terminal/layout.ts'
import { type Column, table, type TableScreen } from '../../terminal/table.ts'
import { clockTime, timeSpan } from '../../terminal/times.ts'

/** More of the arguments than any table shows. */
const mostArguments = 400

const shape: readonly Column[] = [
  { head: 'time' },
  { head: 'call', below: '' },
  { head: 'tool', least: 16 },
  { head: 'status' },
  { head: 'took' },
  { head: 'door', wideOnly: true },
  { head: 'agent', least: 8 },
  { head: 'thread', wideOnly: true },
  { head: 'arguments', least: 24 },
]

/** With a heading; columns in which nothing stands are left out. */
export function callsTable(calls: readonly CallRecord[], terminal: TableScreen): string {
  return table(
    calls.map((call) => cellsOf(call, terminal)),
    shape,
    terminal,
  )
}

/** What has just happened, in a line of its own: most of it stands below the same of the line before. */
export function callLine(call: CallRecord, terminal: TableScreen): string {
  const [, id, tool = '', status = '', took = '', door, agent, thread, words] = cellsOf(call, terminal)
  const time = terminal.style('dim', clockTime(call.startedAt + call.durationMs, Date.now()))
  const aside: Column = { below: '' }
  const cells: readonly (readonly [string | undefined, Column])[] = [
    [time, {}],
    [pad(status, 9), {}],
    [pad(took, 6), {}],
    [pad(tool, 20), { least: 16 }],
    [id, aside],
    [`through ${door}`, aside],
    [agent && `agent ${agent}`, aside],
    [thread && `thread ${thread}`, aside],
    [words, { least: 24 }],
  ]
  const told = cells.filter(([cell]) => cell)
  return table(
    [told.map(([cell = '']) => cell)],
    told.map(([, column]) => column),
    terminal,
  )
}

function cellsOf(call: CallRecord, { style }: TableScreen): string[] {
  const isOver = call.status !== 'running' && call.status !== 'unknown'
  return [
    style('dim', clockTime(call.startedAt, Date.now())),
    oneLine(call.id, 100),
    style('cyan', oneLine(call.tool, 40)),
    statusText(call.status, style),
    isOver ? timeSpan(call.durationMs) : '',
    oneLine(call.origin, 20),
    oneLine(call.agent ?? '', 30),
    oneLine(call.threadId ?? '', 64),
    argumentsLine(call.input, mostArguments),
  ]
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
