/** On and off: a switch, a box to tick, and one of a few. */
import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox, Switch as RadixSwitch, ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'

interface SwitchProps {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export function Switch({ label, checked, disabled = false, onChange }: SwitchProps): ReactNode {
  return (
    <RadixSwitch.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative h-5 w-9 shrink-0 rounded-full border border-field bg-sunken transition-colors disabled:opacity-50 data-[state=checked]:border-solid data-[state=checked]:bg-solid"
    >
      <RadixSwitch.Thumb className="block size-3.5 translate-x-[3px] rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-[17px] data-[state=checked]:bg-on-solid" />
    </RadixSwitch.Root>
  )
}

interface CheckboxProps {
  readonly id?: string
  readonly label?: string
  readonly checked: boolean | 'indeterminate'
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly invalid?: boolean
  readonly onChange: (checked: boolean) => void
}

export function Checkbox({
  id,
  label,
  checked,
  disabled = false,
  describedBy,
  invalid,
  onChange,
}: CheckboxProps): ReactNode {
  return (
    <RadixCheckbox.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid === true ? true : undefined}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(state) => onChange(state === true)}
      className="grid size-4 shrink-0 place-items-center rounded-[4px] border border-field bg-surface disabled:opacity-50 data-[state=checked]:border-solid data-[state=checked]:bg-solid data-[state=indeterminate]:border-solid data-[state=indeterminate]:bg-solid"
    >
      <RadixCheckbox.Indicator className="text-on-solid">
        {checked === 'indeterminate' ? (
          <Minus aria-hidden className="size-3" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly id: T; readonly label: ReactNode; readonly title?: string }[]
  readonly onChange: (value: T) => void
}

/** One of a few, all of them in sight. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>): ReactNode {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(chosen) => chosen !== '' && onChange(chosen as T)}
      className="inline-flex h-8 shrink-0 items-center rounded-md border bg-sunken p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.id}
          value={option.id}
          title={option.title}
          aria-label={option.title}
          className="inline-flex h-full items-center gap-1 rounded px-2.5 text-xs font-medium text-ink-2 hover:text-ink data-[state=on]:bg-surface data-[state=on]:text-ink data-[state=on]:shadow-[0_0_0_1px_var(--color-line-strong)]"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
