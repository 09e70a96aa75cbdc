/** A notice in the flow of a page. */
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type CalloutTone = 'info' | 'warn' | 'bad'

const looks: Readonly<Record<CalloutTone, string>> = {
  info: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}
const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert }

interface CalloutProps {
  readonly tone: CalloutTone
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function Callout({ tone, title, children, actions }: CalloutProps): ReactNode {
  const Icon = icons[tone]
  return (
    <div className={classes('flex gap-3 rounded-md px-3 py-2.5', looks[tone])}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{title}</p>
        {children !== undefined && <div className="mt-0.5 text-sm text-ink-2">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex shrink-0 items-start gap-2">{actions}</div>}
    </div>
  )
}
