/** An agent as a form: its facts at the left; its tools, a place to try it and its history at the right; what saves it always in sight. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { keys } from '../../api/queries.ts'
import type { Agent, AgentSpec } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useToast } from '../../components/toasts.tsx'
import { type AgentDraft, draftOf, isGoodDraft, specOf } from './agent-draft.ts'
import { AgentHistory } from './agent-history.tsx'
import { FactFields } from './fact-fields.tsx'
import { Playground } from './playground.tsx'
import { ToolPicker } from './tool-picker.tsx'
import { usePlayground } from './use-playground.ts'

export function AgentForm({ agent }: { readonly agent?: Agent }): ReactNode {
  const { agents: words } = useWords()
  const { number } = useFormats()
  const [draft, setDraft] = useState(() => draftOf(agent))
  const [tab, setTab] = useState('tools')
  const id = useId()
  const mayChange = useMay('operator')
  const { mutate, isPending, error } = useSave(agent)
  const playground = usePlayground()
  const isGood = isGoodDraft(draft)
  const change = (changes: Partial<AgentDraft>): void => setDraft((now) => ({ ...now, ...changes }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (mayChange && isGood && draft.name.trim() !== '') mutate(specOf(draft, agent))
  }
  const tabs = [
    {
      id: 'tools',
      label: `${words.tools} (${number(draft.toolIds.size)})`,
      content: <ToolPicker chosen={draft.toolIds} onChange={(toolIds) => change({ toolIds })} />,
    },
    ...(mayChange
      ? [
          {
            id: 'try',
            label: words.playground,
            content: <Playground playground={playground} spec={isGood ? specOf(draft) : undefined} />,
          },
        ]
      : []),
    ...(agent
      ? [
          {
            id: 'history',
            label: words.history,
            content: <AgentHistory agent={agent} onRestored={(restored) => setDraft(draftOf(restored))} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <div className="grid min-w-0 gap-8 lg:grid-cols-[23rem_minmax(0,1fr)]">
        <form id={id} onSubmit={submit} className="flex min-w-0 flex-col gap-5">
          <FactFields draft={draft} onChange={change} />
        </form>
        <Tabs label={words.parts} tabs={tabs} value={tab} onChange={setTab} />
      </div>
      <SaveBar
        formId={id}
        isNew={!agent}
        canSave={draft.name.trim() !== '' && isGood}
        {...{ isPending, isGood, error }}
      />
    </>
  )
}

interface SaveBarProps {
  readonly formId: string
  readonly isNew: boolean
  readonly isPending: boolean
  readonly isGood: boolean
  readonly canSave: boolean
  readonly error: unknown
}

/** Always in sight, on a phone too. */
function SaveBar({ formId, isNew, isPending, isGood, canSave, error }: SaveBarProps): ReactNode {
  const { agents: words, common } = useWords()
  const mayChange = useMay('operator')
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-16 flex flex-wrap items-center gap-3 border-t bg-page px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8">
      <Button type="submit" form={formId} look="solid" disabled={isPending || !mayChange || !canSave}>
        {isPending ? common.saving : isNew ? words.createAction : common.save}
      </Button>
      {!mayChange && <p className="text-sm text-ink-3">{words.mayNot}</p>}
      {!isGood && <p className="text-sm text-bad">{words.mend}</p>}
      {error !== null && <ErrorLine error={error} />}
    </div>
  )
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
