/** What the page of notes reads and changes. */
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import { useApi } from '../../api/session.tsx'
import type { Note, NoteChange, Page } from '../../api/types.ts'
import { useToast } from '../../components/toasts.tsx'
import { useWords } from '../../i18n/preferences.tsx'

/** No event tells of a note that an agent saves. */
const freshMs = 5000

export function useNotes(q: string): UseQueryResult<Page<Note>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.memory, q],
    queryFn: ({ signal }) => api.get<Page<Note>>('/api/memory', q === '' ? {} : { q }, signal),
    placeholderData: (before) => before,
    refetchInterval: freshMs,
  })
}

export function useEdit(id: string, onSaved: () => void): UseMutationResult<Note, Error, NoteChange> {
  const { memory: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: (change: NoteChange) => api.send<Note>('PUT', notePath(id), change),
    async onSuccess() {
      say(words.changedNow)
      onSaved()
      await queries.invalidateQueries({ queryKey: keys.memory })
    },
  })
}

export function useForget(id: string): UseMutationResult<Note, Error, void> {
  const { memory: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: () => api.send<Note>('DELETE', notePath(id)),
    onSuccess: () => say(words.deletedNow),
    onError: (error) => say(error),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.memory }),
  })
}

function notePath(id: string): string {
  return `/api/memory/${encodeURIComponent(id)}`
}
