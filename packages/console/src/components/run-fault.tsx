/** Why a run failed, in the reader's language, and what to do next. */
import type { ReactNode } from 'react'
import type { Fault } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { Callout } from './callout.tsx'
import { serverWords } from './server-words.ts'
import { visible } from './visible.ts'

export function RunFault({ fault }: { readonly fault: Fault }): ReactNode {
  const { errors } = useWords()
  const { text, hint } = serverWords(fault, errors)
  return (
    <Callout tone="bad" title={<span className="whitespace-pre-wrap">{visible(text)}</span>}>
      {hint !== undefined && <p className="whitespace-pre-wrap">{visible(hint)}</p>}
      <p className="mt-1 font-mono text-2xs text-ink-3">{fault.code}</p>
    </Callout>
  )
}
