/**
 * Tables that fit the terminal: 80 columns if there is none, no limit with `--wide`.
 *
 * A row that is too wide first gives up what is for wide tables only and what may stand on a line below it, then narrows the columns that can be cut or broken,
 * the widest first. On a terminal that is too narrow even for that, every column is cut.
 *
 * @module
 */
import { brokenLines, cut, widthOf } from './layout.ts'
import type { Terminal } from './terminal.ts'

export interface Column {
  /** The head of a column in which something stands; other columns with a head are left out. */
  readonly head?: string
  /** How narrow it may become; as wide as its widest cell if nothing is said. */
  readonly least?: number
  /** Broken into lines if it is too long, instead of cut. */
  readonly wraps?: boolean
  /** Stands on the line below if the row is too wide, after this word. */
  readonly below?: string
  /** Left out if the row is too wide: `--wide` shows it. */
  readonly wideOnly?: boolean
}

/** Where a table is shown. */
export type TableScreen = Pick<Terminal, 'tableColumns' | 'style'>
type Row = readonly string[]

interface Layout {
  readonly kept: readonly number[]
  readonly below: readonly number[]
  readonly widths: readonly number[]
}

const gap = '  '
/** Of a column on a terminal that has no room for what is in it. */
const leastOfAll = 4

export function table(rows: readonly Row[], shape: readonly Column[], screen: TableScreen): string {
  return tableLines(rows, shape, screen).join('\n')
}

/** One text a row, which may have several lines; the heads first, if there are any. */
export function tableLines(rows: readonly Row[], shape: readonly Column[], screen: TableScreen): string[] {
  const used = shape.flatMap(({ head }, column) =>
    head === undefined || rows.some((row) => (row[column] ?? '') !== '') ? [column] : [],
  )
  const heads = shape.map(({ head = '' }) => screen.style('dim', head))
  const all = heads.some((head) => head !== '') ? [heads, ...rows] : rows
  const layout = layOut(all, { shape, used, room: screen.tableColumns })
  return all.map((row, index) =>
    [
      ...cellsOf(row, shape, layout),
      ...(all !== rows && index === 0 ? [] : belowOf(row, { shape, layout, screen })),
    ].join('\n'),
  )
}

/** Names with what is to be said of each. */
export function factTable(
  facts: readonly (readonly [name: string, said: string])[],
  screen: TableScreen,
): string {
  return table(
    facts.map(([name, said]) => [screen.style('dim', name), said]),
    [{}, { least: 24, wraps: true }],
    screen,
  )
}

interface Demand {
  readonly shape: readonly Column[]
  readonly used: readonly number[]
  readonly room: number
}

function layOut(rows: readonly Row[], { shape, used, room }: Demand): Layout {
  const widest = (column: number): number => Math.max(0, ...rows.map((row) => widthOf(row[column] ?? '')))
  const natural = new Map(used.map((column) => [column, Math.min(widest(column), room + 1)]))
  const widthsOf = (kept: readonly number[]): number[] => kept.map((column) => natural.get(column) ?? 0)
  if (total(widthsOf(used)) <= room) return { kept: used, below: [], widths: widthsOf(used) }
  const needed = used.filter((column) => shape[column]?.wideOnly !== true)
  const below = needed.filter((column) => shape[column]?.below !== undefined)
  const kept = needed.filter((column) => shape[column]?.below === undefined)
  const widths = widthsOf(kept)
  narrow(widths, { room, least: (index) => shape[kept[index] ?? 0]?.least ?? widths[index] ?? 0 })
  narrow(widths, { room, least: () => leastOfAll })
  return { kept, below, widths }
}

function narrow(
  widths: number[],
  { room, least }: { readonly room: number; readonly least: (index: number) => number },
): void {
  const limits = widths.map((_, index) => least(index))
  while (total(widths) > room) {
    let widest = -1
    for (const [index, width] of widths.entries())
      if (width > (limits[index] ?? 0) && width > (widths[widest] ?? 0)) widest = index
    if (widest === -1) return
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1)
}

function cellsOf(row: Row, shape: readonly Column[], { kept, widths }: Layout): string[] {
  const cells = kept.map((column, index) => {
    const [cell = '', width = 0] = [row[column], widths[index]]
    return shape[column]?.wraps ? brokenLines(cell, width) : [cut(cell, width)]
  })
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, index) => pad(lines[line] ?? '', widths[index] ?? 0))
      .join(gap)
      .trimEnd(),
  )
}

function belowOf(
  row: Row,
  { shape, layout, screen }: { shape: readonly Column[]; layout: Layout; screen: TableScreen },
): string[] {
  const room = screen.tableColumns - gap.length
  const lines: string[] = []
  for (const column of layout.below) {
    const cell = row[column] ?? ''
    const label = shape[column]?.below ?? ''
    if (cell === '') continue
    const told = cut(`${screen.style('dim', label)}${label && ' '}${screen.style('dim', cell)}`, room)
    const longer = `${lines.at(-1) ?? ''}${gap}${told}`
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(told)
  }
  return lines.map((line) => `${gap}${line}`)
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)))
}
