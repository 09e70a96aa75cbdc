/** Who may come in: tokens, their roles, and the way to take them back. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keys, useTokens } from '../../api/queries.ts'
import type { Token } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Card } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
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
      <Card className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="border-b bg-sunken text-left text-2xs text-ink-3">
            <tr>
              <th scope="col" className="px-3 py-1.5 font-medium">
                {words.tokenName}
              </th>
              <th scope="col" className="px-3 py-1.5 font-medium">
                {words.tokenRole}
              </th>
              <th scope="col" className="px-3 py-1.5 font-medium max-sm:hidden">
                {words.created}
              </th>
              <th scope="col" className="px-3 py-1.5 font-medium">
                {words.lastUsed}
              </th>
              <th scope="col" className="w-0">
                <span className="sr-only">{words.revoke}</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y">
            {data.items.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </tbody>
        </table>
      </Card>
    </>
  )
}

function TokenRow({ token }: { readonly token: Token }): ReactNode {
  const { settings: words, common } = useWords()
  const { ago, dateTime } = useFormats()
  return (
    <tr className="align-baseline">
      <td className="isolate-text px-3 py-2 font-medium">{visible(token.name)}</td>
      <td className="px-3 py-2 text-ink-2" title={words.roles[token.role]}>
        {token.role}
        {token.agent !== undefined && (
          <span className="block font-mono text-xs text-ink-3">{visible(token.agent)}</span>
        )}
      </td>
      <td className="px-3 py-2 whitespace-nowrap text-ink-2 max-sm:hidden">{dateTime(token.createdAt)}</td>
      <td className="px-3 py-2 whitespace-nowrap text-ink-2">
        {token.lastUsedAt === undefined ? common.never : ago(token.lastUsedAt)}
      </td>
      <td className="px-3 py-2 text-right">
        <RevokeToken token={token} />
      </td>
    </tr>
  )
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
    onError: (error) => say(error.message),
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
