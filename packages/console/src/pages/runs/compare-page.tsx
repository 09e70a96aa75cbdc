/** Two runs side by side: what each used and did, and what sets their answers apart. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { RunComparison } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { LinkButton } from '../../components/button.tsx'
import { personName } from '../../components/caller-words.ts'
import { DiffView } from '../../components/inbox/diff-view.tsx'
import { Page, Section } from '../../components/page.tsx'
import { runHref, RunStatusDot } from '../../components/run-status.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { useComparison } from './queries.ts'

interface ComparePageProps {
  readonly left: string
  readonly right: string
}

type Side = RunComparison['left']

interface Fact {
  readonly name: string
  readonly show: (side: Side) => ReactNode
  /** By how much the second differs. */
  readonly difference?: string | undefined
}

export function ComparePage({ left, right }: ComparePageProps): ReactNode {
  const { runs: words } = useWords()
  const { data, error, refetch } = useComparison(left, right)
  return (
    <Page
      title={words.compareTitle}
      lead={words.compareLead}
      back={{ href: '/runs', label: words.title }}
      actions={
        <LinkButton href={`${runHref(right)}/compare/${encodeURIComponent(left)}`}>{words.swap}</LinkButton>
      }
    >
      {data ? (
        <Compared comparison={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Compared({ comparison }: { readonly comparison: RunComparison }): ReactNode {
  const { runs: words } = useWords()
  const { left, right, answers } = comparison
  const facts = useFacts(left, right)
  const columns: readonly Column<Fact>[] = [
    {
      title: words.fact,
      className: 'w-28 sm:w-40',
      cellClassName: 'text-ink-3',
      isRowHeading: true,
      render: ({ name }) => name,
    },
    { title: words.left, cellClassName: 'break-words', render: ({ show }) => show(left) },
    { title: words.right, cellClassName: 'break-words', render: ({ show }) => show(right) },
    {
      title: words.difference,
      className: 'hidden w-32 text-right sm:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: ({ difference = '' }) => difference,
    },
  ]
  const isSame = answers.lines.length === 0 && !answers.tooLarge
  return (
    <>
      <div className="mb-8">
        <Table columns={columns} rows={facts} keyOf={({ name }) => name} label={words.compareTitle} />
      </div>
      <Section title={words.answers}>
        {isSame ? (
          <p className="text-sm text-ink-2">{words.sameAnswer}</p>
        ) : (
          <>
            <p className="mb-2 text-sm text-ink-2">{words.answersHint}</p>
            <DiffView part={{ title: words.answers, ...answers }} />
          </>
        )}
      </Section>
    </>
  )
}

function useFacts(left: Side, right: Side): readonly Fact[] {
  const { runs: words } = useWords()
  const { number, cost, span, dateTime } = useFormats()
  const lengthOf = ({ run: { startedAt, endedAt } }: Side): number | undefined =>
    endedAt === undefined ? undefined : endedAt - startedAt
  const figure = (name: string, of: (side: Side) => number | undefined, text = number): Fact => {
    const [one, other] = [of(left), of(right)]
    return {
      name,
      show: (side) => <span className="tabular">{withText(of(side), text)}</span>,
      difference: one === undefined || other === undefined ? undefined : signed(other - one, text),
    }
  }
  return [
    {
      name: words.run,
      show: ({ run }) => (
        <Link href={runHref(run.id)} className="text-accent hover:underline">
          {visible(run.agent)}
          <span className="block font-mono text-2xs break-all">{visible(run.id)}</span>
        </Link>
      ),
    },
    { name: words.status, show: ({ run }) => <RunStatusDot status={run.status} /> },
    { name: words.end, show: ({ run }) => <End reason={run.reason} /> },
    { name: words.model, show: ({ run }) => (run.model === undefined ? '–' : visible(run.model)) },
    { name: words.started, show: ({ run }) => dateTime(run.startedAt) },
    {
      name: words.startedBy,
      show: ({ run }) => (run.principal === undefined ? '–' : personName(run.principal)),
    },
    figure(words.duration, lengthOf, span),
    figure(words.modelTime, ({ summary }) => summary.modelMs, span),
    figure(words.callTime, ({ summary }) => summary.callsMs, span),
    figure(words.waitTime, ({ summary }) => summary.waitingMs, span),
    figure(words.steps, ({ run }) => run.steps),
    figure(words.calls, ({ summary }) => summary.calls),
    figure(words.tokens, ({ run }) => run.inputTokens + run.outputTokens),
    figure(words.cost, ({ run }) => run.cost, cost),
    { name: words.tools, show: ({ summary }) => <Tools tools={summary.tools} /> },
    { name: words.prompt, show: ({ run }) => <span className="line-clamp-4">{visible(run.task)}</span> },
  ]
}

function withText(value: number | undefined, text: (value: number) => string): string {
  return value === undefined ? '–' : text(Math.max(0, value))
}

function signed(value: number, text: (value: number) => string): string {
  if (value === 0) return '='
  return `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`
}

function End({ reason }: { readonly reason: string | undefined }): ReactNode {
  const { runs: words } = useWords()
  const ends: Readonly<Record<string, string>> = words.ends
  if (reason === undefined) return '–'
  return (Object.hasOwn(ends, reason) ? ends[reason] : undefined) ?? visible(reason)
}

function Tools({ tools }: { readonly tools: Side['summary']['tools'] }): ReactNode {
  const { runs: words } = useWords()
  const { number } = useFormats()
  if (tools.length === 0) return words.noTools
  return (
    <ul>
      {tools.map(({ tool, calls, failed }) => (
        <li key={tool} className="font-mono text-xs">
          {words.toolUse(visible(tool), number(calls))}
          {failed > 0 && <span className="ml-2 font-sans text-bad">{words.toolFailed(number(failed))}</span>}
        </li>
      ))}
    </ul>
  )
}
