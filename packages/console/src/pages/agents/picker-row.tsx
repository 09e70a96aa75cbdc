/** Rows of the tool picker. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ToolSummary } from '../../api/types.ts'
import { useFormats, usePreferences, useWords } from '../../i18n/preferences.tsx'
import { classes } from '../../components/classes.ts'
import { Checkbox } from '../../components/toggle.tsx'
import { descriptionIn, titleIn } from '../../components/tool-words.ts'
import { visible } from '../../components/visible.ts'
import { isRunnable, PermissionBadge, StateDot, useCategoryName } from '../../components/words-of.tsx'
import type { PickerRow } from './picker-rows.ts'

interface GroupRowProps {
  readonly row: Extract<PickerRow, { kind: 'group' }>
  readonly onSet: (isOn: boolean) => void
  readonly onFold: () => void
}

export function GroupRow({
  row: { category, ids, chosen, isFolded },
  onSet,
  onFold,
}: GroupRowProps): ReactNode {
  const { agents: words } = useWords()
  const { number } = useFormats()
  const name = useCategoryName()(category)
  const isAll = chosen === ids.length
  return (
    <div className="flex h-full items-center gap-3 border-b bg-sunken px-3">
      <Checkbox
        label={words.selectGroup(name)}
        checked={isAll ? true : chosen > 0 ? 'indeterminate' : false}
        onChange={() => onSet(!isAll)}
      />
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={onFold}
        className="flex h-full min-w-0 flex-1 items-center gap-2 outline-offset-[-2px]"
      >
        <span className="isolate-text truncate text-xs font-semibold">{name}</span>
        <span className="tabular ml-auto text-xs text-ink-3">
          {words.ofGroup(number(chosen), number(ids.length))}
        </span>
        <ChevronDown
          aria-hidden
          className={classes('size-4 shrink-0 text-ink-3 transition-transform', isFolded && '-rotate-90')}
        />
      </button>
    </div>
  )
}

interface ToolRowProps {
  readonly tool: ToolSummary
  readonly dialect: string
  readonly isChosen: boolean
  readonly onSet: (isOn: boolean) => void
}

export function ToolRow({ tool, dialect, isChosen, onSet }: ToolRowProps): ReactNode {
  const { number } = useFormats()
  const { language } = usePreferences()
  const id = useId()
  const title = titleIn(tool, language)
  const tokens = tool.tokens[dialect]
  return (
    <div className="flex h-full items-center gap-3 border-b px-3 hover:bg-hover">
      <Checkbox id={id} checked={isChosen} onChange={onSet} />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer leading-4">
        <span className="isolate-text block truncate text-xs">
          <span className="font-mono font-medium">{visible(tool.name)}</span>
          {title !== undefined && <span className="ml-2 text-ink-2">{visible(title)}</span>}
        </span>
        <span className="isolate-text block truncate text-xs text-ink-3">
          {visible(descriptionIn(tool, language))}
        </span>
      </label>
      {!isRunnable(tool) && (
        <span className="text-xs">
          <StateDot state={tool.enabled ? tool.state : 'disabled'} />
        </span>
      )}
      <span className="hidden sm:block">
        <PermissionBadge permission={tool.permission} />
      </span>
      <span className="tabular w-12 text-right text-xs text-ink-3">
        {tokens === undefined ? '–' : number(tokens)}
      </span>
    </div>
  )
}
