/**
 * Calls as lines: a table of them, or one at a time while they happen.
 *
 * @module
 */
import type { CallRecord } from '../store/index.ts'
import { argumentsLine, oneLine, statusText } from './call-words.ts'
import { table, widthOf } from './layout.ts'
import type { Terminal } from './terminal.ts'
import { clockTime, timeSpan } from './times.ts'

/** Arguments get at least so many columns, however narrow the terminal is. */
const leastColumns = 24
const heads = ['time', 'call', 'tool', 'status', 'took', 'door', 'agent', 'thread']

/** With a heading; columns in which nothing stands are left out. */
export function callsTable(calls: readonly CallRecord[], terminal: Terminal): string {
  const rows = calls.map((call) => cellsOf(call, terminal))
  const used = heads.map((_, column) => rows.some((row) => row[column] !== ''))
  const head = heads.map((text) => terminal.style('dim', text))
  const whole = [head, ...rows].map((row) => row.filter((_, column) => used[column]))
  const [first = ''] = table(whole.map((row) => [...row, '|'])).split('\n')
  const room = Math.max(leastColumns, (terminal.columns ?? 160) - widthOf(first) - 1)
  return table([
    [...(whole[0] ?? []), terminal.style('dim', 'arguments')],
    ...whole.slice(1).map((row, index) => [...row, argumentsLine(calls[index]?.input, room)]),
  ])
}

/** What has just happened, in a line of its own: most of it stands below the same of the line before. */
export function callLine(call: CallRecord, terminal: Terminal): string {
  const [, id = '', tool = '', status = '', took = '', door = ''] = cellsOf(call, terminal)
  const { agent, threadId, startedAt, durationMs } = call
  const fixed = [
    terminal.style('dim', clockTime(startedAt + durationMs, Date.now())),
    pad(status, 9),
    pad(took, 6),
    pad(tool, 20),
    id,
    `through ${door}`,
    agent === undefined ? '' : `agent ${oneLine(agent, 30)}`,
    threadId === undefined ? '' : `thread ${oneLine(threadId, 30)}`,
  ]
    .filter(Boolean)
    .join('  ')
  const room = Math.max(leastColumns, (terminal.columns ?? 160) - widthOf(fixed) - 2)
  return `${fixed}  ${argumentsLine(call.input, room)}`.trimEnd()
}

function cellsOf(call: CallRecord, { style }: Terminal): string[] {
  const isOver = call.status !== 'running' && call.status !== 'unknown'
  return [
    style('dim', clockTime(call.startedAt, Date.now())),
    oneLine(call.id, 64),
    style('cyan', oneLine(call.tool, 40)),
    statusText(call.status, style),
    isOver ? timeSpan(call.durationMs) : '',
    oneLine(call.origin, 20),
    oneLine(call.agent ?? '', 30),
    oneLine(call.threadId ?? '', 30),
  ]
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
