/** Offers once, where requests wait, to be told of the next ones. The browser is asked only then. */
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNotificationChoice } from '../api/notifications.ts'
import { useMay } from '../api/session.tsx'
import { useWords } from '../i18n/preferences.tsx'
import { Button } from './button.tsx'

export function NotificationOffer(): ReactNode {
  const { inbox: words } = useWords()
  const mayAnswer = useMay('approver')
  const { choice, allow, dismiss } = useNotificationChoice()
  if (choice !== 'unasked' || !mayAnswer) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border px-3 py-2 text-sm text-ink-2">
      <Bell aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{words.notifyOffer}</p>
      <span className="flex gap-2">
        <Button size="sm" onClick={allow}>
          {words.notifyAllow}
        </Button>
        <Button size="sm" look="ghost" onClick={dismiss}>
          {words.notifyDismiss}
        </Button>
      </span>
    </div>
  )
}
