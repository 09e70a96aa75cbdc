/** What a page shows where there is nothing to show: still loading, nothing yet, something went wrong. Each says what to do next. */
import { CloudOff, Lock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, offlineCode } from '../api/api-error.ts'
import { useWords } from '../i18n/preferences.tsx'
import { useSession } from '../api/session.tsx'
import { Button } from './button.tsx'
import { serverWords } from './server-words.ts'
import { visible } from './visible.ts'

interface NoticeProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function EmptyState({ icon, title, children, actions }: NoticeProps): ReactNode {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-14 text-center">
      {icon !== undefined && <div className="mb-1 text-ink-3 [&_svg]:size-6">{icon}</div>}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children !== undefined && (
        <div className="max-w-full text-sm wrap-anywhere text-ink-2">{children}</div>
      )}
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

export function Loading(): ReactNode {
  const { common } = useWords()
  return (
    <div role="status" className="flex flex-col gap-2 py-4">
      <span className="sr-only">{common.loading}</span>
      {['w-2/5', 'w-3/5', 'w-1/2'].map((width) => (
        <div key={width} aria-hidden className={`h-4 animate-pulse rounded bg-hover ${width}`} />
      ))}
    </div>
  )
}

export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}): ReactNode {
  const { common } = useWords()
  const { title, text, hint, icon } = useErrorWords(error)
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title}
        actions={onRetry && <Button onClick={onRetry}>{common.retry}</Button>}
      >
        {text !== undefined && <p>{visible(text)}</p>}
        {hint !== undefined && <p className="mt-1 text-ink-3">{visible(hint)}</p>}
      </EmptyState>
    </div>
  )
}

/** The short form, beside what failed. */
export function ErrorLine({ error }: { readonly error: unknown }): ReactNode {
  const { title, text, hint } = useErrorWords(error)
  return (
    <p role="alert" className="text-sm text-bad">
      {visible(text ?? title)}
      {hint !== undefined && <span className="block text-ink-2">{visible(hint)}</span>}
    </p>
  )
}

interface ErrorWords {
  readonly title: string
  readonly text?: string | undefined
  readonly hint?: string | undefined
  readonly icon: ReactNode
}

function useErrorWords(error: unknown): ErrorWords {
  const { common, settings, errors } = useWords()
  const { state } = useSession()
  const role = state.kind === 'in' ? settings.roleNames[state.session.role] : ''
  if (!(error instanceof ApiError))
    return {
      title: common.problem,
      text: error instanceof Error ? error.message : String(error),
      icon: <TriangleAlert aria-hidden />,
    }
  if (error.code === offlineCode)
    return { title: common.offlineTitle, hint: common.offlineHint, icon: <CloudOff aria-hidden /> }
  if (error.status === 403)
    return {
      title: common.forbiddenTitle,
      text: serverWords(error, errors).text,
      hint: common.forbiddenHint(role),
      icon: <Lock aria-hidden />,
    }
  const title = error.status === 404 ? common.notFoundTitle : common.problem
  return { title, ...serverWords(error, errors), icon: <TriangleAlert aria-hidden /> }
}
