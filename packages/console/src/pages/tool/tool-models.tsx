/** The tool as each provider gets it, with what was lost on the way. */
import { type ReactNode, useState } from 'react'
import { useDefinition } from '../../api/queries.ts'
import type { DialectReport, ToolDetail } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge, Dot, type Tone } from '../../components/badge.tsx'
import { classes } from '../../components/classes.ts'
import { Section } from '../../components/page.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { JsonBlock } from '../../components/text-block.tsx'
import { visible } from '../../components/visible.ts'

const tones: Readonly<Record<DialectReport['verdict'], Tone>> = {
  exact: 'ok',
  adapted: 'accent',
  lossy: 'warn',
  rejected: 'bad',
}

export function ToolModels({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { common } = useWords()
  const { number } = useFormats()
  const { tool: words } = useWords()
  const dialects = Object.keys(tool.reports)
  const [chosen, setChosen] = useState(dialects[0] ?? 'openai')
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <ul className="flex min-w-0 flex-col gap-1" aria-label={words.models}>
        {dialects.map((dialect) => {
          const { verdict } = tool.reports[dialect] ?? { verdict: 'rejected' as const }
          return (
            <li key={dialect}>
              <button
                type="button"
                aria-pressed={dialect === chosen}
                onClick={() => setChosen(dialect)}
                className={classes(
                  'w-full rounded-md border px-3 py-2 text-left',
                  dialect === chosen ? 'border-solid bg-surface' : 'border-transparent hover:bg-hover',
                )}
              >
                <span className="block text-sm font-medium">{dialect}</span>
                <span className="flex justify-between gap-2 text-xs text-ink-3">
                  <Dot tone={tones[verdict]}>{words.verdicts[verdict]}</Dot>
                  <span className="tabular">{common.tokens(number(tool.tokens[dialect] ?? 0))}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <Definition name={tool.name} dialect={chosen} />
    </div>
  )
}

function Definition({ name, dialect }: { readonly name: string; readonly dialect: string }): ReactNode {
  const { tool: words } = useWords()
  const { data, error, refetch } = useDefinition(name, dialect)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className="min-w-0">
      {data.report && (
        <Section
          title={words.report}
          aside={
            <span className="flex gap-1.5">
              {data.report.strict && <Badge>{words.strict}</Badge>}
              <Badge tone={tones[data.report.verdict]}>{words.verdicts[data.report.verdict]}</Badge>
            </span>
          }
        >
          <p className="text-sm text-ink-2">{words.verdictHints[data.report.verdict]}</p>
          {data.report.notes.length > 0 && (
            <ul className="mt-2 flex list-disc flex-col gap-1 pl-4 text-sm text-ink-2">
              {data.report.notes.map((note) => (
                <li key={note}>{visible(note)}</li>
              ))}
            </ul>
          )}
        </Section>
      )}
      <Section title={words.definition}>
        <JsonBlock value={data.definition} label={`${words.definition}: ${dialect}`} />
      </Section>
    </div>
  )
}
