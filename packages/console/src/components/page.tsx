/** The frame of a page: its heading, what can be done on it, and its width. */
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { useInbox } from '../api/queries.ts'
import { useWords } from '../i18n/preferences.tsx'
import { classes } from './classes.ts'
import { visible } from './visible.ts'

interface PageProps {
  readonly title: string
  readonly heading?: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly back?: { readonly href: string; readonly label: string }
  /** `fill`: as high as the window, for a list that scrolls inside. */
  readonly width?: 'read' | 'wide' | 'fill'
  readonly children: ReactNode
}

export function Page({
  title,
  heading,
  lead,
  actions,
  back,
  width = 'wide',
  children,
}: PageProps): ReactNode {
  const { common } = useWords()
  const { total: waiting } = useInbox('pending')
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${visible(title)} · ${common.appName}`
  }, [title, common, waiting])
  return (
    <div
      className={classes(
        'mx-auto flex w-full min-w-0 flex-col px-4 pt-5 sm:px-6 lg:px-8',
        width === 'read' && 'max-w-4xl pb-16',
        width === 'wide' && 'max-w-7xl pb-16',
        width === 'fill' && 'h-full pb-4',
      )}
    >
      {back && (
        <Link
          href={back.href}
          className="mb-2 -ml-1 inline-flex w-fit items-center gap-0.5 text-sm text-ink-3 hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      )}
      <header className="mb-4 flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">{heading ?? title}</h1>
          {lead !== undefined && <div className="mt-0.5 max-w-3xl text-sm text-ink-2">{lead}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A titled part of a page. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}): ReactNode {
  return (
    <section className="mb-8 min-w-0">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A box with a border around what belongs together. */
export function Card({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}): ReactNode {
  return <div className={classes('min-w-0 rounded-lg border bg-surface', className)}>{children}</div>
}

/** Facts as pairs: what, and its value. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [string, ReactNode] | undefined)[]
}): ReactNode {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {rows
        .filter((row) => row !== undefined)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
