/** Tabs over panels. The chosen one is the page's to keep, mostly in its address. */
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TabSpec {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabSpec[]
  readonly value: string
  readonly onChange: (id: string) => void
}

export function Tabs({ label, tabs, value, onChange }: TabsProps): ReactNode {
  return (
    <Radix.Root value={value} onValueChange={onChange} className="min-w-0">
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b [scrollbar-width:none]">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-sm font-medium text-ink-2 outline-offset-[-2px] hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="min-w-0 pt-5">
          {tab.id === value && tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
