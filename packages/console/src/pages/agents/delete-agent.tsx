/** Deletes an agent, after asking. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { keys } from '../../api/queries.ts'
import type { Agent } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'

export function DeleteAgent({ agent }: { readonly agent: Agent }): ReactNode {
  const { agents: words, common } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const mayChange = useMay('operator')
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send('DELETE', `/api/agents/${encodeURIComponent(agent.id)}`),
    async onSuccess() {
      say(words.deletedNow(agent.name))
      navigate('/agents')
      await queries.invalidateQueries({ queryKey: keys.agents, exact: true })
    },
    onError(error) {
      setAsking(false)
      say(error)
    },
  })
  if (!mayChange) return null
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {common.delete}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={visible(words.deleteTitle(agent.name))}
        description={words.deleteHint}
        action={common.delete}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
