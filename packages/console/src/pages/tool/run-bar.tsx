/** Run and cancel, always in sight, with what is wrong in the form and how the last run ended. */
import { Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Run } from '../../api/runs.ts'
import { useRuns } from '../../api/runs-context.tsx'
import { useMay } from '../../api/session.tsx'
import type { ToolDetail } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { visible } from '../../components/visible.ts'
import { isRunnable, whyOff } from '../../components/words-of.tsx'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { valueAt } from './form/check.ts'

interface RunBarProps {
  readonly tool: ToolDetail
  readonly run: Run | undefined
  readonly input: unknown
  readonly isReadable: boolean
  readonly problems: ReadonlyMap<string, string>
  readonly onShow: () => void
}

export function RunBar({ tool, run, input, isReadable, problems, onShow }: RunBarProps): ReactNode {
  const { run: words, tools } = useWords()
  const runs = useRuns()
  const mayRun = useMay('operator')
  const isBusy = run !== undefined && run.state !== 'done'
  const reasons = whyOff(tool).map((reason) => tools.offBecause[reason])
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-2 border-t bg-page px-4 py-3 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0">
      {problems.size > 0 && <Problems problems={problems} input={input} />}
      {!mayRun && <Callout tone="info" title={words.viewerHint} />}
      {mayRun && reasons.length > 0 && <Callout tone="warn" title={words.notRunnable(reasons.join('; '))} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="solid" disabled={!mayRun || !isRunnable(tool) || !isReadable || isBusy}>
          <Play aria-hidden className="size-3.5" />
          {isBusy ? words.running : words.run}
        </Button>
        {isBusy && (
          <Button onClick={() => runs.cancel(tool.name)}>
            <Square aria-hidden className="size-3" />
            {words.cancel}
          </Button>
        )}
        <kbd className="hidden text-2xs text-ink-3 sm:inline">{words.shortcut}</kbd>
        {run && (
          <span className="ml-auto lg:hidden">
            <Button look="ghost" size="sm" onClick={onShow}>
              {words.toResult}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

const mostShown = 4

function Problems({ problems, input }: Pick<RunBarProps, 'problems' | 'input'>): ReactNode {
  const { form } = useWords()
  const { number } = useFormats()
  const rows = [...problems].slice(0, mostShown)
  /** As the form names its fields: items of lists by their number. */
  const nameOf = (path: string): readonly string[] =>
    path.split('.').map((part, depth, parts) => {
      const isItem = Array.isArray(valueAt(input, parts.slice(0, depth).join('.')))
      return isItem ? form.item(number(Number(part) + 1)) : part
    })
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-xs">
      <p className="font-medium text-bad">{form.wrong(number(problems.size), problems.size === 1)}</p>
      <ul className="mt-0.5 text-ink-2">
        {rows.map(([path, text]) => (
          <li key={path} className="isolate-text truncate">
            <span className="font-medium">
              {visible(path === '' ? form.whole : nameOf(path).join(' › '))}
            </span>
            : {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
