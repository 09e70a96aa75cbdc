/** A new schedule. What is wrong with it is said by the server. */
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { NewSchedule } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Input } from '../../components/field.tsx'
import { jsonObjectProblem } from '../../components/json-object-field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { useAdd } from './queries.ts'
import { type Draft, RuleFields, WorkFields } from './schedule-fields.tsx'
import { SuggestedInput } from './suggested-input.tsx'
import { zoneHere } from './timetable-words.ts'

export function NewScheduleButton(): ReactNode {
  const { schedules: words } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="solid" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {words.create}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={words.create}>
        <ScheduleForm />
      </Dialog>
    </>
  )
}

function ScheduleForm(): ReactNode {
  const { schedules: words, common } = useWords()
  const [, go] = useLocation()
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change })
  const { mutate, isPending, error } = useAdd(({ id }) => go(`/schedules/${encodeURIComponent(id)}`))
  const canAdd = isWhole(draft) && !isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canAdd) mutate(specOf(draft))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={common.name}>
        {(attributes) => (
          <Input
            {...attributes}
            maxLength={100}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      <WorkFields draft={draft} onChange={set} />
      <Field label={words.when} hint={words.whenHint}>
        {(attributes) => (
          <Input
            {...attributes}
            placeholder="0 9 * * 1-5"
            value={draft.schedule}
            onChange={({ target }) => set({ schedule: target.value })}
            className="font-mono"
          />
        )}
      </Field>
      <Field label={words.zone} hint={words.zoneHint}>
        {(attributes) => (
          <SuggestedInput
            {...attributes}
            value={draft.zone}
            names={Intl.supportedValuesOf('timeZone')}
            onChange={(zone) => set({ zone })}
          />
        )}
      </Field>
      <RuleFields draft={draft} onChange={set} />
      {error && <ErrorLine error={error} />}
      <Button type="submit" look="solid" className="self-end" disabled={!canAdd}>
        {isPending ? common.saving : words.createAction}
      </Button>
    </form>
  )
}

function emptyDraft(): Draft {
  return {
    name: '',
    kind: 'tool',
    tool: '',
    args: '',
    agent: '',
    message: '',
    schedule: '',
    zone: zoneHere(),
    misfire: '',
    overlap: '',
  }
}

function isWhole({ name, kind, tool, args, agent, message, schedule }: Draft): boolean {
  const work = kind === 'tool' ? [tool] : [agent, message]
  return (
    [name, schedule, ...work].every((text) => text.trim() !== '') &&
    (kind === 'message' || jsonObjectProblem(args) === undefined)
  )
}

/** What is left empty is the server's to choose. */
function specOf(draft: Draft): NewSchedule {
  const { name, kind, tool, args, agent, message, schedule, zone, misfire, overlap } = draft
  const work =
    kind === 'message'
      ? { agent, message }
      : {
          tool: tool.trim(),
          ...(args.trim() !== '' && { args: JSON.parse(args) as Record<string, unknown> }),
        }
  return {
    name: name.trim(),
    schedule,
    ...work,
    ...(zone.trim() !== '' && { tz: zone.trim() }),
    ...(misfire !== '' && { misfire }),
    ...(overlap !== '' && { overlap }),
  }
}
