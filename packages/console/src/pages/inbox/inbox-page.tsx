/** What waits for a person, and what people have answered. */
import { Inbox } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { type InboxView, useInbox } from '../../api/queries.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { NotificationOffer } from '../../components/notification-offer.tsx'

export function InboxPage(): ReactNode {
  const { inbox: words } = useWords()
  const { number } = useFormats()
  const { total } = useInbox('pending')
  const [search, setSearch] = useSearchParams()
  const count = total === 0 ? '' : ` (${number(total)})`
  return (
    <Page title={words.title} lead={words.lead} width="read">
      <Tabs
        label={words.title}
        value={search.get('show') ?? 'pending'}
        onChange={(show) => setSearch({ show }, { replace: true })}
        tabs={[
          { id: 'pending', label: `${words.pending}${count}`, content: <Items status="pending" /> },
          { id: 'answered', label: words.answered, content: <Items status="all" /> },
        ]}
      />
    </Page>
  )
}

function Items({ status }: { readonly status: 'pending' | 'all' }): ReactNode {
  const { inbox: words, common } = useWords()
  const view = useInbox(status)
  const { items: loaded, error, hasMore, loadMore, refetch } = view
  const asked = useAsked(view)
  if (error && !loaded) return <ErrorState error={error} onRetry={refetch} />
  if (!loaded) return <Loading />
  const items = status === 'pending' ? loaded : loaded.filter((item) => item.status !== 'pending')
  if (items.length === 0 && !hasMore)
    return (
      <EmptyState
        icon={<Inbox aria-hidden />}
        title={status === 'pending' ? words.emptyTitle : words.noneAnsweredTitle}
      >
        {status === 'pending' ? words.emptyHint : words.noneAnsweredHint}
      </EmptyState>
    )
  return (
    <>
      {status === 'pending' && (
        <div className="mb-5">
          <NotificationOffer />
        </div>
      )}
      <ul className="flex flex-col gap-5">
        {items.map((item) => (
          <li
            key={item.id}
            id={item.id}
            className={classes(
              'scroll-mt-4 rounded-lg',
              asked === item.id && items.length > 1 && 'ring-2 ring-accent',
            )}
          >
            <InboxCard item={item} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button className="mt-5" onClick={loadMore}>
          {common.loadMore}
        </Button>
      )}
    </>
  )
}

/** A link may name one request, as `#ID`: it is brought into sight as soon as it is loaded. Answers its id. */
function useAsked({ items, hasMore, loadMore }: InboxView): string {
  const [, asked = ''] = location.hash.split('#')
  const isThere = items?.some(({ id }) => id === asked) ?? false
  const more = useEffectEvent(loadMore)
  useEffect(() => {
    if (asked !== '' && items && !isThere && hasMore) more()
  }, [asked, items, isThere, hasMore])
  useEffect(() => (isThere ? keepInSight(asked) : undefined), [asked, isThere])
  return asked
}

const hands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Requests grow when what they would change is loaded: it stays in sight until the reader does something. */
function keepInSight(id: string): () => void {
  const leaving = new AbortController()
  const watch = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView({ block: 'start' }))
  leaving.signal.addEventListener('abort', () => watch.disconnect())
  for (const hand of hands)
    addEventListener(hand, () => leaving.abort(), { capture: true, signal: leaving.signal })
  const list = document.getElementById(id)?.parentElement
  if (list) watch.observe(list)
  return () => leaving.abort()
}
