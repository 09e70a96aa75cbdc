/** By tool, agent, thread, how it ended, and over which time. */
import { type ReactNode, useId } from 'react'
import { useAgents, useTools } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Input, Select } from '../../components/field.tsx'
import { Segments } from '../../components/toggle.tsx'
import { useTyped } from '../../components/use-typed.ts'
import type { CallFilterValues, SpanName } from './use-call-filter.ts'

interface CallFiltersProps {
  readonly filter: CallFilterValues
  readonly onChange: (name: keyof CallFilterValues, value: string) => void
}

const spanNames: readonly SpanName[] = ['15m', '1h', '24h', '7d']
/** The browser's list of suggestions grows slow past this. */
const mostSuggested = 500

export function CallFilters({ filter, onChange }: CallFiltersProps): ReactNode {
  const { activity: words } = useWords()
  const { data: tools } = useTools('openai')
  const { data: agents } = useAgents()
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Suggested
        label={words.filterTool}
        value={filter.tool}
        names={(tools ?? []).slice(0, mostSuggested).map(({ name }) => name)}
        onChange={(value) => onChange('tool', value)}
      />
      <Suggested
        label={words.filterAgent}
        value={filter.agent}
        names={(agents?.items ?? []).map(({ name }) => name)}
        onChange={(value) => onChange('agent', value)}
      />
      <Suggested
        label={words.filterThread}
        value={filter.thread}
        names={[]}
        onChange={(value) => onChange('thread', value)}
      />
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
      <span className="ml-auto">
        <Segments
          label={words.since}
          value={filter.span}
          onChange={(span) => onChange('span', span)}
          options={spanNames.map((id) => ({ id, label: id, title: words.spans[id] }))}
        />
      </span>
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
    <div className="w-[calc(50%-0.25rem)] sm:w-40">
      <Input
        aria-label={label}
        placeholder={label}
        list={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
