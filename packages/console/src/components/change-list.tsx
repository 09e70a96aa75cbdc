/** What differs between two versions of a definition: a sentence each, with before and after where they are short enough. */
import type { ReactNode } from 'react'
import type { VersionChange } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { Badge } from './badge.tsx'
import { visible } from './visible.ts'

export function ChangeList({ changes }: { readonly changes: readonly VersionChange[] }): ReactNode {
  const { common } = useWords()
  return (
    <ul className="flex min-w-0 flex-col gap-3">
      {changes.map((change, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- changes never move
        <li key={index} className="min-w-0 text-sm">
          <span className="flex flex-wrap items-baseline gap-2">
            <span className="min-w-0">{visible(change.text)}</span>
            {change.breaking && <Badge tone="bad">{common.breaking}</Badge>}
          </span>
          <Sides change={change} />
        </li>
      ))}
    </ul>
  )
}

function Sides({ change: { before, after, path } }: { readonly change: VersionChange }): ReactNode {
  const { common } = useWords()
  if (before === undefined && after === undefined) return null
  return (
    <div className="mt-1 overflow-hidden rounded-md border font-mono text-xs">
      {path !== undefined && <p className="border-b bg-sunken px-2.5 py-1 text-ink-3">{visible(path)}</p>}
      {before !== undefined && (
        <p className="flex bg-bad-soft px-2.5 py-1 text-bad">
          <span className="sr-only">{common.before}: </span>
          <span aria-hidden className="w-4 shrink-0">
            −
          </span>
          <span className="min-w-0 break-words whitespace-pre-wrap">{said(before)}</span>
        </p>
      )}
      {after !== undefined && (
        <p className="flex bg-ok-soft px-2.5 py-1 text-ok">
          <span className="sr-only">{common.after}: </span>
          <span aria-hidden className="w-4 shrink-0">
            +
          </span>
          <span className="min-w-0 break-words whitespace-pre-wrap">{said(after)}</span>
        </p>
      )}
    </div>
  )
}

function said(value: unknown): string {
  return visible(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))
}
