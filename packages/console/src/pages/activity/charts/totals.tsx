/** The figures of all calls that are looked at. */
import type { ReactNode } from 'react'
import type { JournalStats } from '../../../api/types.ts'
import { useFormats, useWords } from '../../../i18n/preferences.tsx'
import { Card } from '../../../components/page.tsx'

export function Totals({ stats: { total } }: { readonly stats: JournalStats }): ReactNode {
  const { activity: words } = useWords()
  const { number, span } = useFormats()
  const { calls, errors, denied, latency, waiting } = total
  const figures: readonly (readonly [string, string])[] = [
    [words.chartCalls, number(calls)],
    [words.chartErrors, number(errors)],
    [words.chartDenied, number(denied)],
    ...(['p50', 'p95', 'p99'] as const).map((part) => [part, latency ? span(latency[part]) : '–'] as const),
    [words.waitingShort, waiting ? span(waiting.p50) : '–'],
  ]
  return (
    <Card className="px-4 py-2.5">
      <dl className="tabular grid grid-cols-3 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:gap-x-8">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs text-ink-3">{name}</dt>
            <dd className="text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
