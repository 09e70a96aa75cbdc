/**
 * Exactly what would run, what it would change, and what the agent says of it. A long request is shown in part first, with how
 * much there is; it counts as seen once all of it is on the page.
 */
import { type ReactNode, useEffect, useState } from 'react'
import type { InboxItem } from '../../api/types.ts'
import { useRequest } from '../../api/queries.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button } from '../button.tsx'
import { type ReadCall, readCall } from './call-fields.ts'
import { DiffView } from './diff-view.tsx'
import { ErrorLine } from '../states.tsx'
import { TextBlock } from '../text-block.tsx'
import { visible } from '../visible.ts'

/** Before everything is asked for. */
const mostLines = 40
const mostCharacters = 4000
const mostWords = { lines: 6, characters: 500 }

/** How much of what would run is on the page: all of it, with what it would change, or a part, or that is not known yet. */
export type Seen = 'all' | 'part' | 'loading'

interface RequestTextProps {
  readonly item: InboxItem
  readonly onSeen: (seen: Seen) => void
}

export function RequestText({ item, onSeen }: RequestTextProps): ReactNode {
  const { inbox: words } = useWords()
  const { number } = useFormats()
  const [isAll, setAll] = useState(false)
  const { data, error } = useRequest(item.id, isAll)
  const rendered = data?.rendered ?? item.rendered
  const text = rendered?.text ?? ''
  const total = rendered?.characters ?? 0
  const shown = isAll ? text : beginningOf(text, mostLines, mostCharacters)
  const isWhole = rendered !== undefined && shown.length === total
  const told = item.explanation ?? ''
  const saying = isAll ? told : beginningOf(told, mostWords.lines, mostWords.characters)
  const seen = data === undefined && error === null ? 'loading' : isWhole ? 'all' : 'part'
  useEffect(() => onSeen(seen), [seen, onSeen])
  const read = isWhole ? readCall(item.tool, shown) : undefined
  return (
    <>
      <AskedFor task={data?.task} />
      {(data?.diff ?? []).length > 0 && (
        <section className="flex min-w-0 flex-col gap-2">
          <h3 className="text-sm font-semibold">{words.changes}</h3>
          {data?.diff?.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts never move
            <DiffView key={index} part={part} />
          ))}
        </section>
      )}
      <section className="min-w-0">
        <h3 className="mb-1.5 text-sm font-semibold">{words.whatRuns}</h3>
        {error && <ErrorLine error={error} />}
        {data?.about && <p className="mb-2 text-sm text-ink-2">{words.does[data.about.reaches]}</p>}
        {read ? (
          <CallFields read={read} />
        ) : (
          <TextBlock text={shown} label={words.whatRuns} mostLines={Infinity} />
        )}
        {(rendered?.secrets ?? 0) > 0 && (
          <p className="mt-1 text-xs text-warn">{words.withheld(number(rendered?.secrets ?? 0))}</p>
        )}
        {(!isWhole || saying.length < told.length) && (
          <div className="mt-1.5 flex flex-wrap items-center gap-3 text-xs text-warn">
            {!isWhole && words.partly(number(shown.length), number(total))}
            <Button size="sm" onClick={() => setAll(true)}>
              {words.showAll}
            </Button>
          </div>
        )}
      </section>
      {told !== '' && (
        <section className="min-w-0">
          <h3 className="mb-1.5 text-sm font-semibold">{words.says}</h3>
          <blockquote className="isolate-text border-l-4 pl-3 text-sm break-words whitespace-pre-wrap text-ink-2">
            {visible(saying)}
            {saying.length < told.length && ` … +${number(told.length - saying.length)}`}
          </blockquote>
          <p className="mt-1 text-xs text-ink-3">{words.saysHint}</p>
        </section>
      )}
    </>
  )
}

function AskedFor({ task }: { readonly task: string | undefined }): ReactNode {
  const { inbox: words } = useWords()
  if (task === undefined) return null
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 text-sm font-semibold">{words.askedFor}</h3>
      <blockquote
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="isolate-text max-h-40 overflow-y-auto border-l-4 pl-3 text-sm break-words whitespace-pre-wrap text-ink-2"
      >
        {visible(task)}
      </blockquote>
    </section>
  )
}

/** Every argument as it is; nothing is left out of what is approved. */
function CallFields({ read: { before, fields } }: { readonly read: ReadCall }): ReactNode {
  const { inbox: words } = useWords()
  return (
    <div role="group" aria-label={words.whatRuns} className="min-w-0 rounded-md border bg-surface">
      {before.length > 0 && (
        <p className="isolate-text border-b px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap text-ink-2">
          {visible(before.join('\n'))}
        </p>
      )}
      {fields.length === 0 ? (
        <p className="px-3 py-2 text-sm text-ink-3">{words.noArguments}</p>
      ) : (
        <dl className="divide-y">
          {fields.map(({ name, text }) => (
            <div key={name} className="min-w-0 px-3 py-2">
              <dt className="isolate-text font-mono text-xs text-ink-3">{visible(name)}</dt>
              <dd className="isolate-text text-sm break-words whitespace-pre-wrap">{visible(text)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function beginningOf(text: string, lines: number, characters: number): string {
  return text.slice(0, characters).split('\n').slice(0, lines).join('\n')
}
