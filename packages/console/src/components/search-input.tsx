/** The search field of a page: `/` goes to it, Escape empties it. */
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Input } from './field.tsx'

interface SearchInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether `/` anywhere on the page goes here. */
  readonly hasShortcut?: boolean
  /** Where the arrow down leads, if it leads anywhere. */
  readonly onDown?: () => void
  readonly className?: string
}

export function SearchInput({
  label,
  value,
  onChange,
  hasShortcut = false,
  onDown,
  className,
}: SearchInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!hasShortcut) return undefined
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [hasShortcut])
  return (
    <div className={classes('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && onDown) {
            event.preventDefault()
            onDown()
          }
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            onChange('')
          }
        }}
        className="pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {hasShortcut && value === '' && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1.5 right-2 hidden h-5 items-center rounded border px-1.5 font-mono text-2xs text-ink-3 sm:inline-flex"
        >
          /
        </kbd>
      )}
    </div>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
