/** What went wrong in a call or a run, in the reader's language; the server's own sentence is one click away where it is not the same. */
import type { ReactNode } from 'react'
import { useWords } from '../i18n/preferences.tsx'
import { Callout } from './callout.tsx'
import { serverWords } from './server-words.ts'
import { visible } from './visible.ts'

interface FaultNoticeProps {
  readonly fault: Parameters<typeof serverWords>[0]
  /** No reason to worry. */
  readonly isMild?: boolean
}

export function FaultNotice({ fault, isMild = false }: FaultNoticeProps): ReactNode {
  const { errors } = useWords()
  const { text, hint, original } = serverWords(fault, errors)
  return (
    <Callout
      tone={isMild ? 'info' : 'bad'}
      title={<span className="font-mono text-xs">{visible(fault.code)}</span>}
    >
      <p className="break-words whitespace-pre-wrap text-ink">{visible(text)}</p>
      {hint !== undefined && <p className="mt-1 break-words whitespace-pre-wrap">{visible(hint)}</p>}
      {original !== undefined && (
        <details className="mt-1 min-w-0">
          <summary className="w-fit text-xs text-ink-3">{errors.originalTitle}</summary>
          <p lang="en" className="mt-1 break-words whitespace-pre-wrap">
            {visible(original)}
          </p>
        </details>
      )}
    </Callout>
  )
}
