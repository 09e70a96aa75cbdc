/** The files that a run wrote, each to be saved from the workspace as it is now. */
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { basePath } from '../api/base-path.ts'
import type { RunFile } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { visible } from './visible.ts'

interface RunFilesProps {
  /** The run whose page it is; files of runs below it are its files too. */
  readonly runId: string
  readonly files: readonly RunFile[]
}

export function RunFiles({ runId, files }: RunFilesProps): ReactNode {
  const { runs: words } = useWords()
  return (
    <ul aria-label={words.files} className="flex min-w-0 flex-wrap gap-2">
      {files.map(({ path, exists }) => (
        <li key={path} className="min-w-0 text-xs">
          {exists ? (
            <a
              href={`${basePath()}/api/runs/${encodeURIComponent(runId)}/files?${new URLSearchParams({ path }).toString()}`}
              download
              className="flex min-w-0 items-center gap-1.5 rounded-md border bg-surface px-2 py-1.5 hover:bg-hover"
            >
              <FileText aria-hidden className="size-3.5 shrink-0 text-ink-3" />
              <span className="isolate-text min-w-0 truncate">{visible(path)}</span>
            </a>
          ) : (
            <span className="flex min-w-0 items-center gap-1.5 rounded-md border px-2 py-1.5 text-ink-3">
              <span className="isolate-text min-w-0 truncate">{visible(path)}</span>
              <span className="shrink-0">{words.fileGone}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
