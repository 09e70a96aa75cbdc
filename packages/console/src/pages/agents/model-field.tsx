/** Chooses a model: a list of what is known here, and any other name. A key that is missing is said at once. */
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ListedModel } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge } from '../../components/badge.tsx'
import { classes } from '../../components/classes.ts'
import { type ControlAttributes, Field, Input } from '../../components/field.tsx'
import { visible } from '../../components/visible.ts'
import { type ModelGroup, modelGroups, modelTrouble } from './model-options.ts'
import { useModels } from './queries.ts'

interface ModelFieldProps {
  readonly value: string
  readonly onChange: (model: string) => void
}

export function ModelField({ value, onChange }: ModelFieldProps): ReactNode {
  const { agents: words } = useWords()
  const { list } = useFormats()
  const { data } = useModels()
  const trouble = modelTrouble(data, value)
  const problem =
    trouble?.kind === 'form'
      ? words.modelForm
      : trouble?.kind === 'provider'
        ? words.noProvider(visible(trouble.provider), list(trouble.known))
        : undefined
  return (
    <Field
      label={words.model}
      problem={problem}
      hint={
        <>
          {trouble?.kind === 'key' && (
            <span className="block text-warn">{words.missingKey(trouble.variables.join(', '))}</span>
          )}
          {data?.usual === undefined ? words.modelHint : words.modelUsual(visible(data.usual))}
        </>
      }
    >
      {(attributes) => (
        <ModelBox groups={data ? modelGroups(data, value) : []} {...{ attributes, value, onChange }} />
      )}
    </Field>
  )
}

interface ModelBoxProps extends ModelFieldProps {
  readonly attributes: ControlAttributes
  readonly groups: readonly ModelGroup[]
}

/** The pattern of a combobox with a list: the field keeps the focus, arrows move the choice. */
function ModelBox({ attributes, groups, value, onChange }: ModelBoxProps): ReactNode {
  const { agents: words } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  const options = groups.flatMap(({ models }) => models)
  const isShown = isOpen && options.length > 0
  const close = (): void => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (model: string): void => {
    onChange(model)
    close()
  }
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setOpen(true)
      setActive((at) => (options.length === 0 ? -1 : (at + step + options.length) % options.length))
    } else if (event.key === 'Enter' && isShown && active >= 0) {
      event.preventDefault()
      choose(options[active]?.name ?? value)
    } else if (event.key === 'Escape' && isShown) {
      event.stopPropagation()
      close()
    }
  }
  return (
    <div
      className="relative"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
    >
      <Input
        {...attributes}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={words.modelPlaceholder}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        className="pr-8"
      />
      <ShowButton onClick={() => setOpen(!isOpen)} />
      {isShown && <ModelOptions {...{ listId, groups, active, choose, value }} />}
    </div>
  )
}

function ShowButton({ onClick }: { readonly onClick: () => void }): ReactNode {
  const { agents: words } = useWords()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={words.showModels}
      onClick={onClick}
      className="absolute top-1 right-1 grid size-6 place-items-center rounded text-ink-3 hover:bg-hover"
    >
      <ChevronDown aria-hidden className="size-4" />
    </button>
  )
}

interface ModelOptionsProps {
  readonly listId: string
  readonly groups: readonly ModelGroup[]
  readonly active: number
  readonly value: string
  readonly choose: (model: string) => void
}

function ModelOptions({ listId, groups, active, value, choose }: ModelOptionsProps): ReactNode {
  const { agents: words } = useWords()
  const order = new Map(groups.flatMap(({ models }) => models).map((model, index) => [model.name, index]))
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={words.model}
      className="absolute inset-x-0 top-9 z-20 max-h-72 overflow-y-auto rounded-lg border bg-surface py-1 shadow-float"
    >
      {groups.map(({ provider, missing, models }) => (
        <div key={provider} role="group" aria-labelledby={`${listId}-${provider}`}>
          <p
            id={`${listId}-${provider}`}
            className="flex items-center gap-2 px-3 pt-2 pb-1 text-2xs font-semibold text-ink-3"
          >
            {words.providers[provider as 'scripted'] ?? visible(provider)}
            {missing.length > 0 && <Badge tone="warn">{words.keyMissing(missing.join(', '))}</Badge>}
          </p>
          {models.map((model) => {
            const index = order.get(model.name) ?? 0
            return (
              <Option
                key={model.name}
                id={`${listId}-${index}`}
                isActive={index === active}
                isChosen={model.name === value}
                {...{ model, choose }}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly model: ListedModel
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly choose: (model: string) => void
}

function Option({ id, model, isActive, isChosen, choose }: OptionProps): ReactNode {
  const { agents: words } = useWords()
  const { number } = useFormats()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { price } = model
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(model.name)}
      className={classes(
        'flex cursor-pointer items-baseline gap-3 px-3 py-1.5 text-sm hover:bg-hover',
        isActive && 'bg-hover',
        isChosen && 'font-semibold',
      )}
    >
      <span className="isolate-text min-w-0 flex-1 truncate font-mono text-xs">{visible(model.name)}</span>
      {price && (
        <span className="tabular shrink-0 text-2xs text-ink-3">
          {words.price(number(price.input), number(price.output))}
        </span>
      )}
    </div>
  )
}
