/** One tool: what it is, how it runs, how models see it, how it changed, how it was called. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { keys, toolPath, useTool } from '../../api/queries.ts'
import type { ToolDetail } from '../../api/types.ts'
import { useFormats, usePreferences, useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Badge } from '../../components/badge.tsx'
import { Page } from '../../components/page.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useToast } from '../../components/toasts.tsx'
import { Switch } from '../../components/toggle.tsx'
import { descriptionIn, titleIn } from '../../components/tool-words.ts'
import { visible } from '../../components/visible.ts'
import { PermissionBadge, useCategoryName } from '../../components/words-of.tsx'
import { ToolCalls } from './tool-calls.tsx'
import { ToolModels } from './tool-models.tsx'
import { ToolNotice } from './tool-notice.tsx'
import { ToolParameters } from './tool-parameters.tsx'
import { ToolRun } from './tool-run.tsx'
import { ToolTests } from './tool-tests.tsx'
import { ToolVersions } from './tool-versions.tsx'

export function ToolPage({ name }: { readonly name: string }): ReactNode {
  const { tools } = useWords()
  const { data, error, refetch } = useTool(name)
  const back = { href: '/tools', label: tools.title }
  if (!data)
    return (
      <Page title={name} heading={<Name name={name} />} back={back}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />}
      </Page>
    )
  return (
    <Page
      title={data.name}
      heading={<Name name={data.name} />}
      back={back}
      lead={<Lead tool={data} />}
      actions={<EnabledSwitch tool={data} />}
    >
      <ToolNotice tool={data} />
      <Parts tool={data} />
    </Page>
  )
}

function Name({ name }: { readonly name: string }): ReactNode {
  return <span className="isolate-text font-mono">{visible(name)}</span>
}

function Lead({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tools, tool: words } = useWords()
  const categoryName = useCategoryName()
  const { language } = usePreferences()
  const { number } = useFormats()
  const title = titleIn(tool, language)
  const description = descriptionIn(tool, language)
  return (
    <>
      {title !== undefined && <p className="font-medium text-ink">{visible(title)}</p>}
      <p className="text-base whitespace-pre-line">{visible(description)}</p>
      {description !== tool.description && (
        <details className="mt-1 text-ink-3">
          <summary className="cursor-default text-xs">{words.forModels}</summary>
          <p className="mt-1 whitespace-pre-line">{visible(tool.description)}</p>
        </details>
      )}
      <div className="mt-2 flex flex-wrap gap-1.5">
        <PermissionBadge permission={tool.permission} />
        <Badge>{tools.types[tool.type]}</Badge>
        <Badge>{tools.sources[tool.source]}</Badge>
        <Badge>{categoryName(tool.category)}</Badge>
        <Badge>{words.version(number(tool.version))}</Badge>
        {tool.pinned && <Badge tone="accent">{words.pinned}</Badge>}
        {tool.confirm && <Badge tone="warn">{tools.confirm}</Badge>}
        {tool.streaming && <Badge>{tools.streaming}</Badge>}
        {tool.idempotent && <Badge>{tools.idempotent}</Badge>}
        {tool.tags.map((tag) => (
          <Badge key={tag}>#{visible(tag)}</Badge>
        ))}
      </div>
    </>
  )
}

function EnabledSwitch({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tool: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const mayOperate = useMay('operator')
  const { mutate, isPending } = useMutation({
    mutationFn: (enabled: boolean) => api.send<ToolDetail>('PATCH', toolPath(tool.name), { enabled }),
    async onSuccess({ enabled }) {
      say(enabled ? words.enabledNow(tool.name) : words.disabledNow(tool.name))
      await queries.invalidateQueries({ queryKey: keys.tools })
    },
    onError: (error) => say(error),
  })
  return (
    <span className="flex items-center gap-2 text-sm text-ink-2">
      <span aria-hidden>{words.enabled}</span>
      <Switch
        label={words.enabled}
        checked={tool.enabled}
        disabled={isPending || !mayOperate}
        onChange={(checked) => mutate(checked)}
      />
    </span>
  )
}

function Parts({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tool: words, tests } = useWords()
  const [search, setSearch] = useSearchParams()
  return (
    <Tabs
      label={words.tabs}
      value={search.get('tab') ?? 'run'}
      onChange={(tab) => setSearch({ tab }, { replace: true })}
      tabs={[
        { id: 'run', label: words.run, content: <ToolRun key={tool.fingerprint} tool={tool} /> },
        { id: 'parameters', label: words.parameters, content: <ToolParameters tool={tool} /> },
        { id: 'models', label: words.models, content: <ToolModels tool={tool} /> },
        { id: 'versions', label: words.versions, content: <ToolVersions tool={tool} /> },
        { id: 'tests', label: tests.tab, content: <ToolTests tool={tool} /> },
        { id: 'calls', label: words.calls, content: <ToolCalls tool={tool} /> },
      ]}
    />
  )
}
