/** What people have allowed beyond one call, and the way to take it back. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { keys, useGrants } from '../../api/queries.ts'
import type { Grant } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { personName } from '../../components/caller-words.ts'
import { type Column, Table } from '../../components/table.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'

export function GrantsPart(): ReactNode {
  const { settings: words } = useWords()
  const { data, error, refetch } = useGrants()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0)
    return (
      <EmptyState icon={<KeyRound aria-hidden />} title={words.noGrantsTitle}>
        {words.noGrantsHint}
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">{words.grantsLead}</p>
      <GrantTable grants={data.items} />
    </>
  )
}

function GrantTable({ grants }: { readonly grants: readonly Grant[] }): ReactNode {
  const { settings: words } = useWords()
  const { ago } = useFormats()
  const columns: readonly Column<Grant>[] = [
    {
      title: words.rule,
      render: ({ rule }) => <code className="isolate-text font-mono text-xs break-all">{visible(rule)}</code>,
    },
    {
      title: words.holdsFor,
      cellClassName: 'text-ink-2',
      render: ({ threadId, agent }) =>
        [
          ...(threadId === undefined ? [] : [words.forThread(visible(threadId))]),
          ...(agent === undefined ? [] : [words.forAgent(visible(agent))]),
        ].join(', '),
    },
    { title: words.by, cellClassName: 'text-ink-2', render: ({ by }) => personName(by) },
    {
      title: words.when,
      cellClassName: 'whitespace-nowrap text-ink-2',
      render: ({ createdAt }) => ago(createdAt),
    },
    {
      title: words.revoke,
      isTitleHidden: true,
      className: 'w-0 text-right',
      render: (grant) => <RevokeGrant grant={grant} />,
    },
  ]
  return <Table columns={columns} rows={grants} keyOf={({ id }) => id} />
}

function RevokeGrant({ grant }: { readonly grant: Grant }): ReactNode {
  const { settings: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const mayRevoke = useMay('approver')
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send('DELETE', `/api/grants/${encodeURIComponent(grant.id)}`),
    async onSuccess() {
      say(words.revoked(grant.rule))
      await queries.invalidateQueries({ queryKey: keys.grants })
    },
    onError: (error) => say(error),
  })
  return (
    <Button size="sm" look="danger" disabled={isPending || !mayRevoke} onClick={() => mutate()}>
      {words.revoke}
    </Button>
  )
}
