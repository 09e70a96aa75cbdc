/** What stands above the rows of the waterfall: what its bars mean, and its columns with the time scale. */
import type { ReactNode } from 'react'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { classes } from '../../components/classes.ts'
import { looks } from './span-bar.tsx'
import { rowGrid } from './span-row.tsx'

export function Legend(): ReactNode {
  const { runs: words } = useWords()
  const { model, call, waiting, run, paused } = looks
  const kinds = { model, call, waiting, run, paused } as const
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-ink-2">
      {Object.entries(kinds).map(([kind, look]) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span aria-hidden className={classes('h-2.5 w-4 rounded-xs', look)} />
          {words.legend[kind as keyof typeof kinds]}
        </li>
      ))}
    </ul>
  )
}

const ticks = [0, 0.25, 0.5, 0.75, 1] as const

interface HeadProps {
  readonly scale: readonly [start: number, end: number]
  readonly runStart: number
}

export function Head({ scale: [start, end], runStart }: HeadProps): ReactNode {
  const { runs: words } = useWords()
  const { span } = useFormats()
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={classes(rowGrid, 'sticky top-0 z-10 h-8 border-b bg-sunken text-2xs font-medium text-ink-3')}
    >
      <span role="columnheader">{words.span}</span>
      <span role="columnheader" className="relative hidden h-full sm:block">
        <span className="sr-only">{words.time}</span>
        {ticks.map((tick) => (
          <span
            key={tick}
            aria-hidden
            className={classes(
              'tabular absolute top-2 font-normal',
              tick === 0 ? '' : tick === 1 ? '-translate-x-full' : '-translate-x-1/2',
              (tick === 0.25 || tick === 0.75) && 'hidden lg:block',
            )}
            style={{ left: `${tick * 100}%` }}
          >
            {span(Math.max(0, start + tick * (end - start) - runStart))}
          </span>
        ))}
      </span>
      <span role="columnheader" className="text-right">
        {words.duration}
      </span>
      <span role="columnheader" className="hidden text-right lg:block">
        {words.tokens}
      </span>
    </div>
  )
}
