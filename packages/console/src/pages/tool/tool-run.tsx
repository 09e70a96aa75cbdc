/** Runs the tool: a form on one side, what it says on the other. */
import { Play, Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { ToolDetail } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { RunOutput } from './run-output.tsx'
import type { RunRequest } from '../../api/runs.ts'
import { useRun, useRuns } from '../../api/runs-context.tsx'
import { cleaned, initialValue } from '../../components/schema/value.ts'
import { useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { Card } from '../../components/page.tsx'
import { EmptyState } from '../../components/states.tsx'
import { isRunnable } from '../../components/words-of.tsx'
import { ArgumentsEditor } from './arguments-editor.tsx'
import { CallerFields, type CallerValues } from './caller-fields.tsx'
import { CallSnippets } from './call-snippets.tsx'

export function ToolRun({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { run: words } = useWords()
  const run = useRun(tool.name)
  const runs = useRuns()
  const before = run?.request
  const [input, setInput] = useState<unknown>(
    () => before?.input ?? initialValue(tool.inputSchema, tool.inputSchema),
  )
  const [isReadable, setReadable] = useState(true)
  const [caller, setCaller] = useState<CallerValues>(() => callerOf(before))
  const request = useMemo<RunRequest>(() => requestOf(tool.name, input, caller), [tool.name, input, caller])
  const isBusy = run !== undefined && run.state !== 'done'
  return (
    <div className="grid min-w-0 gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <RunForm tool={tool} isReadable={isReadable} isBusy={isBusy} onRun={() => runs.start(request)}>
        <ArgumentsEditor
          schema={tool.inputSchema}
          examples={tool.examples}
          value={input}
          onChange={setInput}
          onReadable={setReadable}
        />
        <CallerFields value={caller} onChange={setCaller} />
      </RunForm>
      <div className="flex min-w-0 flex-col gap-6">
        <section aria-label={words.output} className="min-w-0">
          {run ? (
            <RunOutput run={run} />
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

function callerOf(request: RunRequest | undefined): CallerValues {
  return {
    agent: request?.agent ?? '',
    threadId: request?.threadId ?? '',
    explanation: request?.explanation ?? '',
  }
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
  readonly tool: ToolDetail
  readonly isReadable: boolean
  readonly isBusy: boolean
  readonly onRun: () => void
  readonly children: ReactNode
}

function RunForm({ tool, isReadable, isBusy, onRun, children }: RunFormProps): ReactNode {
  const { run: words } = useWords()
  const runs = useRuns()
  const form = useRef<HTMLFormElement>(null)
  const mayRun = useMay('operator')
  const canRun = mayRun && isRunnable(tool)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canRun && isReadable && !isBusy) onRun()
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut beside the button
    <form ref={form} noValidate onSubmit={submit} onKeyDown={keys} className="flex min-w-0 flex-col gap-6">
      {children}
      {!mayRun && <Callout tone="info" title={words.viewerHint} />}
      {mayRun && !isRunnable(tool) && <Callout tone="warn" title={words.notRunnable} />}
      <div className="flex items-center gap-2">
        <Button type="submit" look="solid" disabled={!canRun || !isReadable || isBusy}>
          <Play aria-hidden className="size-3.5" />
          {isBusy ? words.running : words.run}
        </Button>
        {isBusy && (
          <Button onClick={() => runs.cancel(tool.name)}>
            <Square aria-hidden className="size-3" />
            {words.cancel}
          </Button>
        )}
        <kbd className="hidden text-2xs text-ink-3 sm:inline">{words.shortcut}</kbd>
      </div>
    </form>
  )
}
