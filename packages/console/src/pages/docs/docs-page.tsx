/** The HTTP API, made from the server's own description of it. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { basePath } from '../../api/base-path.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useApi } from '../../api/session.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { type ApiDocument, groupsOf, type RouteGroup } from './open-api.ts'
import { RouteCard } from './route-card.tsx'

export function DocsPage(): ReactNode {
  const { docs: words } = useWords()
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => api.get<ApiDocument>('/openapi.json', {}, signal),
    staleTime: Infinity,
  })
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <a
          href={`${basePath()}/openapi.json`}
          target="_blank"
          rel="noopener noreferrer"
          className="font-mono text-xs text-accent hover:underline"
        >
          {words.raw}
        </a>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Routes document={data} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Routes({ document }: { readonly document: ApiDocument }): ReactNode {
  const { docs: words } = useWords()
  const [q, setQ] = useState('')
  const groups = useMemo(() => groupsOf(document, q, words.other), [document, q, words])
  return (
    <div className="grid min-w-0 gap-8 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <Contents groups={groups} />
      <div className="min-w-0">
        <SearchInput
          label={words.searchLabel}
          value={q}
          onChange={setQ}
          hasShortcut
          className="mb-5 w-full sm:w-80"
        />
        {groups.length === 0 && <p className="text-sm text-ink-3">{words.noMatch}</p>}
        {groups.map((group) => (
          <section key={group.name} id={`group-${group.name}`} className="mb-8 min-w-0 scroll-mt-4">
            <h2 className="mb-2 text-base font-semibold">{visible(group.name)}</h2>
            <div className="flex flex-col gap-2">
              {group.routes.map((route) => (
                <RouteCard key={route.id} route={route} document={document} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}

function Contents({ groups }: { readonly groups: readonly RouteGroup[] }): ReactNode {
  const { docs: words } = useWords()
  return (
    <nav aria-label={words.contents} className="hidden self-start lg:sticky lg:top-5 lg:block">
      <ul className="flex flex-col gap-1 border-l">
        {groups.map(({ name }) => (
          <li key={name}>
            <a
              href={`#group-${name}`}
              className="-ml-px block border-l border-transparent px-3 py-0.5 text-sm text-ink-2 hover:border-ink hover:text-ink"
            >
              {visible(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
