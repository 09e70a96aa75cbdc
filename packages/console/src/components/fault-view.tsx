/** What went wrong, in the reader's language, with its code. */
import type { ReactNode } from 'react'
import type { Fault } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { Callout } from './callout.tsx'
import { serverWords } from './server-words.ts'
import { visible } from './visible.ts'

interface FaultViewProps {
  readonly fault: Fault
  readonly tone?: 'info' | 'bad'
}

export function FaultView({ fault, tone = 'bad' }: FaultViewProps): ReactNode {
  const { errors } = useWords()
  const { text, hint } = serverWords(fault, errors)
  return (
    <Callout tone={tone} title={<span className="font-mono text-xs">{fault.code}</span>}>
      <p className="break-words whitespace-pre-wrap text-ink">{visible(text)}</p>
      {hint !== undefined && <p className="mt-1 break-words whitespace-pre-wrap">{visible(hint)}</p>}
    </Callout>
  )
}
