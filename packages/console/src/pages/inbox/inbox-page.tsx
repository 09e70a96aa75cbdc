/** What waits for a person, and what people have answered. */
import { Inbox } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type InboxView, useInbox } from '../../api/queries.ts'
import type { InboxItem } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { decoded } from '../../components/decoded.ts'
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
  const { named, isSought } = useNamed(view)
  const { items: loaded, error, hasMore, loadMore, refetch } = view
  if (error && !loaded) return <ErrorState error={error} onRetry={refetch} />
  if (!loaded || isSought) return <Loading />
  const shown = status === 'pending' ? loaded : loaded.filter((item) => item.status !== 'pending')
  const items = named ? [named, ...shown.filter((item) => item !== named)] : shown
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
              item === named && items.length > 1 && 'ring-2 ring-accent',
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

/** The request that the address names after `#`, among however many: it stands first. */
function useNamed({ items, hasMore, loadMore }: InboxView): {
  readonly named: InboxItem | undefined
  readonly isSought: boolean
} {
  const [id] = useState(() => decoded(location.hash.slice(1)))
  const named = items?.find((item) => item.id === id)
  const isSought = id !== '' && items !== undefined && named === undefined && hasMore
  useEffect(() => {
    if (isSought) loadMore()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- again with every page that came without it
  }, [isSought, items])
  return { named, isSought }
}
