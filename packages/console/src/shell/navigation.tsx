/** The way to every page, and how much waits in the inbox. */
import {
  Activity,
  BookText,
  Bot,
  CalendarClock,
  Inbox,
  Layers,
  ListTree,
  MessageSquare,
  MessagesSquare,
  NotebookPen,
  Settings,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useInbox, useInfo } from '../api/queries.ts'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import { classes } from '../components/classes.ts'

export const places = [
  { id: 'tools', icon: Wrench, href: '/tools' },
  { id: 'agents', icon: Bot, href: '/agents' },
  { id: 'chat', icon: MessageSquare, href: '/chat' },
  { id: 'runs', icon: ListTree, href: '/runs' },
  { id: 'board', icon: MessagesSquare, href: '/board' },
  { id: 'schedules', icon: CalendarClock, href: '/schedules' },
  { id: 'memory', icon: NotebookPen, href: '/memory' },
  { id: 'activity', icon: Activity, href: '/activity' },
  { id: 'jobs', icon: Layers, href: '/jobs' },
  { id: 'inbox', icon: Inbox, href: '/inbox' },
  { id: 'settings', icon: Settings, href: '/settings' },
  { id: 'api', icon: BookText, href: '/docs' },
] as const

export function Navigation({ onChoose }: { readonly onChoose?: () => void }): ReactNode {
  const { shell } = useWords()
  const [location] = useLocation()
  return (
    <nav aria-label={shell.navigation}>
      <ul className="flex flex-col gap-0.5">
        {places.map(({ id, icon: Icon, href }) => {
          const isHere = location === href || location.startsWith(`${href}/`)
          return (
            <li key={id}>
              <Link
                href={href}
                {...(isHere && { 'aria-current': 'page' as const })}
                {...(onChoose && { onClick: onChoose })}
                className={classes(
                  'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium',
                  isHere ? 'bg-hover text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                <Icon aria-hidden className="size-4" />
                {shell[id]}
                {id === 'inbox' && <WaitingBadge />}
                {id === 'settings' && <ReviewBadge />}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export function WaitingBadge(): ReactNode {
  const { shell } = useWords()
  const { number } = useFormats()
  const { total: count } = useInbox('pending')
  if (count === 0) return null
  return (
    <span className="tabular ml-auto grid h-5 min-w-5 place-items-center rounded-full bg-solid px-1.5 text-2xs font-semibold text-on-solid">
      <span aria-hidden>{number(count)}</span>
      <span className="sr-only">{shell.waiting(number(count))}</span>
    </span>
  )
}

/** Tools that wait to be accepted; red if something stands out in a definition. */
function ReviewBadge(): ReactNode {
  const { shell } = useWords()
  const { number } = useFormats()
  const { data } = useInfo()
  const { held = 0, suspicious = 0 } = data?.counts ?? {}
  if (held === 0) return null
  const isBad = suspicious > 0
  return (
    <span
      className={classes(
        'tabular ml-auto grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-2xs font-semibold',
        isBad ? 'bg-bad-soft text-bad ring-1 ring-bad' : 'bg-warn-soft text-warn',
      )}
    >
      <span aria-hidden>{isBad ? `! ${number(suspicious)}` : number(held)}</span>
      <span className="sr-only">
        {isBad ? shell.suspicious(number(suspicious)) : shell.toReview(number(held))}
      </span>
    </span>
  )
}
