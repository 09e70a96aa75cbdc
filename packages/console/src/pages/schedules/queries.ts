/** What the pages of schedules read and change. */
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import { useApi } from '../../api/session.tsx'
import type { NewSchedule, Page, Schedule, ScheduleSlot } from '../../api/types.ts'
import { useToast } from '../../components/toasts.tsx'
import { useWords } from '../../i18n/preferences.tsx'

/** No event tells of a schedule that is due. */
const freshMs = 5000
const slotsAtOnce = 100

export function useSchedules(): UseQueryResult<Page<Schedule>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.schedules, 'list'],
    queryFn: ({ signal }) => api.get<Page<Schedule>>('/api/schedules', {}, signal),
    refetchInterval: freshMs,
  })
}

export function useHistory(id: string): UseQueryResult<Page<ScheduleSlot>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.schedules, 'history', id],
    queryFn: ({ signal }) =>
      api.get<Page<ScheduleSlot>>(`${schedulePath(id)}/history`, { limit: slotsAtOnce }, signal),
    refetchInterval: freshMs,
  })
}

export function useAdd(
  onAdded: (schedule: Schedule) => void,
): UseMutationResult<Schedule, Error, NewSchedule> {
  const { schedules: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: (schedule: NewSchedule) => api.send<Schedule>('POST', '/api/schedules', schedule),
    async onSuccess(schedule) {
      say(words.createdNow(schedule.name))
      await queries.invalidateQueries({ queryKey: keys.schedules })
      onAdded(schedule)
    },
  })
}

export type ScheduleChange = 'pause' | 'resume' | 'run' | 'remove'

/** `onRemoved` is told before the lists are read again, in which the schedule is not. */
export function useChange(
  { id, name }: Pick<Schedule, 'id' | 'name'>,
  onRemoved: () => void,
): UseMutationResult<Schedule, Error, ScheduleChange> {
  const { schedules: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const said = {
    pause: words.pausedNow,
    resume: words.resumedNow,
    run: words.startedNow,
    remove: words.deletedNow,
  }
  return useMutation({
    mutationFn: (change: ScheduleChange) =>
      change === 'remove'
        ? api.send<Schedule>('DELETE', schedulePath(id))
        : api.send<Schedule>('POST', `${schedulePath(id)}/${change}`),
    onSuccess(_schedule, change) {
      say(said[change](name))
      if (change === 'remove') onRemoved()
    },
    onError: (error) => say(error),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.schedules }),
  })
}

function schedulePath(id: string): string {
  return `/api/schedules/${encodeURIComponent(id)}`
}
