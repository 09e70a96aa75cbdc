/** What can be done with a call that was made: run it again, or keep it as an example or a test of its tool. */
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { ApiError } from '../api/api-error.ts'
import { useMay } from '../api/session.tsx'
import { useSaveTest, useTests } from '../api/tests.ts'
import type { CallRecord } from '../api/types.ts'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import { Button, LinkButton } from './button.tsx'
import { Callout } from './callout.tsx'
import { Dialog } from './dialog.tsx'
import { errorText } from './error-text.ts'
import { Field, Input } from './field.tsx'
import { useToast } from './toasts.tsx'
import { visible } from './visible.ts'

type MadeCall = Pick<CallRecord, 'id' | 'tool'>

/** The address carries the id alone: arguments stay out of histories and logs. */
export function againHref({ id, tool }: MadeCall): string {
  return `/tools/${encodeURIComponent(tool)}?again=${encodeURIComponent(id)}`
}

/** In a row of calls. */
export function AgainLink({ call }: { readonly call: MadeCall & Pick<CallRecord, 'startedAt'> }): ReactNode {
  const { tests: words } = useWords()
  const { dateTime } = useFormats()
  return (
    <Link
      href={againHref(call)}
      aria-label={words.runAgainOf(visible(call.tool), dateTime(call.startedAt))}
      className="relative z-10 inline-flex items-center gap-1 text-accent hover:underline"
    >
      <RotateCw aria-hidden className="size-3" />
      {words.runAgain}
    </Link>
  )
}

interface CallActionsProps {
  readonly call: MadeCall & { readonly status: CallRecord['status'] }
  readonly size?: 'sm' | 'md'
  /** Whether running it again is offered; it is by default. */
  readonly hasAgain?: boolean
}

export function CallActions({ call, size = 'md', hasAgain = true }: CallActionsProps): ReactNode {
  const { tests: words } = useWords()
  const mayRun = useMay('operator')
  const [as, setAs] = useState<'example' | 'test'>()
  if (!mayRun) return null
  return (
    <>
      {hasAgain && (
        <LinkButton href={againHref(call)} size={size}>
          <RotateCw aria-hidden className="size-3.5" />
          {words.runAgain}
        </LinkButton>
      )}
      {call.status === 'ok' && (
        <>
          <Button size={size} onClick={() => setAs('example')}>
            {words.saveExample}
          </Button>
          <Button size={size} onClick={() => setAs('test')}>
            {words.saveTest}
          </Button>
        </>
      )}
      {as !== undefined && <SaveDialog call={call} as={as} onClose={() => setAs(undefined)} />}
    </>
  )
}

interface SaveDialogProps {
  readonly call: MadeCall
  readonly as: 'example' | 'test'
  readonly onClose: () => void
}

function Refusal({ error }: { readonly error: Error }): ReactNode {
  const words = useWords()
  const known: Readonly<Record<string, string>> = words.tests.refusals
  return <Callout tone="warn" title={known[problemOf(error) ?? ''] ?? visible(errorText(error, words))} />
}

function SaveDialog({ call, as, onClose }: SaveDialogProps): ReactNode {
  const { tests: words, common } = useWords()
  const say = useToast()
  const [title, setTitle] = useState('')
  const { data } = useTests(call.tool)
  const { mutate, isPending, error } = useSaveTest(call.tool)
  const problem = error ? problemOf(error) : undefined
  const known: Readonly<Record<string, string>> = words.refusals
  const save = (force: boolean): void =>
    mutate(
      { call: call.id, as, ...(title.trim() !== '' && { title: title.trim() }), ...(force && { force }) },
      {
        onSuccess({ outcome, notes }) {
          const said = outcome === 'unchanged' ? words.unchanged : words.saved(data?.file ?? call.tool)
          say([said, ...notes.map(({ code, text }) => known[code] ?? text)].join('. '))
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={as === 'test' ? words.saveTest : words.saveExample}
      description={as === 'test' ? words.saveTestHint : words.saveExampleHint}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save(false)
        }}
      >
        <Field label={words.testTitle}>
          {(attributes) => (
            <Input
              {...attributes}
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        {error && <Refusal error={error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          {problem === 'changes' ? (
            <Button look="danger" disabled={isPending} onClick={() => save(true)}>
              {words.saveAnyway}
            </Button>
          ) : (
            <Button type="submit" look="solid" disabled={isPending}>
              {isPending ? common.saving : common.save}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** The code by which the server says why not. */
function problemOf(error: Error): string | undefined {
  const [first] =
    error instanceof ApiError && Array.isArray(error.details) ? (error.details as unknown[]) : []
  return typeof first === 'object' && first !== null && 'code' in first ? String(first.code) : undefined
}
