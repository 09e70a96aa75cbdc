/** The tests of a tool: each with its arguments and what is expected, run one by one or all, and what came of that. */
import { Play, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../api/session.tsx'
import { useDeleteTest, useRunTest, useTests } from '../../api/tests.ts'
import type { TestRun, ToolDetail, ToolTest } from '../../api/types.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Card } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { JsonBlock } from '../../components/text-block.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'
import { isRunnable } from '../../components/words-of.tsx'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { TestDifference } from './test-difference.tsx'

type Shown = TestRun | 'running'

export function ToolTests({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tests: words } = useWords()
  const { data, error, refetch } = useTests(tool.name)
  const { results, run, isBusy } = useResults(tool.name)
  const mayRun = useMay('operator') && isRunnable(tool)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const { items, file, problem } = data
  return (
    <div className="flex max-w-4xl min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-ink-2">
          {file === undefined ? words.noPlace : words.lead(visible(file))}
        </p>
        <Summary results={results} />
        {items.length > 0 && (
          <Button look="solid" disabled={!mayRun || isBusy} onClick={() => run(items.map(({ id }) => id))}>
            <Play aria-hidden className="size-3.5" />
            {words.runAll}
          </Button>
        )}
      </div>
      {problem !== undefined && <Callout tone="bad" title={visible(problem)} />}
      {items.length === 0 ? (
        <Card>
          <EmptyState title={words.none}>{words.noneHint}</EmptyState>
        </Card>
      ) : (
        <ol aria-label={words.tab} className="flex flex-col gap-3">
          {items.map((test, index) => (
            <li key={test.id}>
              <Test
                {...{ tool, test, index }}
                shown={results.get(test.id)}
                onRun={mayRun && !isBusy ? () => run([test.id]) : undefined}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Tests run one after the other, so that they don't get in each other's way; each is shown as it ends. */
function useResults(tool: string) {
  const runTest = useRunTest(tool)
  const say = useToast()
  const [results, setResults] = useState<ReadonlyMap<string, Shown>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const show = (id: string, shown: Shown | undefined): void =>
    setResults((before) => {
      const after = new Map(before)
      if (shown === undefined) after.delete(id)
      else after.set(id, shown)
      return after
    })
  const runAll = async (ids: readonly string[]): Promise<void> => {
    setBusy(true)
    for (const id of ids) {
      show(id, 'running')
      try {
        show(id, await runTest(id))
      } catch (error) {
        show(id, undefined)
        say(error instanceof Error ? error : String(error))
      }
    }
    setBusy(false)
  }
  return { results, isBusy, run: (ids: readonly string[]) => void runAll(ids) }
}

function Summary({ results }: { readonly results: ReadonlyMap<string, Shown> }): ReactNode {
  const { tests: words } = useWords()
  const { number } = useFormats()
  const ended = [...results.values()].filter((shown) => shown !== 'running')
  const count = (verdict: TestRun['verdict']): number =>
    ended.filter((shown) => shown.verdict === verdict).length
  return (
    <span role="status" className="text-sm text-ink-2">
      {ended.length > 0 && words.summary(number(count('passed')), number(count('failed')))}
    </span>
  )
}

const tones: Readonly<Record<TestRun['verdict'] | 'running', Tone>> = {
  passed: 'ok',
  failed: 'bad',
  asks: 'warn',
  running: 'accent',
}

interface TestProps {
  readonly tool: ToolDetail
  readonly test: ToolTest
  readonly index: number
  readonly shown: Shown | undefined
  /** Undefined if it can't be run now. */
  readonly onRun: (() => void) | undefined
}

function Test({ tool, test, index, shown, onRun }: TestProps): ReactNode {
  const { tests: words, form } = useWords()
  const { number, span } = useFormats()
  const name = visible(test.title ?? words.unnamed(number(index + 1)))
  const verdict = shown === 'running' ? 'running' : shown?.verdict
  return (
    <Card className="flex min-w-0 flex-col gap-3 p-4">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <h2 className="isolate-text mr-1 min-w-0 truncate text-sm font-semibold">{name}</h2>
        <Badge>{test.output === undefined ? words.isExample : words.isTest}</Badge>
        {!test.isSaved && <Badge>{words.fromDefinition}</Badge>}
        {verdict && <Badge tone={tones[verdict]}>{words.verdicts[verdict]}</Badge>}
        {typeof shown === 'object' && shown.callId !== undefined && (
          <span className="tabular text-xs text-ink-3">{span(shown.durationMs)}</span>
        )}
        <span className="ml-auto flex items-center gap-1">
          <Button size="sm" aria-label={words.runOne(name)} disabled={!onRun} onClick={onRun}>
            <Play aria-hidden className="size-3" />
            {words.runOneShort}
          </Button>
          {test.isSaved && <DeleteTest tool={tool.name} id={test.id} name={name} />}
        </span>
      </div>
      <details open={verdict === 'failed'} className="min-w-0">
        <summary className="cursor-default text-xs text-ink-2">{form.arguments}</summary>
        <div className="mt-2">
          <JsonBlock value={test.input} label={`${form.arguments}: ${name}`} mostLines={30} />
        </div>
      </details>
      {typeof shown === 'object' && <Outcome test={test} run={shown} />}
    </Card>
  )
}

function Outcome({ test, run }: { readonly test: ToolTest; readonly run: TestRun }): ReactNode {
  const { tests: words, run: runWords } = useWords()
  return (
    <>
      {run.verdict === 'asks' && <Callout tone="warn" title={words.asksHint} />}
      {run.verdict === 'failed' && run.error && (
        <Callout tone="bad" title={<span className="font-mono text-xs">{run.error.code}</span>}>
          <p className="whitespace-pre-wrap">{visible(run.error.message)}</p>
        </Callout>
      )}
      {run.verdict === 'failed' && !run.error && (
        <TestDifference expected={test.output} actual={run.actual} />
      )}
      {run.callId !== undefined && (
        <Link
          href={`/activity/${encodeURIComponent(run.callId)}`}
          className="w-fit text-sm text-accent hover:underline"
        >
          {runWords.story}
        </Link>
      )}
    </>
  )
}

interface DeleteTestProps {
  readonly tool: string
  readonly id: string
  readonly name: string
}

function DeleteTest({ tool, id, name }: DeleteTestProps): ReactNode {
  const { tests: words, common } = useWords()
  const say = useToast()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useDeleteTest(tool)
  const mayDelete = useMay('operator')
  if (!mayDelete) return null
  return (
    <>
      <IconButton label={words.deleteOne(name)} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden className="size-3.5" />
      </IconButton>
      <ConfirmDialog
        open={isOpen}
        title={words.deleteTitle}
        description={`${name}. ${words.deleteHint}`}
        action={common.delete}
        isBusy={isPending}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate(id, { onSuccess: () => setOpen(false), onError: (error) => say(error) })}
      />
    </>
  )
}
