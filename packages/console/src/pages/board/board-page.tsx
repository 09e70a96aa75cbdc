/** The board: what agents and people tell each other. */
import { MessagesSquare } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useWords } from '../../i18n/preferences.tsx'
import { useMay, useSession } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { DiscussionCard } from './discussion-card.tsx'
import { discussionsOf } from './discussion.ts'
import { NewPostForm } from './post-form.tsx'
import { usePosts } from './queries.ts'
import { boardHref, type Chosen, TopicField, TopicList } from './topic-list.tsx'

export function BoardPage(): ReactNode {
  const { board: words } = useWords()
  const [search] = useSearchParams()
  const chosen = { topic: search.get('topic') ?? '', isOfMe: search.get('mentions') === 'me' }
  return (
    <Page title={words.title} lead={words.lead} width="fill">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 md:flex-row md:gap-4">
        <TopicList chosen={chosen} />
        <TopicField chosen={chosen} />
        <Posts key={boardHref(chosen)} chosen={chosen} />
      </div>
    </Page>
  )
}

function Posts({ chosen }: { readonly chosen: Chosen }): ReactNode {
  const { board: words } = useWords()
  const mayPost = useMay('operator')
  const [, go] = useLocation()
  const title = chosen.isOfMe ? words.ofMe : chosen.topic === '' ? words.all : visible(chosen.topic)
  return (
    <section
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto rounded-md outline-offset-[-2px]"
    >
      <div className="mx-auto flex min-w-0 max-w-3xl flex-col gap-4 px-1 pb-4">
        <h2 className="isolate-text text-base font-semibold break-words">{title}</h2>
        {!mayPost && <Callout tone="info" title={words.mayNot} />}
        {mayPost && !chosen.isOfMe && (
          <NewPostForm topic={chosen.topic} onPosted={({ topic }) => go(boardHref({ topic }))} />
        )}
        <Discussions chosen={chosen} />
      </div>
    </section>
  )
}

function Discussions({ chosen }: { readonly chosen: Chosen }): ReactNode {
  const { board: words, common } = useWords()
  const { state } = useSession()
  const me = state.kind === 'in' ? state.session.name : ''
  const { topic, isOfMe } = chosen
  const view = isOfMe ? { mentioning: me } : topic === '' ? {} : { topic }
  const { data, error, hasNextPage, fetchNextPage, refetch } = usePosts(view)
  const discussions = useMemo(() => discussionsOf(data?.pages.flatMap(({ items }) => items) ?? []), [data])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (discussions.length === 0)
    return (
      <EmptyState icon={<MessagesSquare aria-hidden />} title={isOfMe ? words.noMentions : words.emptyTitle}>
        {isOfMe ? words.noMentionsHint(visible(me)) : words.emptyHint}
      </EmptyState>
    )
  return (
    <>
      <ul className="flex min-w-0 flex-col gap-4">
        {discussions.map((discussion) => (
          <li key={discussion.id} className="min-w-0">
            <DiscussionCard discussion={discussion} namesTopic={topic === ''} isPart={isOfMe} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" onClick={() => void fetchNextPage()}>
          {common.loadMore}
        </Button>
      )}
    </>
  )
}
