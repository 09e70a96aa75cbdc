/** Two texts line by line: what goes and what comes. The signs say it too, not the colour alone. */
import type { ReactNode } from 'react'
import type { DiffLine, DiffPart } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { classes } from '../classes.ts'
import { visible } from '../visible.ts'

const looks: Readonly<Record<DiffLine['mark'], string>> = {
  ' ': '',
  '-': 'bg-bad-soft text-bad',
  '+': 'bg-ok-soft text-ok',
  '…': 'text-ink-3',
}

export function DiffView({ part }: { readonly part: DiffPart }): ReactNode {
  const { common } = useWords()
  const { number } = useFormats()
  const comes = part.lines.filter(({ mark }) => mark === '+').length
  const goes = part.lines.filter(({ mark }) => mark === '-').length
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border">
      <figcaption className="flex items-baseline justify-between gap-3 border-b bg-sunken px-3 py-1.5 text-xs">
        <span className="isolate-text min-w-0 truncate font-mono">{visible(part.title)}</span>
        <span className="tabular shrink-0 font-mono">
          <span className="text-ok">+{number(comes)}</span> <span className="text-bad">−{number(goes)}</span>
        </span>
      </figcaption>
      {part.tooLarge ? (
        <p className="px-3 py-2 text-sm text-ink-3">{common.tooLargeToCompare}</p>
      ) : part.lines.length === 0 ? (
        <p className="px-3 py-2 text-sm text-ink-3">{common.nothingChanges}</p>
      ) : (
        <div
          // No landmark: requests about one file have diffs of one name.
          role="group"
          aria-label={part.title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-[28rem] overflow-auto py-1 font-mono text-xs leading-5 outline-offset-[-2px]"
        >
          {part.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines never move
            <div key={index} className={classes('flex min-h-5 min-w-fit', looks[line.mark])}>
              <span className="w-6 shrink-0 text-center select-none">
                {line.mark}
                {line.mark === '+' && <span className="sr-only">{common.added}</span>}
                {line.mark === '-' && <span className="sr-only">{common.removedLine}</span>}
              </span>
              <span className="pr-3 whitespace-pre">{visible(line.text)}</span>
            </div>
          ))}
        </div>
      )}
      {part.hidden > 0 && (
        <p className="border-t px-3 py-1.5 text-xs text-ink-3">{common.hiddenChanges(number(part.hidden))}</p>
      )}
    </figure>
  )
}
