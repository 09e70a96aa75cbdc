/** Files that came with a message: pictures drawn, all others named, each to be opened or saved. */
import { FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { basePath } from '../../../api/base-path.ts'
import type { AttachedPart } from '../../../api/types.ts'
import { useWords } from '../../../i18n/preferences.tsx'
import { visible } from '../../../components/visible.ts'
import { useSizes } from './attachment-chips.tsx'

interface AttachedViewProps {
  readonly attached: readonly AttachedPart[]
  readonly threadId: string
}

export function AttachedView({ attached, threadId }: AttachedViewProps): ReactNode {
  const { chat: words } = useWords()
  return (
    <ul aria-label={words.attached} className="flex min-w-0 flex-wrap justify-end gap-2">
      {attached.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- files of a message never move
        <li key={index} className="min-w-0">
          <One file={file} threadId={threadId} />
        </li>
      ))}
    </ul>
  )
}

function One({ file, threadId }: { readonly file: AttachedPart; readonly threadId: string }): ReactNode {
  const { chat: words } = useWords()
  const { size } = useSizes()
  const [isBroken, setBroken] = useState(false)
  const { name, bytes, type } = file
  const handle = 'handle' in file ? file.handle : undefined
  const path = 'path' in file ? file.path : undefined
  const href =
    handle === undefined
      ? undefined
      : `${basePath()}/api/threads/${encodeURIComponent(threadId)}/attachments/${encodeURIComponent(handle)}`
  if (type === 'image' && href !== undefined && !isBroken)
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        <img
          src={href}
          alt={words.picture(visible(name))}
          loading="lazy"
          onError={() => setBroken(true)}
          className="max-h-60 max-w-full rounded-md border"
        />
      </a>
    )
  const about = (
    <>
      <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="isolate-text min-w-0 truncate">{visible(path ?? name)}</span>
      <span className="shrink-0 text-ink-3">{size(bytes)}</span>
    </>
  )
  const look = 'flex max-w-72 min-w-0 items-center gap-2 rounded-md border bg-surface px-2 py-1.5 text-xs'
  if (href === undefined) return <span className={look}>{about}</span>
  return (
    <a href={href} download={name} className={`${look} hover:bg-hover`}>
      {about}
    </a>
  )
}
