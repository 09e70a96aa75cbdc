/** The files of the message that is being written, each with a way to take it off again. */
import { FileText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, useWords } from '../../../i18n/preferences.tsx'
import { IconButton } from '../../../components/button.tsx'
import { visible } from '../../../components/visible.ts'
import type { Attachments } from './use-attachments.ts'
import { attachmentLimits } from './new-attachment.ts'

export function AttachmentChips({ attachments }: { readonly attachments: Attachments }): ReactNode {
  const { chat: words } = useWords()
  const { files, refused, remove } = attachments
  const { number, size } = useSizes()
  return (
    <>
      {files.length > 0 && (
        <ul aria-label={words.attached} className="flex min-w-0 flex-wrap gap-2">
          {files.map(({ id, name, size: bytes, kind, preview }) => (
            <li
              key={id}
              className="flex max-w-60 min-w-0 items-center gap-2 rounded-md border bg-surface py-1 pr-1 pl-2 text-xs"
            >
              {preview === undefined ? (
                <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
              ) : (
                <img src={preview} alt="" className="size-8 shrink-0 rounded object-cover" />
              )}
              <span className="min-w-0">
                <span className="isolate-text block truncate">{visible(name)}</span>
                <span className="block text-2xs text-ink-3">
                  {size(bytes)}
                  {kind === 'other' && ` · ${words.toWorkspace}`}
                </span>
              </span>
              <IconButton label={words.detach(visible(name))} className="size-6" onClick={() => remove(id)}>
                <X aria-hidden className="size-3.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <p role="alert" className="text-sm text-bad">
          {refused.map(({ name, problem }) => (
            <span key={name} className="block">
              {words.attachProblems[problem](visible(name), number(attachmentLimits.files))}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** `1.2 MB`. */
export function useSizes(): {
  readonly number: (value: number) => string
  readonly size: (bytes: number) => string
} {
  const { number } = useFormats()
  const size = (bytes: number): string =>
    bytes < 1000
      ? `${number(bytes)} B`
      : bytes < 1_000_000
        ? `${number(Math.round(bytes / 1000))} kB`
        : `${number(Math.round(bytes / 100_000) / 10)} MB`
  return { number, size }
}
