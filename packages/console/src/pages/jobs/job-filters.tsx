/** By status, queue and caller. */
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/preferences.tsx'
import { Input, Select } from '../../components/field.tsx'
import { useTyped } from '../../components/use-typed.ts'
import { visible } from '../../components/visible.ts'
import { type JobFilter, type StateFilter, stateFilters } from './job-filter.ts'

interface JobFiltersProps {
  readonly filter: JobFilter
  readonly queues: readonly string[]
  readonly onChange: (name: keyof JobFilter, value: string) => void
}

export function JobFilters({ filter, queues, onChange }: JobFiltersProps): ReactNode {
  const { jobs: words } = useWords()
  const [tenant, setTenant] = useTyped(filter.tenant, (value) => onChange('tenant', value))
  const nameOf = (state: StateFilter): string =>
    state === 'open' || state === 'all' || state === 'failed' ? words.groups[state] : words.states[state]
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select
        aria-label={words.filterState}
        value={filter.state}
        onChange={({ target }) => onChange('state', target.value === 'open' ? '' : target.value)}
      >
        {stateFilters.map((state) => (
          <option key={state} value={state}>
            {nameOf(state)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={words.filterQueue}
        value={filter.queue}
        onChange={({ target }) => onChange('queue', target.value)}
        className="max-w-64"
      >
        <option value="">{words.anyQueue}</option>
        {(filter.queue === '' || queues.includes(filter.queue) ? queues : [...queues, filter.queue]).map(
          (queue) => (
            <option key={queue} value={queue}>
              {visible(queue)}
            </option>
          ),
        )}
      </Select>
      <div className="w-40">
        <Input
          aria-label={words.filterTenant}
          placeholder={words.filterTenant}
          value={tenant}
          onChange={({ target }) => setTenant(target.value)}
        />
      </div>
    </div>
  )
}
