/** Chooses the tools of an agent: search, whole groups, and what the choice costs. Only the rows in sight are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTools } from '../../api/queries.ts'
import type { ToolSummary } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { DialectSelect } from '../../components/dialect-select.tsx'
import { FacetFilter } from '../../components/facet-filter.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { Segments } from '../../components/toggle.tsx'
import { type FacetChoice, facetCounts, facets, noFacets, type PickerRow, pickerRows } from './picker-rows.ts'
import { GroupRow, ToolRow } from './picker-row.tsx'

interface ToolPickerProps {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

const groupHeight = 36
const toolHeight = 44
/** Two boxes full: more are found sooner by their groups. */
const manyTools = 24
const none: readonly ToolSummary[] = []
const nothingTurned = { all: new Set<string>(), chosen: new Set<string>() }

export function ToolPicker({ chosen, onChange }: ToolPickerProps): ReactNode {
  const { agents: words, common } = useWords()
  const [dialect, setDialect] = useState('openai')
  const [q, setQ] = useState('')
  const [show, setShow] = useState<'all' | 'chosen'>(chosen.size > 0 ? 'chosen' : 'all')
  const [wanted, setWanted] = useState(noFacets)
  const { data, error, refetch } = useTools(dialect)
  const tools = useMemo(
    () => (data ?? none).filter(({ state, id }) => state !== 'removed' || chosen.has(id)),
    [data, chosen],
  )
  const { folded, fold } = useFolds(tools, show)
  const rows = useMemo(
    () => pickerRows(tools, { q, isOnlyChosen: show === 'chosen', chosen, facets: wanted, folded }),
    [tools, q, show, chosen, wanted, folded],
  )
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{words.choose}</legend>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <SearchInput
          label={words.searchTools}
          value={q}
          onChange={setQ}
          hasShortcut
          className="w-full sm:w-64"
        />
        <Segments
          label={words.choose}
          value={show}
          onChange={setShow}
          options={[
            { id: 'all', label: common.all },
            { id: 'chosen', label: words.onlyChosen },
          ]}
        />
        <DialectSelect value={dialect} onChange={setDialect} className="sm:ml-auto" />
      </div>
      <FacetFilters tools={tools} chosen={wanted} onChange={setWanted} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <Rows rows={rows} {...{ chosen, onChange, dialect, fold }} />
      )}
      <Sum tools={tools} {...{ chosen, dialect, onChange }} />
    </fieldset>
  )
}

/** Of many tools only the headings are shown at first; those that were chosen are shown themselves. */
function useFolds(
  tools: readonly ToolSummary[],
  show: 'all' | 'chosen',
): {
  readonly folded: ReadonlySet<string>
  readonly fold: (category: string) => void
} {
  const [turnedIn, setTurned] = useState<Readonly<Record<typeof show, ReadonlySet<string>>>>(nothingTurned)
  const turned = turnedIn[show]
  const isMany = show === 'all' && tools.length > manyTools
  const folded = useMemo(() => {
    const all = new Set(tools.map(({ category }) => category))
    return isMany ? new Set([...all].filter((category) => !turned.has(category))) : turned
  }, [tools, isMany, turned])
  return {
    folded,
    fold: (category) => {
      const next = new Set(turned)
      if (!next.delete(category)) next.add(category)
      setTurned({ ...turnedIn, [show]: next })
    },
  }
}

interface FacetFiltersProps {
  readonly tools: readonly ToolSummary[]
  readonly chosen: FacetChoice
  readonly onChange: (chosen: FacetChoice) => void
}

function FacetFilters({ tools, chosen, onChange }: FacetFiltersProps): ReactNode {
  const { tools: words, common } = useWords()
  const said = { category: words.categories, source: words.sources, permission: words.permissions }
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      {facets.map((facet) => (
        <FacetFilter
          key={facet}
          name={words[facet]}
          counts={facetCounts(tools, facet)}
          chosen={chosen[facet]}
          onChange={(values) => onChange({ ...chosen, [facet]: values })}
          words={said[facet]}
        />
      ))}
      {facets.some((facet) => chosen[facet].length > 0) && (
        <Button look="ghost" size="sm" onClick={() => onChange(noFacets)}>
          {common.clearFilters}
        </Button>
      )}
    </div>
  )
}

interface RowsProps extends ToolPickerProps {
  readonly rows: readonly PickerRow[]
  readonly dialect: string
  readonly fold: (category: string) => void
}

function Rows({ rows, chosen, onChange, dialect, fold }: RowsProps): ReactNode {
  const { agents: words } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? groupHeight : toolHeight),
    getItemKey: (index) => keyOf(rows[index]),
    overscan: 10,
  })
  const set = (ids: readonly string[], isOn: boolean): void => {
    const next = new Set(chosen)
    for (const id of ids)
      if (isOn) next.add(id)
      else next.delete(id)
    onChange(next)
  }
  if (rows.length === 0)
    return (
      <p className="rounded-lg border bg-surface px-3 py-8 text-center text-sm text-ink-3">{words.noMatch}</p>
    )
  return (
    <div ref={scroller} className="h-[min(34rem,70vh)] overflow-y-auto rounded-lg border bg-surface">
      <div className="relative" style={{ height: drawn.getTotalSize() }}>
        {drawn.getVirtualItems().map(({ index, start, size, key }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                className="absolute inset-x-0"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {row.kind === 'group' ? (
                  <GroupRow
                    row={row}
                    onSet={(isOn) => set(row.ids, isOn)}
                    onFold={() => fold(row.category)}
                  />
                ) : (
                  <ToolRow
                    tool={row.tool}
                    dialect={dialect}
                    isChosen={chosen.has(row.tool.id)}
                    onSet={(isOn) => set([row.tool.id], isOn)}
                  />
                )}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

function keyOf(row: PickerRow | undefined): string {
  if (!row) return ''
  return row.kind === 'group' ? `group ${row.category}` : row.tool.id
}

interface SumProps extends Pick<ToolPickerProps, 'chosen' | 'onChange'> {
  readonly tools: readonly ToolSummary[]
  readonly dialect: string
}

function Sum({ tools, chosen, dialect, onChange }: SumProps): ReactNode {
  const { agents: words } = useWords()
  const { number } = useFormats()
  const cost = tools.reduce((sum, tool) => sum + (chosen.has(tool.id) ? (tool.tokens[dialect] ?? 0) : 0), 0)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <p role="status" className="tabular">
        <span className="font-medium">{words.chosen(number(chosen.size), chosen.size === 1)}</span>
        <span className="text-ink-3"> · {words.cost(number(cost))}</span>
      </p>
      {chosen.size > 0 && (
        <Button look="ghost" size="sm" className="ml-auto" onClick={() => onChange(new Set())}>
          {words.selectNone}
        </Button>
      )}
    </div>
  )
}
