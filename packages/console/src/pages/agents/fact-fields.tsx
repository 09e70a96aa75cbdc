/** Name, prompt, model, limits of an agent, and what few need. */
import { type ReactNode, useState } from 'react'
import { useWords } from '../../i18n/preferences.tsx'
import { Field, Input, Select, Textarea } from '../../components/field.tsx'
import { JsonObjectField } from '../../components/json-object-field.tsx'
import { Switch } from '../../components/toggle.tsx'
import { visible } from '../../components/visible.ts'
import {
  type AgentDraft,
  efforts,
  isGoodNumber,
  limitFields,
  modelFields,
  type NumberField,
  numberFields,
} from './agent-draft.ts'
import { ModelField } from './model-field.tsx'
import { useModels } from './queries.ts'

interface FactFieldsProps {
  readonly draft: AgentDraft
  readonly onChange: (change: Partial<AgentDraft>) => void
}

export function FactFields({ draft, onChange }: FactFieldsProps): ReactNode {
  const { agents: words, common } = useWords()
  return (
    <>
      <Field label={common.name} hint={words.nameHint}>
        {(attributes) => (
          <Input
            {...attributes}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.prompt} hint={words.promptHint}>
        {(attributes) => (
          <Textarea
            {...attributes}
            rows={8}
            value={draft.prompt}
            onChange={(event) => onChange({ prompt: event.target.value })}
          />
        )}
      </Field>
      <ModelField value={draft.model} onChange={(model) => onChange({ model })} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{words.limits}</legend>
        <div className="grid grid-cols-3 gap-3">
          {limitFields.map((field) => (
            <NumberInput key={field} {...{ field, draft, onChange }} />
          ))}
        </div>
      </fieldset>
      <Advanced draft={draft} onChange={onChange} />
    </>
  )
}

function Advanced({ draft, onChange }: FactFieldsProps): ReactNode {
  const { agents: words } = useWords()
  const { runner, reasoning, others, numbers, pinned } = draft
  const [isOpen] = useState(
    pinned ||
      [runner, reasoning, others, ...modelFields.map((field) => numbers[field])].some((text) => text !== ''),
  )
  return (
    <details open={isOpen} className="rounded-md border bg-surface">
      <summary className="px-3 py-2 text-sm font-medium text-ink-2 outline-offset-[-2px]">
        {words.advanced}
      </summary>
      <div className="flex flex-col gap-4 px-3 pt-1 pb-3">
        <div className="grid grid-cols-2 gap-3">
          {modelFields.map((field) => (
            <NumberInput key={field} {...{ field, draft, onChange }} />
          ))}
        </div>
        <Field label={words.reasoning} hint={words.reasoningHint}>
          {(attributes) => (
            <Select
              {...attributes}
              value={reasoning}
              onChange={(event) => onChange({ reasoning: event.target.value })}
            >
              <option value="">{words.usual}</option>
              {efforts.map((effort) => (
                <option key={effort} value={effort}>
                  {words.efforts[effort]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <RunnerField value={runner} onChange={(chosen) => onChange({ runner: chosen })} />
        <div className="flex items-start justify-between gap-3">
          <div>
            <p className="text-sm font-medium">{words.pinned}</p>
            <p className="text-xs text-ink-3">{words.pinnedHint}</p>
          </div>
          <Switch label={words.pinned} checked={pinned} onChange={(isOn) => onChange({ pinned: isOn })} />
        </div>
        <JsonObjectField
          label={words.settings}
          hint={words.settingsHint}
          value={others}
          onChange={(text) => onChange({ others: text })}
        />
      </div>
    </details>
  )
}

interface RunnerFieldProps {
  readonly value: string
  readonly onChange: (runner: string) => void
}

/** A runner that an agent has and that is gone can still be seen. */
function RunnerField({ value, onChange }: RunnerFieldProps): ReactNode {
  const { agents: words } = useWords()
  const { data } = useModels()
  const known = data?.runners ?? []
  const names = value === '' || known.includes(value) ? known : [...known, value]
  const said: Readonly<Record<string, string>> = words.runners
  return (
    <Field label={words.runner} hint={words.runnerHint}>
      {(attributes) => (
        <Select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{words.usualRunner}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {said[name] ?? visible(name)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface NumberInputProps extends FactFieldsProps {
  readonly field: NumberField
}

function NumberInput({ field, draft: { numbers }, onChange }: NumberInputProps): ReactNode {
  const { agents: words } = useWords()
  const { least, isWhole } = numberFields[field]
  const isGood = isGoodNumber(field, numbers[field])
  return (
    <Field
      label={words.numbers[field]}
      problem={isGood ? undefined : isWhole ? words.badWhole(String(least)) : words.badNumber(String(least))}
    >
      {(attributes) => (
        <Input
          {...attributes}
          inputMode="decimal"
          placeholder={words.unlimited[field]}
          value={numbers[field]}
          onChange={(event) => onChange({ numbers: { ...numbers, [field]: event.target.value } })}
        />
      )}
    </Field>
  )
}
