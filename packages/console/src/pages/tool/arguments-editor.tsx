/** The arguments of a call, as a form or as JSON: two views of one value. */
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { JsonSchema, ToolExample } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { jsonProblem } from '../../components/schema/json-problem.ts'
import { SchemaForm } from './form/schema-form.tsx'
import { cleaned, initialValue, isRecord } from '../../components/schema/value.ts'
import { IconButton } from '../../components/button.tsx'
import { Field, Select, Textarea } from '../../components/field.tsx'
import { Segments } from '../../components/toggle.tsx'
import { visible } from '../../components/visible.ts'
import type { ChangeDraft, Draft } from './use-draft.ts'

interface ArgumentsEditorProps {
  readonly schema: JsonSchema
  readonly examples: readonly ToolExample[]
  readonly draft: Draft
  readonly onChange: ChangeDraft
  readonly onReadable: (isReadable: boolean) => void
  readonly problems: ReadonlyMap<string, string>
}

export function ArgumentsEditor(props: ArgumentsEditorProps): ReactNode {
  const { schema, examples, draft, onChange, onReadable, problems } = props
  const { form } = useWords()
  /** Controls that keep text of their own begin anew when the value comes from elsewhere. */
  const [generation, setGeneration] = useState(0)
  const setInput = useCallback((input: unknown) => onChange({ input }), [onChange])
  const setTexts = useCallback((texts: Draft['texts']) => onChange({ texts }), [onChange])
  const fill = (input: unknown): void => {
    onChange({ input, json: undefined, texts: new Map(), again: undefined })
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
          value={draft.view}
          onChange={(view) => {
            onReadable(true)
            onChange({ view })
          }}
          options={[
            { id: 'form', label: form.form },
            { id: 'json', label: form.json },
          ]}
        />
      </div>
      {draft.view === 'form' ? (
        <SchemaForm
          key={generation}
          {...{ schema, onReadable, problems }}
          value={draft.input}
          onChange={setInput}
          texts={draft.texts}
          onTexts={setTexts}
        />
      ) : (
        <JsonArguments key={generation} {...{ draft, onChange, onReadable }} />
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

type JsonArgumentsProps = Pick<ArgumentsEditorProps, 'draft' | 'onChange' | 'onReadable'>

function JsonArguments({ draft, onChange, onReadable }: JsonArgumentsProps): ReactNode {
  const { form } = useWords()
  const { number } = useFormats()
  const { input, json } = draft
  // What was typed here stands, unless the form has changed the value since.
  const text = json && json.of === input ? json.text : JSON.stringify(cleaned(input) ?? {}, null, 2)
  const broken = jsonProblem(text)
  const problem = broken
    ? form.badJson(number(broken.line), number(broken.column), visible(broken.found))
    : isGood(text)
      ? undefined
      : form.notObject
  useReadable(problem === undefined, onReadable)
  return (
    <Field label={form.json} problem={problem}>
      {(attributes) => (
        <Textarea
          {...attributes}
          rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
          value={text}
          onChange={(event) => {
            const next = event.target.value
            const read: unknown = isGood(next) ? JSON.parse(next) : input
            onChange({ input: read, json: { text: next, of: read }, texts: new Map() })
          }}
          className="font-mono text-xs leading-5"
        />
      )}
    </Field>
  )
}

function useReadable(isReadable: boolean, onReadable: (isReadable: boolean) => void): void {
  useEffect(() => onReadable(isReadable), [isReadable, onReadable])
}

function isGood(text: string): boolean {
  return !jsonProblem(text) && isRecord(JSON.parse(text))
}
