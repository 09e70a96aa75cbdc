/** Asks the policy about a call without making it. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTools } from '../../api/queries.ts'
import type { ExplainAnswer } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { jsonProblem } from '../../components/schema/json-problem.ts'
import { useApi } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Field, Input, Textarea } from '../../components/field.tsx'
import { Card, Section } from '../../components/page.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { PolicyVerdict } from './policy-verdict.tsx'

const mostSuggested = 500

export function PolicyTester(): ReactNode {
  const { settings: words } = useWords()
  const api = useApi()
  const [tool, setTool] = useState('')
  const [input, setInput] = useState('{}')
  const [agent, setAgent] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api.send<ExplainAnswer>('POST', '/api/policy/explain', {
        tool,
        input: JSON.parse(input) as unknown,
        ...(agent !== '' && { agent }),
      }),
  })
  const canAsk = tool !== '' && !jsonProblem(input)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canAsk) mutate()
  }
  return (
    <Section title={words.tester}>
      <p className="mb-3 text-sm text-ink-2">{words.testerHint}</p>
      <Card className="p-4">
        <form onSubmit={submit} className="flex flex-col gap-3">
          <div className="grid gap-3 sm:grid-cols-2">
            <ToolField value={tool} onChange={setTool} />
            <Field label={words.testAgent}>
              {(attributes) => (
                <Input {...attributes} value={agent} onChange={(event) => setAgent(event.target.value)} />
              )}
            </Field>
          </div>
          <InputField value={input} onChange={setInput} />
          <Button type="submit" look="solid" className="self-start" disabled={isPending || !canAsk}>
            {words.test}
          </Button>
        </form>
      </Card>
      <div role="status" className="mt-3">
        {error && <ErrorLine error={error} />}
        {data && <PolicyVerdict answer={data} />}
      </div>
    </Section>
  )
}

interface TextFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function ToolField({ value, onChange }: TextFieldProps): ReactNode {
  const { settings: words } = useWords()
  const { data } = useTools('openai')
  const list = useId()
  return (
    <Field label={words.testTool}>
      {(attributes) => (
        <>
          <Input
            {...attributes}
            list={list}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={list}>
            {(data ?? []).slice(0, mostSuggested).map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

function InputField({ value, onChange }: TextFieldProps): ReactNode {
  const { settings: words, form } = useWords()
  const { number } = useFormats()
  const problem = jsonProblem(value)
  return (
    <Field
      label={words.testInput}
      problem={problem && form.badJson(number(problem.line), number(problem.column), visible(problem.found))}
    >
      {(attributes) => (
        <Textarea
          {...attributes}
          rows={4}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono text-xs leading-5"
        />
      )}
    </Field>
  )
}
