/** Tokens and cost of runs, by day. */
import { type ReactNode, useMemo } from 'react'
import type { JournalStats } from '../../../api/types.ts'
import { useFormats, usePreferences, useWords } from '../../../i18n/preferences.tsx'
import { Chart } from './chart.tsx'
import type { ChartData } from './chart-data.ts'
import { timeFormat } from './time-format.ts'

const dayMs = 86_400_000

export function RunUsage({ stats: { usage } }: { readonly stats: JournalStats }): ReactNode {
  const { activity: words } = useWords()
  const { language } = usePreferences()
  const { number, short } = useFormats()
  const formatTime = timeFormat(language, { since: 0, until: dayMs, stepMs: dayMs })
  const data = useMemo<ChartData>(
    () => ({
      times: usage.map(({ at }) => at),
      lines: [
        { label: words.inputTokens, colour: 0, values: usage.map(({ inputTokens }) => inputTokens) },
        { label: words.outputTokens, colour: 1, values: usage.map(({ outputTokens }) => outputTokens) },
      ],
    }),
    [usage, words],
  )
  if (usage.length === 0) return null
  const sum = (of: (slot: JournalStats['usage'][number]) => number): number =>
    usage.reduce((all, slot) => all + of(slot), 0)
  const runs = sum((slot) => slot.runs)
  const priced = sum((slot) => slot.priced ?? 0)
  const cost = sum((slot) => slot.cost ?? 0)
  const tokens = sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens)
  const money = (value: number): string => number(Math.round(value * 10_000) / 10_000)
  const costs = usage
    .filter(({ cost: spent }) => spent !== undefined)
    .map(({ at, cost: spent = 0 }) => `${formatTime(at)}: ${money(spent)}`)
  return (
    <Chart
      title={words.chartUsage}
      label={words.usageLabel(number(runs), number(tokens), priced > 0 ? money(cost) : words.noPrice)}
      data={data}
      kind="bars"
      format={short}
      formatTime={formatTime}
      isCounted
      isDaily
      note={
        priced === 0
          ? words.usageNote(number(runs), words.noPrice)
          : words.usageNote(number(runs), `${money(cost)} (${costs.join(', ')})`)
      }
    />
  )
}
