/** The steps of a call, one below the other. */
import { type ReactNode, useMemo } from 'react'
import type { CallRecord } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/visible.ts'
import { type StoryStep, storySteps } from './call-steps.ts'

const dots: Readonly<Record<StoryStep['tone'], string>> = {
  plain: 'bg-ink-3',
  ok: 'bg-ok',
  warn: 'bg-warn',
  bad: 'bg-bad',
}

export function CallTimeline({ call }: { readonly call: CallRecord }): ReactNode {
  const words = useWords()
  const { span } = useFormats()
  const steps = useMemo(() => storySteps(call, words), [call, words])
  const names: Readonly<Record<string, string>> = words.story.steps
  return (
    <ol className="relative">
      {steps.map(({ at, step, text, tone }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps never move
        <li
          key={index}
          className="relative grid grid-cols-[4.5rem_1rem_minmax(0,1fr)] gap-x-2 pb-4 last:pb-0"
        >
          <span className="tabular pt-0.5 text-right text-xs text-ink-3">
            {at === undefined ? '' : span(at)}
          </span>
          <span aria-hidden className="relative flex justify-center">
            {index < steps.length - 1 && <span className="absolute top-3 -bottom-5 w-px bg-line-strong" />}
            <span className={classes('mt-1.5 size-2 rounded-full', dots[tone])} />
          </span>
          <span className="min-w-0">
            <span className="block text-sm font-medium">{names[step] ?? step}</span>
            <span
              className={classes(
                'block text-sm whitespace-pre-wrap',
                tone === 'bad' ? 'text-bad' : 'text-ink-2',
              )}
            >
              {visible(text)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
