/** As whom a call is made: an agent, a conversation, and why. */
import { type ReactNode, useState } from 'react'
import { useAgents } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Field, Input, Select } from '../../components/field.tsx'
import { visible } from '../../components/visible.ts'

/** Empty where it is not said. */
export interface CallerValues {
  readonly agent: string
  readonly threadId: string
  readonly explanation: string
}

interface CallerFieldsProps {
  readonly value: CallerValues
  readonly onChange: (value: CallerValues) => void
}

export function CallerFields({ value, onChange }: CallerFieldsProps): ReactNode {
  const { run: words } = useWords()
  const { data } = useAgents()
  const [isUsed] = useState(() => Object.values(value).some((text) => text !== ''))
  return (
    <details open={isUsed} className="group rounded-md border bg-surface">
      <summary className="px-3 py-2 text-sm font-medium text-ink-2 outline-offset-[-2px]">
        {words.options}
      </summary>
      <div className="grid gap-3 px-3 pb-3 sm:grid-cols-2">
        <Field label={words.asAgent}>
          {(attributes) => (
            <Select
              {...attributes}
              value={value.agent}
              onChange={(event) => onChange({ ...value, agent: event.target.value })}
            >
              <option value="">{words.nobody}</option>
              {(data?.items ?? []).map(({ id, name }) => (
                <option key={id} value={name}>
                  {visible(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.thread} hint={words.threadHint}>
          {(attributes) => (
            <Input
              {...attributes}
              value={value.threadId}
              onChange={(event) => onChange({ ...value, threadId: event.target.value })}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Field label={words.explanation} hint={words.explanationHint}>
            {(attributes) => (
              <Input
                {...attributes}
                value={value.explanation}
                onChange={(event) => onChange({ ...value, explanation: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
    </details>
  )
}
