/** A short word with a meaning: state, permission, verdict. Colour never says it alone. */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'accent'

const tones: Readonly<Record<Tone, string>> = {
  plain: 'bg-hover text-ink-2',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
}
const dots: Readonly<Record<Tone, string>> = {
  plain: 'bg-ink-3',
  ok: 'bg-ok',
  warn: 'bg-warn',
  bad: 'bg-bad',
  accent: 'bg-accent',
}

interface BadgeProps {
  readonly tone?: Tone
  readonly title?: string | undefined
  readonly children: ReactNode
}

export function Badge({ tone = 'plain', title, children }: BadgeProps): ReactNode {
  return (
    <span
      title={title}
      className={classes(
        'inline-flex h-5 max-w-full items-center truncate rounded px-1.5 text-2xs font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** The quiet form, for tables: a dot and a word. */
export function Dot({ tone = 'plain', title, children }: BadgeProps): ReactNode {
  return (
    <span title={title} className="inline-flex min-w-0 items-center gap-1.5 text-ink-2">
      <span aria-hidden className={classes('size-1.5 shrink-0 rounded-full', dots[tone])} />
      <span className="truncate">{children}</span>
    </span>
  )
}
