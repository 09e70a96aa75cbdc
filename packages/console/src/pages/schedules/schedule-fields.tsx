/** The fields of a new schedule: what it does, and what happens to runs that were missed or overlap. */
import type { ReactNode } from 'react'
import { useAgents, useTools } from '../../api/queries.ts'
import type { NewSchedule } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Field, Select, Textarea } from '../../components/field.tsx'
import { JsonObjectField } from '../../components/json-object-field.tsx'
import { Segments } from '../../components/toggle.tsx'
import { visible } from '../../components/visible.ts'
import { SuggestedInput } from './suggested-input.tsx'

export interface Draft {
  readonly name: string
  readonly kind: 'tool' | 'message'
  readonly tool: string
  readonly args: string
  readonly agent: string
  readonly message: string
  readonly schedule: string
  readonly zone: string
  /** Empty: the server chooses. */
  readonly misfire: '' | NonNullable<NewSchedule['misfire']>
  readonly overlap: '' | NonNullable<NewSchedule['overlap']>
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

/** The browser's list of suggestions grows slow past this. */
const mostSuggested = 500

export function WorkFields({ draft, onChange }: FieldsProps): ReactNode {
  const { schedules: words } = useWords()
  return (
    <>
      <div className="flex flex-col items-start gap-1">
        <span className="text-sm font-medium">{words.does}</span>
        <Segments
          label={words.does}
          value={draft.kind}
          onChange={(kind) => onChange({ kind })}
          options={[
            { id: 'tool', label: words.doesTool },
            { id: 'message', label: words.doesMessage },
          ]}
        />
      </div>
      {draft.kind === 'tool' ? (
        <ToolFields draft={draft} onChange={onChange} />
      ) : (
        <MessageFields draft={draft} onChange={onChange} />
      )}
    </>
  )
}

function ToolFields({ draft, onChange }: FieldsProps): ReactNode {
  const { schedules: words } = useWords()
  const { data: tools } = useTools('openai')
  return (
    <>
      <Field label={words.tool} hint={words.toolHint}>
        {(attributes) => (
          <SuggestedInput
            {...attributes}
            value={draft.tool}
            names={(tools ?? []).slice(0, mostSuggested).map(({ name }) => name)}
            onChange={(tool) => onChange({ tool })}
          />
        )}
      </Field>
      <JsonObjectField
        label={words.args}
        hint={words.argsHint}
        value={draft.args}
        onChange={(args) => onChange({ args })}
      />
    </>
  )
}

function MessageFields({ draft, onChange }: FieldsProps): ReactNode {
  const { schedules: words, form } = useWords()
  const { data } = useAgents()
  return (
    <>
      <Field label={words.agent} hint={data?.items.length === 0 ? words.noAgents : undefined}>
        {(attributes) => (
          <Select
            {...attributes}
            value={draft.agent}
            onChange={({ target }) => onChange({ agent: target.value })}
          >
            <option value="">{form.notSet}</option>
            {(data?.items ?? []).map(({ id, name }) => (
              <option key={id} value={name}>
                {visible(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.message}>
        {(attributes) => (
          <Textarea
            {...attributes}
            rows={3}
            maxLength={20_000}
            spellCheck
            value={draft.message}
            onChange={({ target }) => onChange({ message: target.value })}
          />
        )}
      </Field>
    </>
  )
}

export function RuleFields({ draft, onChange }: FieldsProps): ReactNode {
  const { schedules: words } = useWords()
  return (
    <details className="rounded-md border bg-surface">
      <summary className="px-3 py-2 text-sm font-medium text-ink-2 outline-offset-[-2px]">
        {words.options}
      </summary>
      <div className="flex flex-col gap-3 px-3 pb-3">
        <Choice
          label={words.misfire}
          value={draft.misfire}
          options={words.misfires}
          onChange={(misfire) => onChange({ misfire })}
        />
        <Choice
          label={words.overlap}
          value={draft.overlap}
          options={words.overlaps}
          onChange={(overlap) => onChange({ overlap })}
        />
      </div>
    </details>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: Readonly<Record<T, string>>
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <Field label={label}>
      {(attributes) => (
        <Select {...attributes} value={value} onChange={({ target }) => onChange(target.value as T)}>
          {Object.entries<string>(options).map(([id, word]) => (
            <option key={id} value={id}>
              {word}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
