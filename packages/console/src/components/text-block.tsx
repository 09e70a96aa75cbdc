/** Text from outside, as text: nothing in it is markup, and nothing in it is hidden. Long text is shown in part first. */
import { type ReactNode, useMemo, useState } from 'react'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { CopyButton } from './copy-button.tsx'
import { visible } from './visible.ts'

interface TextBlockProps {
  readonly text: string
  readonly label: string
  /** Whether lines are broken where the box ends. */
  readonly wraps?: boolean
  readonly mostLines?: number
  readonly className?: string
}

export function TextBlock({
  text,
  label,
  wraps = true,
  mostLines = 200,
  className,
}: TextBlockProps): ReactNode {
  const { common } = useWords()
  const { number } = useFormats()
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo(() => visible(text).split('\n'), [text])
  const hiddenLines = isWhole ? 0 : Math.max(0, lines.length - mostLines)
  return (
    <div className={classes('group relative min-w-0 rounded-md border bg-sunken', className)}>
      <div className="absolute top-1 right-1 z-10 rounded bg-sunken">
        <CopyButton text={text} label={`${common.copy}: ${label}`} />
      </div>
      <pre
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className={classes(
          'max-h-[32rem] overflow-auto py-2 pr-10 pl-3 font-mono text-xs leading-5 outline-offset-[-2px]',
          wraps ? 'break-words whitespace-pre-wrap' : 'whitespace-pre',
        )}
      >
        {(hiddenLines > 0 ? lines.slice(0, mostLines) : lines).join('\n')}
      </pre>
      {hiddenLines > 0 && (
        <div className="border-t px-3 py-1.5">
          <Button look="ghost" size="sm" onClick={() => setWhole(true)}>
            {common.moreLines(number(hiddenLines))}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A value as indented JSON. */
export function JsonBlock({
  value,
  ...props
}: Omit<TextBlockProps, 'text'> & { readonly value: unknown }): ReactNode {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value])
  return <TextBlock {...props} text={text} />
}
