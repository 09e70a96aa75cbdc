/** Every tool: search, filter, compare. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Wrench } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { keys, useInfo, useTools } from '../../api/queries.ts'
import type { SyncReport, ToolSummary } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { DialectSelect } from '../../components/dialect-select.tsx'
import { FacetFilter } from '../../components/facet-filter.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { useToast } from '../../components/toasts.tsx'
import { countFacets, type FacetName, facetNames, filterTools, indexTools } from './filter-tools.ts'
import { ToolTable } from './tool-table.tsx'
import { useToolFilter } from './use-tool-filter.ts'

const none: readonly ToolSummary[] = []

export function ToolsPage(): ReactNode {
  const { tools: words } = useWords()
  const { number } = useFormats()
  const { filter, dialect, setText, setFacet, setDialect, clear } = useToolFilter()
  const { data, error, refetch } = useTools(dialect)
  const index = useMemo(() => indexTools(data ?? none), [data])
  const counts = useMemo(() => countFacets(index), [index])
  // The field takes the next key while a long list is still being drawn.
  const settled = useDeferredValue(filter)
  const found = useMemo(() => filterTools(index, settled), [index, settled])
  const facetWords: Partial<Record<FacetName, Readonly<Record<string, string>>>> = {
    category: words.categories,
    state: words.states,
    permission: words.permissions,
    type: words.types,
    source: words.sources,
  }
  return (
    <Page
      title={words.title}
      width="fill"
      actions={<SyncButton />}
      lead={data && <span role="status">{words.found(number(found.length), number(data.length))}</span>}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          label={words.searchLabel}
          value={filter.q}
          onChange={setText}
          hasShortcut
          onDown={() => document.querySelector<HTMLElement>('[data-row="0"] a')?.focus()}
          className="w-full sm:w-72"
        />
        {facetNames.map((name) => (
          <FacetFilter
            key={name}
            name={words[name]}
            counts={counts[name]}
            chosen={filter.facets[name]}
            onChange={(chosen) => setFacet(name, chosen)}
            words={facetWords[name] ?? {}}
          />
        ))}
        <DialectSelect value={dialect} onChange={setDialect} className="ml-auto max-lg:hidden" />
      </div>
      <Problems />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : found.length === 0 ? (
        <NothingFound isEmpty={data.length === 0} onClear={clear} />
      ) : (
        <ToolTable tools={found} dialect={dialect} />
      )}
    </Page>
  )
}

function Problems(): ReactNode {
  const { tools: words, shell } = useWords()
  const { number } = useFormats()
  const { data } = useInfo()
  const count = data?.problems.filter(({ isNote }) => isNote !== true).length ?? 0
  if (count === 0) return null
  const more = (
    <LinkButton href="/settings/about" size="sm">
      {shell.settings}
    </LinkButton>
  )
  return (
    <div className="mb-3">
      <Callout tone="warn" title={words.problems(number(count), count === 1)} actions={more}>
        {words.problemsHint}
      </Callout>
    </div>
  )
}

function NothingFound({
  isEmpty,
  onClear,
}: {
  readonly isEmpty: boolean
  readonly onClear: () => void
}): ReactNode {
  const { tools: words, common } = useWords()
  if (isEmpty)
    return (
      <EmptyState icon={<Wrench aria-hidden />} title={words.emptyTitle} actions={<SyncButton />}>
        {words.emptyHint}
      </EmptyState>
    )
  return (
    <EmptyState title={words.noMatchTitle} actions={<Button onClick={onClear}>{common.clearFilters}</Button>}>
      {words.noMatchHint}
    </EmptyState>
  )
}

function SyncButton(): ReactNode {
  const { tools: words } = useWords()
  const { number } = useFormats()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const mayOperate = useMay('operator')
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send<SyncReport>('POST', '/api/tools/sync'),
    async onSuccess({ created, updated, removed }) {
      say(words.synced(number(created.length), number(updated.length), number(removed.length)))
      await queries.invalidateQueries({ queryKey: keys.tools })
    },
    onError: (error) => say(error),
  })
  return (
    <Button onClick={() => mutate()} disabled={isPending || !mayOperate} title={words.syncHint}>
      <RefreshCw aria-hidden className={isPending ? 'size-3.5 animate-spin' : 'size-3.5'} />
      {isPending ? words.syncing : words.sync}
    </Button>
  )
}
