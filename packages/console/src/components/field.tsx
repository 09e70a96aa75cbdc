/** A labelled control: label above, help below, and what is wrong with it. */
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly aside?: ReactNode
  readonly children: (attributes: ControlAttributes) => ReactNode
}

export interface ControlAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

export function Field({ label, hint, problem, aside, children }: FieldProps): ReactNode {
  const id = useId()
  const hasHelp = hint !== undefined || problem !== undefined
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': hasHelp ? `${id}-help` : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hasHelp && (
        <p id={`${id}-help`} className="text-xs text-ink-3">
          {problem !== undefined && <span className="block text-bad">{problem}</span>}
          {hint}
        </p>
      )}
    </div>
  )
}

export function Input({ className, ...props }: ComponentProps<'input'>): ReactNode {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      {...props}
      className={classes('field-box h-8 w-full min-w-0 px-2.5 text-sm', className)}
    />
  )
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>): ReactNode {
  return (
    <textarea
      spellCheck={false}
      {...props}
      className={classes('field-box w-full min-w-0 resize-y px-2.5 py-1.5 text-sm', className)}
    />
  )
}

/** The browser's own list: it works with every keyboard, screen reader and thumb. */
export function Select({ className, ...props }: ComponentProps<'select'>): ReactNode {
  return (
    <span className={classes('relative inline-flex min-w-0 max-w-full', className)}>
      <select
        {...props}
        className="field-box h-8 w-full min-w-0 appearance-none truncate pr-7 pl-2.5 text-sm"
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2 size-3.5 text-ink-3" />
    </span>
  )
}
