/** A button that opens a list of values to tick, each with how many it has. */
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import { classes } from './classes.ts'
import { SearchInput } from './search-input.tsx'
import { Checkbox } from './toggle.tsx'
import { visible } from './visible.ts'

interface FacetFilterProps {
  readonly name: string
  readonly counts: ReadonlyMap<string, number>
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** The word for a value, where it has one. */
  readonly words?: Readonly<Record<string, string>>
}

/** More values than this get a search field. */
const manyValues = 10
const mostShown = 200

export function FacetFilter({ name, counts, chosen, onChange, words = {} }: FacetFilterProps): ReactNode {
  const { tools, common } = useWords()
  const { number } = useFormats()
  const first = chosen[0]
  const said =
    first === undefined
      ? undefined
      : chosen.length === 1
        ? (words[first] ?? visible(first))
        : number(chosen.length)
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={said === undefined ? tools.filter(name) : `${tools.filter(name)}, ${name}: ${said}`}
        className={classes(
          'inline-flex h-8 max-w-56 items-center gap-1 rounded-md border px-2.5 text-xs font-medium',
          said === undefined
            ? 'border-line-strong bg-surface text-ink-2 hover:bg-hover'
            : 'border-solid bg-surface text-ink',
        )}
      >
        {said === undefined ? (
          name
        ) : (
          <span className="truncate">
            {name}: <span className="text-ink-2">{said}</span>
          </span>
        )}
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={tools.filter(name)}
          className="z-30 w-60 rounded-lg border bg-surface p-1.5 shadow-float outline-none"
        >
          <Values {...{ name, counts, chosen, onChange, words }} />
          {chosen.length > 0 && (
            <button
              type="button"
              onClick={() => onChange([])}
              className="mt-1 w-full rounded border-t px-2 py-1.5 text-left text-xs text-ink-2 hover:bg-hover"
            >
              {common.clear}
            </button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Values({ name, counts, chosen, onChange, words = {} }: FacetFilterProps): ReactNode {
  const { common } = useWords()
  const { number } = useFormats()
  const id = useId()
  const [q, setQ] = useState('')
  const rows = [...counts]
    .filter(([value]) => value.toLowerCase().includes(q.toLowerCase()))
    .slice(0, mostShown)
  return (
    <>
      {counts.size > manyValues && (
        <SearchInput label={common.search} value={q} onChange={setQ} className="mb-1.5" />
      )}
      {rows.length === 0 && <p className="px-2 py-1.5 text-xs text-ink-3">{common.none}</p>}
      <ul aria-label={name} className="max-h-72 overflow-y-auto">
        {rows.map(([value, count], index) => (
          <li key={value} className="flex items-center gap-2 rounded px-2 hover:bg-hover">
            <Checkbox
              id={`${id}-${index}`}
              checked={chosen.includes(value)}
              onChange={(isOn) =>
                onChange(isOn ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
            <label htmlFor={`${id}-${index}`} className="isolate-text min-w-0 flex-1 truncate py-1.5 text-sm">
              {words[value] ?? visible(value)}
            </label>
            <span className="tabular text-xs text-ink-3">{number(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
