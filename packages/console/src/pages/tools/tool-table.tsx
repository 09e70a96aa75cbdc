/** The tools as a table of which only the rows in sight are drawn. */
import type { ReactNode } from 'react'
import type { ToolSummary } from '../../api/types.ts'
import { classes } from '../../components/classes.ts'

import { type Column, RowLink } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { descriptionIn, titleIn } from '../../components/tool-words.ts'
import { PermissionBadge, StateDot, StatusDot, useCategoryName, whyOff } from '../../components/words-of.tsx'
import { useFormats, usePreferences, useWords } from '../../i18n/preferences.tsx'
import { stateOf } from './filter-tools.ts'
import { LongTable } from './long-table.tsx'

const rowHeight = 52

interface ToolTableProps {
  readonly tools: readonly ToolSummary[]
  readonly dialect: string
}

export function ToolTable({ tools, dialect }: ToolTableProps): ReactNode {
  const { tools: words } = useWords()
  const columns = useColumns(dialect)
  return (
    <LongTable
      label={words.rows}
      columns={columns}
      rows={tools}
      keyOf={({ id }) => id}
      rowHeight={rowHeight}
    />
  )
}

function useColumns(dialect: string): readonly Column<ToolSummary>[] {
  const { tools: words, common } = useWords()
  const { number } = useFormats()
  const categoryName = useCategoryName()
  return [
    { title: common.name, render: (tool) => <ToolName tool={tool} /> },
    {
      title: words.category,
      className: 'hidden w-28 md:table-cell',
      cellClassName: 'isolate-text truncate text-ink-2',
      render: ({ category }) => categoryName(category),
    },
    {
      title: `${words.type} · ${words.source}`,
      className: 'hidden w-28 xl:table-cell',
      cellClassName: 'text-ink-2',
      render: ({ type, source }) => (
        <>
          <span className="block truncate">{words.types[type]}</span>
          <span className="block truncate text-ink-3">{words.sources[source]}</span>
        </>
      ),
    },
    {
      title: words.permission,
      className: 'hidden w-24 md:table-cell',
      render: ({ permission }) => <PermissionBadge permission={permission} />,
    },
    {
      title: words.state,
      className: 'w-24',
      render: (tool) => <StateDot state={stateOf(tool)} title={tool.error} />,
    },
    {
      title: words.tokensColumn,
      hint: dialect,
      className: 'hidden w-20 text-right lg:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: ({ tokens }) => (tokens[dialect] === undefined ? '–' : number(tokens[dialect])),
    },
    {
      title: words.lastCall,
      className: 'hidden w-36 xl:table-cell',
      render: (tool) => <LastCall tool={tool} />,
    },
  ]
}

function ToolName({ tool }: { readonly tool: ToolSummary }): ReactNode {
  const { language } = usePreferences()
  const title = titleIn(tool, language)
  const why = useWhyOff(tool)
  const said = why ?? descriptionIn(tool, language)
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <RowLink href={`/tools/${encodeURIComponent(tool.name)}`} className="font-mono text-sm">
          {visible(tool.name)}
        </RowLink>
        {title !== undefined && (
          <span className="isolate-text min-w-0 truncate text-ink-2">{visible(title)}</span>
        )}
      </span>
      <span
        title={why === undefined ? undefined : visible(said)}
        className={classes(
          'isolate-text block truncate',
          tool.state === 'invalid' ? 'text-bad' : why === undefined ? 'text-ink-2' : 'text-warn',
        )}
      >
        {visible(said)}
      </span>
    </>
  )
}

/** Why it does not run, with what the catalogue says of that; undefined if it does. */
function useWhyOff(tool: ToolSummary): string | undefined {
  const { tools: words } = useWords()
  const reasons = whyOff(tool).map((reason) => words.offBecause[reason])
  if (reasons.length === 0) return undefined
  return [...reasons, ...(tool.error === undefined ? [] : [tool.error])].join(' · ')
}

function LastCall({ tool: { lastCall } }: { readonly tool: ToolSummary }): ReactNode {
  const { tools: words } = useWords()
  const { ago } = useFormats()
  if (!lastCall) return <span className="text-ink-3">{words.never}</span>
  return (
    <span className="block min-w-0" title={lastCall.error}>
      <StatusDot status={lastCall.status} />
      <span className="block truncate pl-3 text-ink-3">{ago(lastCall.at)}</span>
    </span>
  )
}
