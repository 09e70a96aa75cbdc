/** The arguments of a call, as a form or as JSON: two views of one value. */
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { JsonSchema, ToolExample } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { jsonProblem } from '../../components/schema/json-problem.ts'
import { SchemaForm } from './form/schema-form.tsx'
import { cleaned, initialValue, isRecord } from '../../components/schema/value.ts'
import { IconButton } from '../../components/button.tsx'
import { Field, Select, Textarea } from '../../components/field.tsx'
import { Segments } from '../../components/toggle.tsx'
import { visible } from '../../components/visible.ts'

interface ArgumentsEditorProps {
  readonly schema: JsonSchema
  readonly examples: readonly ToolExample[]
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onReadable: (isReadable: boolean) => void
}

export function ArgumentsEditor({
  schema,
  examples,
  value,
  onChange,
  onReadable,
}: ArgumentsEditorProps): ReactNode {
  const { form } = useWords()
  const [view, setView] = useState<'form' | 'json'>('form')
  /** Controls that keep text of their own begin anew when the value comes from elsewhere. */
  const [generation, setGeneration] = useState(0)
  const fill = (next: unknown): void => {
    onChange(next)
    onReadable(true)
    setGeneration((count) => count + 1)
  }
  return (
    <section aria-label={form.arguments} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-base font-semibold">{form.arguments}</h2>
        <ExampleSelect examples={examples} onChoose={fill} />
        <IconButton label={form.reset} onClick={() => fill(initialValue(schema, schema))}>
          <RotateCcw aria-hidden className="size-3.5" />
        </IconButton>
        <Segments
          label={form.arguments}
          value={view}
          onChange={(chosen) => {
            onReadable(true)
            setView(chosen)
          }}
          options={[
            { id: 'form', label: form.form },
            { id: 'json', label: form.json },
          ]}
        />
      </div>
      {view === 'form' ? (
        <SchemaForm key={generation} {...{ schema, value, onChange, onReadable }} />
      ) : (
        <JsonArguments key={generation} {...{ value, onChange, onReadable }} />
      )}
    </section>
  )
}

interface ExampleSelectProps {
  readonly examples: readonly ToolExample[]
  readonly onChoose: (input: unknown) => void
}

function ExampleSelect({ examples, onChoose }: ExampleSelectProps): ReactNode {
  const { form } = useWords()
  const { number } = useFormats()
  if (examples.length === 0) return null
  return (
    <Select
      aria-label={form.fillExample}
      value=""
      onChange={(event) => onChoose(structuredClone(examples[Number(event.target.value)]?.input ?? {}))}
      className="max-w-40 text-xs"
    >
      <option value="" disabled>
        {form.fillExample}
      </option>
      {examples.map((example, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- examples never move
        <option key={index} value={String(index)}>
          {visible(example.title ?? form.example(number(index + 1)))}
        </option>
      ))}
    </Select>
  )
}

type JsonArgumentsProps = Pick<ArgumentsEditorProps, 'value' | 'onChange' | 'onReadable'>

function JsonArguments({ value, onChange, onReadable }: JsonArgumentsProps): ReactNode {
  const { form } = useWords()
  const { number } = useFormats()
  const [text, setText] = useState(() => JSON.stringify(cleaned(value) ?? {}, null, 2))
  const broken = jsonProblem(text)
  const problem = broken
    ? form.badJson(number(broken.line), number(broken.column), visible(broken.found))
    : isRecord(JSON.parse(text))
      ? undefined
      : form.notObject
  return (
    <Field label={form.json} problem={problem}>
      {(attributes) => (
        <Textarea
          {...attributes}
          rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
          value={text}
          onChange={(event) => {
            const next = event.target.value
            setText(next)
            const isGood = !jsonProblem(next) && isRecord(JSON.parse(next))
            onReadable(isGood)
            if (isGood) onChange(JSON.parse(next))
          }}
          className="font-mono text-xs leading-5"
        />
      )}
    </Field>
  )
}
