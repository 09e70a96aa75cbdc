/** By part of an agent's name, status, and over which time. */
import { type ReactNode, useId } from 'react'
import { useAgents } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Input, Select } from '../../components/field.tsx'
import { Segments } from '../../components/toggle.tsx'
import { useTyped } from '../../components/use-typed.ts'
import { type RunFilterValues, spanNames } from './use-run-filter.ts'

interface RunFiltersProps {
  readonly filter: RunFilterValues
  readonly onChange: (name: keyof RunFilterValues, value: string) => void
}

/** The browser's list of suggestions grows slow past this. */
const mostSuggested = 500

export function RunFilters({ filter, onChange }: RunFiltersProps): ReactNode {
  const { runs: words, activity } = useWords()
  const { data: agents } = useAgents()
  const listId = useId()
  const [text, setText] = useTyped(filter.name, (value) => onChange('name', value.trim()))
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="w-full sm:w-52">
        <Input
          type="search"
          aria-label={words.filterAgent}
          placeholder={words.filterAgent}
          list={listId}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <datalist id={listId}>
          {(agents?.items ?? []).slice(0, mostSuggested).map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      </div>
      <Select
        aria-label={words.status}
        value={filter.status}
        onChange={(event) => onChange('status', event.target.value)}
      >
        <option value="">{words.anyStatus}</option>
        {Object.entries(words.statuses).map(([status, word]) => (
          <option key={status} value={status}>
            {word}
          </option>
        ))}
      </Select>
      <span className="sm:ml-auto">
        <Segments
          label={words.since}
          value={filter.span}
          onChange={(span) => onChange('span', span === 'all' ? '' : span)}
          options={spanNames.map((id) =>
            id === 'all'
              ? { id, label: words.anyTime }
              : { id, label: activity.shortSpans[id], title: activity.spans[id] },
          )}
        />
      </span>
    </div>
  )
}
