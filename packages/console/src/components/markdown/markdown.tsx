/**
 * What a model says, as a safe part of Markdown: no markup of its own, nothing that loads from elsewhere, and links that say where they
 * lead. The reader of Markdown comes with the first text; until then, or without it, the text stands as it is.
 *
 * @module
 */
import { lazy, type ReactNode, Suspense } from 'react'
import { visible } from '../visible.ts'

export interface MarkdownProps {
  readonly text: string
  /** Whether more of it is to come. */
  readonly isGrowing?: boolean
}

/** Characters of a text that is shown as it is. */
const mostPlain = 100_000

const Blocks = lazy(async () => {
  try {
    return { default: (await import('./markdown-blocks.tsx')).MarkdownBlocks }
  } catch {
    return { default: PlainText }
  }
})

export function Markdown(props: MarkdownProps): ReactNode {
  return (
    <Suspense fallback={<PlainText {...props} />}>
      <Blocks {...props} />
    </Suspense>
  )
}

function PlainText({ text }: MarkdownProps): ReactNode {
  return <p className="min-w-0 break-words whitespace-pre-wrap">{visible(text.slice(0, mostPlain))}</p>
}
