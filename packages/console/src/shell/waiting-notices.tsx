/** Tells of requests that come while nobody looks at the page, through the browser. It says who asks, not what is in it. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useInbox } from '../api/queries.ts'
import { useNotificationChoice } from '../api/notifications.ts'
import { useMay } from '../api/session.tsx'
import type { InboxItem } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { personName } from '../components/caller-words.ts'
import { chatHref } from '../components/chat-href.ts'
import { visible } from '../components/visible.ts'

/** More at once are one notice. */
const most = 3

export function WaitingNotices(): ReactNode {
  const { inbox: words, common } = useWords()
  const { items, total } = useInbox('pending')
  const { choice } = useNotificationChoice()
  const mayAnswer = useMay('approver')
  const [, go] = useLocation()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const before = known.current
    // An older answer may come after a newer one: what was told once is not told again.
    known.current = new Set([...(before ?? []), ...items.map(({ id }) => id)])
    // What waited when the page was opened is on it.
    if (!before || choice !== 'on' || !mayAnswer || !document.hidden) return
    const fresh = items.filter(({ id }) => !before.has(id))
    if (fresh.length > most) show(common.appName, words.notifyMany(String(total)), () => go('/inbox'))
    else
      for (const item of fresh)
        show(titleOf(item, words), common.appName, () =>
          go(
            item.agent !== undefined && item.threadId !== undefined
              ? chatHref(item.agent, item.threadId)
              : '/inbox',
          ),
        )
  }, [items, total, choice, mayAnswer, words, common, go])
  return null
}

function titleOf(
  { kind, agent, principal, tool }: InboxItem,
  words: ReturnType<typeof useWords>['inbox'],
): string {
  const who = agent === undefined ? personName(principal) : visible(agent)
  return kind === 'question' ? words.asks(who) : words.wants(who, visible(tool))
}

function show(title: string, body: string, onClick: () => void): void {
  try {
    const notice = new Notification(title, { body, tag: title })
    notice.addEventListener('click', () => {
      window.focus()
      onClick()
      notice.close()
    })
  } catch {
    // Some browsers on phones let only service workers do this.
  }
}
