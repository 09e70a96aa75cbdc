/** Buttons and links that look like them. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'

type Look = 'solid' | 'outline' | 'ghost' | 'danger'
type Size = 'sm' | 'md'

const base =
  'inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium select-none transition-colors disabled:opacity-50 disabled:cursor-not-allowed'
const looks: Readonly<Record<Look, string>> = {
  solid: 'bg-solid text-on-solid hover:not-disabled:opacity-85',
  outline: 'border border-line-strong bg-surface text-ink hover:not-disabled:bg-hover',
  ghost: 'text-ink-2 hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  danger: 'border border-line-strong bg-surface text-bad hover:not-disabled:bg-bad-soft',
}
const sizes: Readonly<Record<Size, string>> = {
  sm: 'h-7 px-2 text-xs',
  md: 'h-8 px-3 text-sm',
}

interface ButtonLook {
  readonly look?: Look
  readonly size?: Size
}

export function Button({
  look = 'outline',
  size = 'md',
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonLook): ReactNode {
  return <button {...props} type={type} className={classes(base, looks[look], sizes[size], className)} />
}

export function IconButton({
  label,
  className,
  children,
  ...props
}: ComponentProps<'button'> & { readonly label: string }): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={classes(base, looks.ghost, 'size-8 shrink-0', className)}
    >
      {children}
    </button>
  )
}

export function LinkButton({
  href,
  look = 'outline',
  size = 'md',
  children,
}: ButtonLook & { readonly href: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link href={href} className={classes(base, looks[look], sizes[size])}>
      {children}
    </Link>
  )
}
