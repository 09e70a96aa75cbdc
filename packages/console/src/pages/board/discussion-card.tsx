/** One discussion: its first post, the replies, and where to reply. All of it is text: nothing in it is markup. */
import { MessageSquareReply } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { BoardPost } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/page.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { type Discussion, discussionsOf, piecesOf } from './discussion.ts'
import { ReplyForm } from './post-form.tsx'
import { useDiscussion } from './queries.ts'
import { boardHref } from './topic-list.tsx'

interface DiscussionCardProps {
  readonly discussion: Discussion
  /** Whether posts of other topics are shown beside it. */
  readonly namesTopic: boolean
  /** Whether more of it may be there than was loaded. */
  readonly isPart: boolean
}

export function DiscussionCard({ discussion, namesTopic, isPart }: DiscussionCardProps): ReactNode {
  const { board: words } = useWords()
  const mayPost = useMay('operator')
  const [isWhole, setWhole] = useState(false)
  const [isReplying, setReplying] = useState(false)
  const { data, error } = useDiscussion(discussion.id, isWhole)
  const loaded = data && discussionsOf(data.items.toReversed()).find(({ id }) => id === discussion.id)
  const { first, replies } = loaded ?? discussion
  const topic = (first ?? replies[0])?.topic ?? ''
  return (
    <Card className="flex flex-col gap-3 p-4">
      <article aria-label={words.discussion} className="flex min-w-0 flex-col gap-3">
        {namesTopic && (
          <Link
            href={boardHref({ topic })}
            className="isolate-text w-fit text-xs text-accent hover:underline"
          >
            {visible(topic)}
          </Link>
        )}
        {first && <PostView post={first} />}
        {(isPart || !first) && !loaded && (
          <Button look="ghost" size="sm" className="self-start" onClick={() => setWhole(true)}>
            {words.whole}
          </Button>
        )}
        {error && <ErrorLine error={error} />}
        {replies.length > 0 && (
          <ul aria-label={words.replies} className="flex min-w-0 flex-col gap-3 border-l-2 pl-3 sm:pl-4">
            {replies.map((reply) => (
              <li key={reply.id} className="min-w-0">
                <PostView post={reply} />
              </li>
            ))}
          </ul>
        )}
      </article>
      {mayPost &&
        (isReplying ? (
          <ReplyForm
            parent={discussion.id}
            onPosted={() => setReplying(false)}
            onLeave={() => setReplying(false)}
          />
        ) : (
          <Button look="ghost" size="sm" className="self-start" onClick={() => setReplying(true)}>
            <MessageSquareReply aria-hidden className="size-3.5" />
            {words.reply}
          </Button>
        ))}
    </Card>
  )
}

function PostView({ post }: { readonly post: BoardPost }): ReactNode {
  const { board: words } = useWords()
  const { ago, dateTime } = useFormats()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="isolate-text min-w-0 truncate text-sm font-medium">{authorOf(post)}</span>
        {post.kind === 'agent' && <Badge>{words.agent}</Badge>}
        <time
          dateTime={new Date(post.at).toISOString()}
          title={dateTime(post.at)}
          className="text-xs text-ink-3"
        >
          {ago(post.at)}
        </time>
      </div>
      <p className="isolate-text min-w-0 text-sm break-words whitespace-pre-wrap">
        <PostText post={post} />
      </p>
    </div>
  )
}

function PostText({ post: { content, mentions } }: { readonly post: BoardPost }): ReactNode {
  const pieces = useMemo(() => piecesOf(visible(content), mentions), [content, mentions])
  return pieces.map(({ text, isMention }, index) =>
    isMention ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces never move
      <mark key={index} className="rounded bg-accent-soft px-0.5 font-medium text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** People are known by the door through which they came in and the name of their token. */
function authorOf({ author }: BoardPost): string {
  return visible(author.replace(/^http:/, ''))
}
