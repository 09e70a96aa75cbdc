/** Who may come in: tokens, their roles, and the way to take them back. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keys, useTokens } from '../../api/queries.ts'
import type { Token } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'
import { NewToken } from './new-token.tsx'

export function TokensPart(): ReactNode {
  const { settings: words } = useWords()
  const isAdmin = useMay('admin')
  const { data, error, refetch } = useTokens(isAdmin)
  if (!isAdmin) return <EmptyState title={words.adminOnly} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{words.tokensLead}</p>
        <NewToken />
      </div>
      <TokenTable tokens={data.items} />
    </>
  )
}

function TokenTable({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  const { settings: words, common } = useWords()
  const { ago, dateTime } = useFormats()
  const columns: readonly Column<Token>[] = [
    {
      title: words.tokenName,
      cellClassName: 'isolate-text font-medium',
      render: ({ name }) => visible(name),
    },
    {
      title: words.tokenRole,
      cellClassName: 'text-ink-2',
      render: ({ role, agent }) => (
        <span title={words.roles[role]}>
          {words.roleNames[role]}
          {agent !== undefined && (
            <span className="block font-mono text-xs text-ink-3">{visible(agent)}</span>
          )}
        </span>
      ),
    },
    {
      title: words.created,
      className: 'max-sm:hidden',
      cellClassName: 'whitespace-nowrap text-ink-2',
      render: ({ createdAt }) => dateTime(createdAt),
    },
    {
      title: words.lastUsed,
      cellClassName: 'whitespace-nowrap text-ink-2',
      render: ({ lastUsedAt }) => (lastUsedAt === undefined ? common.never : ago(lastUsedAt)),
    },
    {
      title: words.revoke,
      isTitleHidden: true,
      className: 'w-0 text-right',
      render: (token) => <RevokeToken token={token} />,
    },
  ]
  return <Table columns={columns} rows={tokens} keyOf={({ id }) => id} />
}

function RevokeToken({ token }: { readonly token: Token }): ReactNode {
  const { settings: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send('DELETE', `/api/tokens/${encodeURIComponent(token.id)}`),
    onSuccess: () => say(words.revoked(token.name)),
    onError: (error) => say(error),
    async onSettled() {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: keys.tokens })
    },
  })
  return (
    <>
      <Button size="sm" look="danger" onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={visible(words.revokeTitle(token.name))}
        description={words.revokeHint}
        action={words.revoke}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
