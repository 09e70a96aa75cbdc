/**
 * A run's spans as lines of text: what it is, a bar on the scale of the run, and how long it took.
 *
 * @module
 */
import type { RunSpan } from '../../../serve/views/index.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { cut, widthOf } from '../../terminal/layout.ts'
import type { TableScreen } from '../../terminal/table.ts'
import type { TextStyle } from '../../terminal/terminal.ts'
import { duration } from './run-words.ts'

export interface TextScale {
  readonly from: number
  readonly to: number
  readonly now: number
}

/** A span, and how deep it stands below the run that is shown. */
export interface SpanLine {
  readonly span: RunSpan
  readonly depth: number
}

const widest = 160
const mostLabel = 44
const lengthWidth = 8
/** Waiting is told from running by its sign too. */
const signs = { step: '█', call: '▓', wait: '░', run: '─', paused: '·' } as const
const styles: Readonly<Record<keyof typeof signs, TextStyle>> = {
  step: 'cyan',
  call: 'green',
  wait: 'yellow',
  run: 'bold',
  paused: 'dim',
}

export const legend = `${signs.step} model  ${signs.call} tool call  ${signs.wait} waiting for people  ${signs.run} sub-agent  ${signs.paused} not running`

export function waterfallLines(
  lines: readonly SpanLine[],
  scale: TextScale,
  { tableColumns, style }: TableScreen,
): readonly string[] {
  const room = Math.min(tableColumns, widest)
  const label = Math.min(mostLabel, Math.floor(room * 0.42))
  const bar = room - label - lengthWidth - 2
  return lines.map(({ span, depth }) => {
    const name = cut(`${'  '.repeat(Math.min(depth, 8))}${labelOf(span)}`, label)
    const padded = name + ' '.repeat(Math.max(0, label - widthOf(name)))
    const took = duration((span.endedAt ?? scale.now) - span.startedAt)
    const isBad = ['failed', 'error', 'denied', 'timeout'].includes(span.status)
    return `${isBad ? style('red', padded) : padded} ${barOf(span, scale, { width: bar, style })} ${took.padStart(lengthWidth)}`
  })
}

function labelOf(span: RunSpan): string {
  const { kind, name, status, step = 0, retries = 0, attempt = 1 } = span
  if (kind === 'paused') return status === 'queued' ? 'waiting for a worker' : 'resumed elsewhere'
  if (kind === 'step') {
    const more = [
      status === 'answered' ? '' : status,
      retries > 0 ? `${retries} retries` : '',
      attempt > 1 ? `attempt ${attempt}` : '',
    ].filter((text) => text !== '')
    return `step ${step}${more.length > 0 ? ` (${more.join(', ')})` : ''}`
  }
  const said = status === 'ok' || status === 'done' ? '' : ` ${status}`
  return kind === 'run' ? `→ ${oneLine(name)}${said}` : `${oneLine(name)}${said}`
}

interface BarScreen extends Pick<TableScreen, 'style'> {
  readonly width: number
}

function barOf(span: RunSpan, { from, to, now }: TextScale, { width, style }: BarScreen): string {
  const at = (time: number): number =>
    Math.min(width, Math.max(0, Math.floor(((time - from) / Math.max(1, to - from)) * width)))
  const cells: (keyof typeof signs | undefined)[] = Array.from({ length: width })
  const fill = (sign: keyof typeof signs, start: number, end: number): void => {
    const first = Math.min(at(start), width - 1)
    cells.fill(sign, first, Math.max(at(end), first + 1))
  }
  fill(span.kind, span.startedAt, span.endedAt ?? now)
  for (const { startedAt, endedAt = now } of span.waits ?? []) fill('wait', startedAt, endedAt)
  let text = ''
  for (let start = 0; start < width;) {
    const sign = cells[start]
    let end = start
    while (end < width && cells[end] === sign) end++
    const piece = (sign === undefined ? ' ' : signs[sign]).repeat(end - start)
    text += sign === undefined ? piece : style(styles[sign], piece)
    start = end
  }
  return text
}
