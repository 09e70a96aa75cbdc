/** The facts of an agent and its tools, as a form. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { keys } from '../../api/queries.ts'
import type { Agent, AgentSpec } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { jsonProblem } from '../../components/schema/json-problem.ts'
import { isRecord } from '../../components/schema/value.ts'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Field, Input, Textarea } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { useToast } from '../../components/toasts.tsx'
import { Switch } from '../../components/toggle.tsx'
import { visible } from '../../components/visible.ts'
import { ToolPicker } from './tool-picker.tsx'

interface Draft {
  readonly name: string
  readonly prompt: string
  readonly model: string
  readonly runner: string
  readonly settings: string
  readonly pinned: boolean
  readonly toolIds: ReadonlySet<string>
}

export function AgentForm({ agent }: { readonly agent?: Agent }): ReactNode {
  const { agents: words, common } = useWords()
  const [draft, setDraft] = useState(() => draftOf(agent))
  const mayChange = useMay('operator')
  const { mutate, isPending, error } = useSave(agent)
  const hasGoodSettings = settingsProblem(draft.settings) === undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (mayChange && hasGoodSettings) mutate(specOf(draft, agent))
  }
  return (
    <form onSubmit={submit} className="grid min-w-0 gap-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <FactFields draft={draft} onChange={setDraft} />
        {error && <ErrorLine error={error} />}
        {!mayChange && <p className="text-sm text-ink-3">{words.mayNot}</p>}
        <Button
          type="submit"
          look="solid"
          className="self-start"
          disabled={isPending || !mayChange || draft.name.trim() === '' || !hasGoodSettings}
        >
          {isPending ? common.saving : agent ? common.save : words.createAction}
        </Button>
      </div>
      <ToolPicker chosen={draft.toolIds} onChange={(toolIds) => setDraft({ ...draft, toolIds })} />
    </form>
  )
}

interface FactFieldsProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

function FactFields({ draft, onChange }: FactFieldsProps): ReactNode {
  const { agents: words, common } = useWords()
  const set = (change: Partial<Draft>): void => onChange({ ...draft, ...change })
  const [hasMore] = useState(draft.runner !== '' || draft.settings !== '')
  return (
    <>
      <TextField
        label={common.name}
        hint={words.nameHint}
        value={draft.name}
        onChange={(name) => set({ name })}
      />
      <Field label={words.prompt} hint={words.promptHint}>
        {(attributes) => (
          <Textarea
            {...attributes}
            rows={6}
            value={draft.prompt}
            onChange={(event) => set({ prompt: event.target.value })}
          />
        )}
      </Field>
      <TextField
        label={words.model}
        hint={words.modelHint}
        value={draft.model}
        onChange={(model) => set({ model })}
      />
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="text-sm font-medium">{words.pinned}</p>
          <p className="text-xs text-ink-3">{words.pinnedHint}</p>
        </div>
        <Switch label={words.pinned} checked={draft.pinned} onChange={(pinned) => set({ pinned })} />
      </div>
      <details open={hasMore} className="rounded-md border bg-surface">
        <summary className="px-3 py-2 text-sm font-medium text-ink-2 outline-offset-[-2px]">
          {words.advanced}
        </summary>
        <div className="flex flex-col gap-4 px-3 pb-3">
          <TextField
            label={words.runner}
            hint={words.runnerHint}
            value={draft.runner}
            onChange={(runner) => set({ runner })}
          />
          <SettingsField value={draft.settings} onChange={(settings) => set({ settings })} />
        </div>
      </details>
    </>
  )
}

interface TextFieldProps extends SettingsFieldProps {
  readonly label: string
  readonly hint: string
}

function TextField({ label, hint, value, onChange }: TextFieldProps): ReactNode {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <Input {...attributes} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

interface SettingsFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function SettingsField({ value, onChange }: SettingsFieldProps): ReactNode {
  const { agents: words } = useWords()
  const problem = useSettingsWords(value)
  return (
    <Field label={words.settings} hint={words.settingsHint} problem={problem}>
      {(attributes) => (
        <Textarea
          {...attributes}
          rows={3}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono text-xs leading-5"
        />
      )}
    </Field>
  )
}

function useSettingsWords(text: string): string | undefined {
  const { form } = useWords()
  const { number } = useFormats()
  const problem = settingsProblem(text)
  if (problem === undefined || problem === 'shape') return problem && form.notObject
  return form.badJson(number(problem.line), number(problem.column), visible(problem.found))
}

function settingsProblem(text: string): ReturnType<typeof jsonProblem> | 'shape' {
  if (text.trim() === '') return undefined
  const problem = jsonProblem(text)
  if (problem) return problem
  return isRecord(JSON.parse(text)) ? undefined : 'shape'
}

function useSave(agent: Agent | undefined) {
  const { agents: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (spec: AgentSpec) =>
      agent
        ? api.send<Agent>('PUT', `/api/agents/${encodeURIComponent(agent.id)}`, spec)
        : api.send<Agent>('POST', '/api/agents', spec),
    async onSuccess(saved) {
      say(words.savedNow(saved.name))
      queries.setQueryData(keys.agent(saved.id), saved)
      if (!agent) navigate(`/agents/${encodeURIComponent(saved.id)}`, { replace: true })
      await queries.invalidateQueries({ queryKey: keys.agents })
    },
  })
}

function draftOf(agent: Agent | undefined): Draft {
  return {
    name: agent?.name ?? '',
    prompt: agent?.prompt ?? '',
    model: agent?.model ?? '',
    runner: agent?.runner ?? '',
    settings: agent && Object.keys(agent.settings).length > 0 ? JSON.stringify(agent.settings, null, 2) : '',
    pinned: agent?.tools.some(({ pinned }) => pinned !== undefined) ?? false,
    toolIds: new Set(agent?.toolIds),
  }
}

/** What is left empty is not sent, unless it takes something away. */
function specOf(
  { name, prompt, model, runner, settings, pinned, toolIds }: Draft,
  before?: Agent,
): AgentSpec {
  return {
    name: name.trim(),
    prompt,
    ...((model !== '' || before?.model !== undefined) && { model }),
    ...((runner !== '' || before?.runner !== undefined) && { runner }),
    settings: settings.trim() === '' ? {} : (JSON.parse(settings) as Record<string, unknown>),
    pinned,
    toolIds: [...toolIds],
  }
}
