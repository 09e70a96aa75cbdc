/** What a test expected beside what came, line by line. */
import { type ReactNode, useMemo } from 'react'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/visible.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { type DiffLine, lineDiff } from './line-diff.ts'

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', removed: '-', added: '+' }

export function TestDifference({
  expected,
  actual,
}: {
  readonly expected: unknown
  readonly actual: unknown
}): ReactNode {
  const { tests: words } = useWords()
  const lines = useMemo(() => lineDiff(pretty(expected), pretty(actual)), [expected, actual])
  const names = { same: '', removed: `${words.expected}: `, added: `${words.actual}: ` }
  return (
    <div className="min-w-0">
      <p className="mb-1 flex gap-4 text-xs">
        <span className="text-bad">− {words.expected}</span>
        <span className="text-ok">+ {words.actual}</span>
      </p>
      <pre
        role="region"
        aria-label={words.difference}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md border bg-sunken py-2 font-mono text-xs leading-5"
      >
        {lines.map(({ kind, text }, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- lines never move
            key={index}
            className={classes(
              'block px-3 break-words whitespace-pre-wrap',
              kind === 'removed' && 'bg-bad-soft text-bad',
              kind === 'added' && 'bg-ok-soft text-ok',
            )}
          >
            <span aria-hidden>{signs[kind]} </span>
            {kind !== 'same' && <span className="sr-only">{names[kind]}</span>}
            {visible(text)}
          </span>
        ))}
      </pre>
    </div>
  )
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'null'
}
