/** The figures of all calls that are looked at. */
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JournalStats } from '../../../api/types.ts'
import { useFormats, useWords } from '../../../i18n/preferences.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/page.tsx'

interface TotalsProps {
  readonly stats: JournalStats
  readonly onList: () => void
}

export function Totals({ stats: { total }, onList }: TotalsProps): ReactNode {
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
    <Card className="flex flex-wrap items-center gap-x-8 gap-y-3 px-4 py-2.5">
      <dl className="tabular grid grow grid-cols-3 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:gap-x-8">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs text-ink-3">{name}</dt>
            <dd className="text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {calls > 0 && (
        <Button size="sm" onClick={onList}>
          <ArrowDown aria-hidden className="size-3.5" />
          {words.toList}
        </Button>
      )}
    </Card>
  )
}
