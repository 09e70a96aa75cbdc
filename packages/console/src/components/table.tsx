/**
 * Rows of one kind under headings. The columns say what stands in a cell, how wide it is and where it is hidden.
 *
 * @module
 */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Card } from './page.tsx'

export interface Column<Row> {
  readonly title: string
  /** Said of the heading when it is pointed at. */
  readonly hint?: string
  readonly render: (row: Row) => ReactNode
  /** Of heading and cells: width, alignment, on which screens it is shown. */
  readonly className?: string
  /** Of the cells alone. */
  readonly cellClassName?: string
  /** Whether it names its row. */
  readonly isRowHeading?: boolean
  /** Whether only screen readers are told its title, as over a column of buttons. */
  readonly isTitleHidden?: boolean
}

export interface TableProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly label?: string
  /** Whether a row leads somewhere: one of its cells holds a `RowLink`. The columns then keep their widths. */
  readonly isLinked?: boolean
  readonly isDense?: boolean
  /** Whether it is for screen readers alone, beside a picture that shows the same. */
  readonly isUnseen?: boolean
}

export function Table<Row>({
  columns,
  rows,
  keyOf,
  label,
  isLinked = false,
  isDense = false,
  isUnseen = false,
}: TableProps<Row>): ReactNode {
  const table = (
    <table aria-label={label} className={isUnseen ? 'sr-only' : tableClass({ isLinked, isDense })}>
      <TableHead columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={rowClass(isLinked)}>
            <Cells columns={columns} row={row} className={isDense ? 'py-1.5' : 'py-2'} />
          </tr>
        ))}
      </tbody>
    </table>
  )
  return isUnseen ? table : <Card className="w-full overflow-x-auto">{table}</Card>
}

/** The link of a row: all of the row can be clicked. */
export function RowLink({
  href,
  className,
  children,
}: {
  readonly href: string
  readonly className?: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <Link
      href={href}
      className={classes(
        'isolate-text block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
        className,
      )}
    >
      {children}
    </Link>
  )
}

export function tableClass({
  isLinked,
  isDense,
}: {
  readonly isLinked: boolean
  readonly isDense: boolean
}): string {
  return classes(
    'w-full border-separate border-spacing-0',
    isLinked && 'table-fixed',
    isDense ? 'text-xs' : 'text-sm',
  )
}

export function rowClass(isLinked: boolean): string {
  return isLinked ? 'relative hover:bg-hover focus-within:bg-hover' : 'align-baseline'
}

export function TableHead<Row>({
  columns,
  className,
}: {
  readonly columns: readonly Column<Row>[]
  readonly className?: string
}): ReactNode {
  return (
    <thead className={classes('text-left text-2xs text-ink-3', className)}>
      <tr>
        {columns.map(({ title, hint, className: ofColumn, isTitleHidden = false }) => (
          <th
            key={title}
            scope="col"
            title={hint}
            className={classes('truncate border-b bg-sunken px-3 py-1.5 font-medium', ofColumn)}
          >
            {isTitleHidden ? <span className="sr-only">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function Cells<Row>({
  columns,
  row,
  className,
}: {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly className?: string
}): ReactNode {
  return columns.map(({ title, render, className: ofColumn, cellClassName, isRowHeading = false }) => {
    const look = classes(
      'min-w-0 border-b px-3 in-[tr:last-child]:border-b-0',
      className,
      ofColumn,
      cellClassName,
    )
    return isRowHeading ? (
      <th key={title} scope="row" className={classes('text-left font-normal', look)}>
        {render(row)}
      </th>
    ) : (
      <td key={title} className={look}>
        {render(row)}
      </td>
    )
  })
}
