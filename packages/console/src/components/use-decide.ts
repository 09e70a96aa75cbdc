/** What people decide about the versions of a tool. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys, toolPath } from '../api/queries.ts'
import type { ToolDetail, VersionDecision } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { useApi } from '../api/session.tsx'
import { useToast } from './toasts.tsx'

export interface Decision extends VersionDecision {
  readonly action: 'accept' | 'pin' | 'unpin' | 'rollback'
}

/** Acceptance names the fingerprint that was looked at: another one that came since is not accepted with it. */
export function useDecide(name: string): UseMutationResult<ToolDetail, Error, Decision> {
  const { tool: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: ({ action, ...body }: Decision) =>
      api.send<ToolDetail>('POST', `${toolPath(name)}/${action}`, body),
    async onSuccess(_tool, { action }) {
      if (action === 'accept') say(words.acceptedNow(name))
      else say(action === 'unpin' ? words.unpinnedNow(name) : words.pinnedNow(name))
      await queries.invalidateQueries({ queryKey: keys.tools })
      await queries.invalidateQueries({ queryKey: keys.servers })
    },
    onError: (error) => say(error),
  })
}
