/** Moments below a chart: as short as the time that it shows allows. */
import type { Language } from '../../../i18n/preferences.tsx'
import type { JournalStats } from '../../../api/types.ts'

const dayMs = 86_400_000

export function timeFormat(
  language: Language,
  { since, until, stepMs }: Pick<JournalStats, 'since' | 'until' | 'stepMs'>,
): (at: number) => string {
  const isDays = stepMs >= dayMs
  const isLong = isDays || until - since > 1.1 * dayMs
  const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    ...(isLong && { month: language === 'zh' ? 'numeric' : 'short', day: 'numeric' }),
    ...(!isDays && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  })
  return (at) => format.format(at)
}
