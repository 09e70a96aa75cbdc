/** By tool, agent, caller, door, conversation, status and time. Parts of names are enough, and known names are suggested. */
import { type ReactNode, useId } from 'react'
import { useAgents, useTools } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { Input, Select } from '../../components/field.tsx'
import { Segments } from '../../components/toggle.tsx'
import { useTyped } from '../../components/use-typed.ts'
import { localTime, rangeOf, spanNames } from './time-range.ts'
import { type CallFilterValues, isFiltered } from './use-call-filter.ts'
import { useNames } from './use-figures.ts'

interface CallFiltersProps {
  readonly filter: CallFilterValues
  readonly onChange: (changes: Partial<CallFilterValues>) => void
  readonly onClear: () => void
}

/** The browser's list of suggestions grows slow past this. */
const mostSuggested = 500

export function CallFilters({ filter, onChange, onClear }: CallFiltersProps): ReactNode {
  const { activity: words, common } = useWords()
  return (
    <div className="mb-4 flex flex-col gap-2">
      <TimeFilter filter={filter} onChange={onChange} />
      <div className="flex flex-wrap items-center gap-2">
        <NameFilters filter={filter} onChange={onChange} />
        <Select
          aria-label={words.status}
          className="w-[calc(50%-0.25rem)] sm:w-36"
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value })}
        >
          <option value="">{words.anyStatus}</option>
          {Object.entries(words.statuses).map(([status, word]) => (
            <option key={status} value={status}>
              {word}
            </option>
          ))}
        </Select>
        {isFiltered(filter) && (
          <Button look="ghost" onClick={onClear}>
            {common.clearFilters}
          </Button>
        )}
      </div>
    </div>
  )
}

type PartProps = Omit<CallFiltersProps, 'onClear'>

function NameFilters({ filter, onChange }: PartProps): ReactNode {
  const { activity: words } = useWords()
  const { data: tools } = useTools('openai')
  const { data: agents } = useAgents()
  const { data: names } = useNames()
  const known = {
    tool: [...(names?.tools ?? []), ...(tools ?? []).map(({ name }) => name)],
    agent: [...(names?.agents ?? []), ...(agents?.items ?? []).map(({ name }) => name)],
    principal: names?.principals ?? [],
    door: names?.doors ?? [],
    thread: [],
  }
  const labels = {
    tool: words.filterTool,
    agent: words.filterAgent,
    principal: words.filterCaller,
    door: words.filterDoor,
    thread: words.filterThread,
  }
  return (['tool', 'agent', 'principal', 'door', 'thread'] as const).map((name) => (
    <Suggested
      key={name}
      label={labels[name]}
      value={filter[name]}
      names={known[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  ))
}

function TimeFilter({ filter, onChange }: PartProps): ReactNode {
  const { activity: words } = useWords()
  const choose = (span: CallFilterValues['span']): void => {
    if (span !== 'custom') return onChange({ span, from: '', to: '' })
    const now = Date.now()
    const { since, until = now } = rangeOf(filter, now)
    onChange({ span, from: localTime(since), to: localTime(until) })
  }
  return (
    <div className="flex max-w-full flex-wrap items-center gap-2">
      <span className="block max-w-full overflow-x-auto whitespace-nowrap">
        <Segments
          label={words.since}
          value={filter.span}
          onChange={choose}
          options={spanNames.map((id) => ({ id, label: words.shortSpans[id], title: words.spans[id] }))}
        />
      </span>
      {filter.span === 'custom' && (
        <span className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className="flex items-center gap-1.5">
              {words[end]}
              <Input
                type="datetime-local"
                className="w-auto"
                value={filter[end]}
                onChange={(event) => onChange({ [end]: event.target.value })}
              />
            </label>
          ))}
        </span>
      )}
    </div>
  )
}

interface SuggestedProps {
  readonly label: string
  readonly value: string
  readonly names: readonly string[]
  readonly onChange: (value: string) => void
}

function Suggested({ label, value, names, onChange }: SuggestedProps): ReactNode {
  const id = useId()
  const [text, setText] = useTyped(value, onChange)
  return (
    <div className="w-[calc(50%-0.25rem)] sm:w-36">
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        list={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={id}>
        {[...new Set(names)].slice(0, mostSuggested).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
