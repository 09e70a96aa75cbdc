/** Code in an answer: coloured if its language is known, with a button that copies it. */
import { memo, type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../../i18n/preferences.tsx'
import { CopyButton } from '../copy-button.tsx'

interface CodeBlockProps {
  readonly text: string
  readonly language: string
  /** Not coloured: more of it is to come. */
  readonly isPlain: boolean
}

/** Longer code stays plain. */
const longestColoured = 30_000

export const CodeBlock = memo(function CodeBlock({ text, language, isPlain }: CodeBlockProps): ReactNode {
  const { common } = useWords()
  const coloured = useColours(text, isPlain || text.length > longestColoured ? '' : language)
  return (
    <div className="min-w-0 overflow-hidden rounded-md border bg-sunken">
      <div className="flex h-8 items-center justify-between border-b pr-0.5 pl-3">
        <span className="isolate-text truncate font-mono text-2xs text-ink-3">{language}</span>
        <CopyButton text={text} label={common.copyCode} />
      </div>
      <pre
        role="group"
        aria-label={language === '' ? common.code : `${common.code}: ${language}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto px-3 py-2 font-mono text-xs leading-5 whitespace-pre outline-offset-[-2px]"
      >
        <code>{coloured ?? text}</code>
      </pre>
    </div>
  )
})

/** Undefined until the colours are there, and for what has none. */
function useColours(text: string, language: string): ReactNode {
  const [coloured, setColoured] = useState<{ readonly text: string; readonly view: ReactNode }>()
  useEffect(() => {
    let isCurrent = true
    if (language === '') return undefined
    import('./highlight.ts').then(
      ({ highlight }) => {
        if (isCurrent) setColoured({ text, view: highlight(text, language) })
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text, language])
  return coloured?.text === text ? coloured.view : undefined
}
