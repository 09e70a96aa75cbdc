/** Runs the tool: a form on one side, what it says on the other. */
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'wouter'
import { useTests } from '../../api/tests.ts'
import type { ToolDetail } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { RunOutput } from './run-output.tsx'
import type { RunRequest } from '../../api/runs.ts'
import { useRun, useRuns } from '../../api/runs-context.tsx'
import { problemsOf } from './form/check.ts'
import { cleaned } from '../../components/schema/value.ts'
import { useMay } from '../../api/session.tsx'
import { Callout } from '../../components/callout.tsx'
import { Card } from '../../components/page.tsx'
import { EmptyState, ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { isRunnable } from '../../components/words-of.tsx'
import { ArgumentsEditor } from './arguments-editor.tsx'
import { CallerFields, type CallerValues } from './caller-fields.tsx'
import { CallSnippets } from './call-snippets.tsx'
import { RunBar } from './run-bar.tsx'
import { useAgain } from './use-again.ts'
import { type ChangeDraft, type Draft, useDraft } from './use-draft.ts'
import { useProblems } from './use-problems.ts'

export function ToolRun({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { run: words } = useWords()
  const run = useRun(tool.name)
  const runs = useRuns()
  const mayRun = useMay('operator')
  const [draft, change] = useDraft(tool)
  const [isReadable, setReadable] = useState(true)
  const [isTried, setTried] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const output = useRef<HTMLElement>(null)
  const { input, caller, view } = draft
  const request = useMemo<RunRequest>(() => requestOf(tool.name, input, caller), [tool.name, input, caller])
  const problems = useProblems({ input, schema: tool.inputSchema, run, isTried: isTried && view === 'form' })
  const isBusy = run !== undefined && run.state !== 'done'
  const refused = run?.result?.error?.problems ? run.callId : undefined
  useFocusOnWrong(area, refused)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!mayRun || !isRunnable(tool) || !isReadable || isBusy) return
    // As JSON it goes as it stands: the server says what is wrong.
    const isRight = view === 'json' || problemsOf(input, tool.inputSchema).length === 0
    setTried(!isRight)
    if (!isRight) return requestAnimationFrame(() => focusWrong(area.current)) as unknown as void
    runs.start(request)
    showOutput(output.current)
  }
  return (
    <div ref={area} className="grid min-w-0 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <RunForm onSubmit={submit}>
        <AgainNotice {...{ tool, draft, change }} />
        <Arguments {...{ tool, draft, change, problems }} onReadable={setReadable} />
        <CallerFields value={caller} onChange={(next) => change({ caller: next })} />
        <RunBar
          {...{ tool, run, input, isReadable, problems }}
          onShow={() => showOutput(output.current, true)}
        />
      </RunForm>
      <div className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-5rem)] lg:self-start lg:overflow-y-auto">
        <section ref={output} aria-label={words.output} className="min-w-0 scroll-mt-4">
          {run ? (
            <RunOutput run={run} tool={tool.name} />
          ) : (
            <Card>
              <EmptyState title={words.idleTitle}>{words.idleHint}</EmptyState>
            </Card>
          )}
        </section>
        <CallSnippets request={request} />
      </div>
    </div>
  )
}

interface DraftProps {
  readonly tool: ToolDetail
  readonly draft: Draft
  readonly change: ChangeDraft
}

interface ArgumentsProps extends DraftProps {
  readonly problems: ReadonlyMap<string, string>
  readonly onReadable: (isReadable: boolean) => void
}

/** With the examples of the definition and those that were saved. */
function Arguments({ tool, draft, change, problems, onReadable }: ArgumentsProps): ReactNode {
  const { data } = useTests(tool.name)
  return (
    <ArgumentsEditor
      // Controls begin anew when the arguments of another call are filled in.
      key={draft.again?.id}
      schema={tool.inputSchema}
      examples={data?.items ?? tool.examples}
      onChange={change}
      {...{ draft, onReadable, problems }}
    />
  )
}

/** Whose arguments these are, and which of them are missing. */
function AgainNotice({ tool, draft, change }: DraftProps): ReactNode {
  const { tests: words } = useWords()
  const { dateTime } = useFormats()
  const [search] = useSearchParams()
  const { error, other, isLoading } = useAgain({ id: search.get('again'), tool: tool.name, draft, change })
  const { again } = draft
  if (error) return <ErrorLine error={error} />
  if (isLoading) return <p className="text-sm text-ink-3">{words.againLoading}</p>
  if (other) return <Callout tone="warn" title={words.againOther(visible(other.tool))} />
  if (!again) return null
  return (
    <Callout tone={again.leftOut.length > 0 ? 'warn' : 'info'} title={words.againTitle(dateTime(again.at))}>
      {again.leftOut.length > 0 && words.leftOut(again.leftOut.map((path) => visible(path)).join(', '))}
    </Callout>
  )
}

function requestOf(tool: string, input: unknown, { agent, threadId, explanation }: CallerValues): RunRequest {
  return {
    tool,
    input: cleaned(input) ?? {},
    ...(agent !== '' && { agent }),
    ...(threadId !== '' && { threadId }),
    ...(explanation !== '' && { explanation }),
  }
}

interface RunFormProps {
  readonly onSubmit: (event: FormEvent) => void
  readonly children: ReactNode
}

function RunForm({ onSubmit, children }: RunFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut beside the button
    <form ref={form} noValidate onSubmit={onSubmit} onKeyDown={keys} className="flex min-w-0 flex-col gap-6">
      {children}
    </form>
  )
}

/** Once for each run that the server refused because of its arguments. */
function useFocusOnWrong(area: { readonly current: HTMLElement | null }, refused: string | undefined): void {
  const seen = useRef(refused)
  useEffect(() => {
    if (refused === undefined || seen.current === refused) return
    seen.current = refused
    focusWrong(area.current)
  }, [area, refused])
}

function focusWrong(area: HTMLElement | null): void {
  area?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus()
}

/** Where it stands below the form, what is asked for is brought into sight. */
function showOutput(output: HTMLElement | null, isAsked = false): void {
  if (isAsked || !matchMedia('(min-width: 64rem)').matches) output?.scrollIntoView({ block: 'start' })
}
