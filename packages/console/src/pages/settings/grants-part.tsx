/** What people have allowed beyond one call, and the way to take it back. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { keys, useGrants } from '../../api/queries.ts'
import type { Grant } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
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
      <Card className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="border-b bg-sunken text-left text-2xs text-ink-3">
            <tr>
              {[words.rule, words.holdsFor, words.by, words.when].map((name) => (
                <th key={name} scope="col" className="px-3 py-1.5 font-medium">
                  {name}
                </th>
              ))}
              <th scope="col" className="w-0">
                <span className="sr-only">{words.revoke}</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y">
            {data.items.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </tbody>
        </table>
      </Card>
    </>
  )
}

function GrantRow({ grant }: { readonly grant: Grant }): ReactNode {
  const { settings: words } = useWords()
  const { ago } = useFormats()
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
    onError: (error) => say(error.message),
  })
  const holdsFor = [
    ...(grant.threadId === undefined ? [] : [words.forThread(visible(grant.threadId))]),
    ...(grant.agent === undefined ? [] : [words.forAgent(visible(grant.agent))]),
  ]
  return (
    <tr className="align-baseline">
      <td className="px-3 py-2">
        <code className="isolate-text font-mono text-xs break-all">{visible(grant.rule)}</code>
      </td>
      <td className="px-3 py-2 text-ink-2">{holdsFor.join(', ')}</td>
      <td className="px-3 py-2 text-ink-2">{visible(grant.by)}</td>
      <td className="px-3 py-2 whitespace-nowrap text-ink-2">{ago(grant.createdAt)}</td>
      <td className="px-3 py-2 text-right">
        <Button size="sm" look="danger" disabled={isPending || !mayRevoke} onClick={() => mutate()}>
          {words.revoke}
        </Button>
      </td>
    </tr>
  )
}
