/** Badges for words of the domain: permissions, states of tools, statuses of calls. */
import type { ReactNode } from 'react'
import type { CallStatus, Permission, ToolSummary } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { Badge, Dot, type Tone } from './badge.tsx'
import { visible } from './visible.ts'

const permissionTones: Readonly<Record<Permission, Tone>> = {
  read: 'plain',
  write: 'warn',
  external: 'accent',
}

export function PermissionBadge({ permission }: { readonly permission: Permission }): ReactNode {
  const { tools } = useWords()
  return <Badge tone={permissionTones[permission]}>{tools.permissions[permission]}</Badge>
}

/** Categories of the built-in tools have a word in the reader's language; others are called as their author calls them. */
export function useCategoryName(): (category: string) => string {
  const { tools } = useWords()
  const words: Readonly<Record<string, string>> = tools.categories
  return (category) => (Object.hasOwn(words, category) ? words[category] : undefined) ?? visible(category)
}

const stateTones: Readonly<Record<string, Tone>> = {
  active: 'ok',
  held: 'warn',
  invalid: 'bad',
  removed: 'plain',
  disabled: 'plain',
  changed: 'warn',
}

export function StateDot({
  state,
  title,
}: {
  readonly state: string
  readonly title?: string | undefined
}): ReactNode {
  const { tools } = useWords()
  const words: Readonly<Record<string, string>> = tools.states
  return (
    <Dot tone={stateTones[state] ?? 'plain'} title={title}>
      {words[state] ?? state}
    </Dot>
  )
}

const statusTones: Readonly<Record<CallStatus, Tone>> = {
  ok: 'ok',
  error: 'bad',
  denied: 'bad',
  timeout: 'bad',
  held: 'warn',
  pending: 'warn',
  unknown: 'warn',
  skipped: 'plain',
  cancelled: 'plain',
  running: 'accent',
}

export function StatusDot({ status }: { readonly status: CallStatus }): ReactNode {
  const { activity } = useWords()
  return <Dot tone={statusTones[status]}>{activity.statuses[status]}</Dot>
}

export function StatusBadge({ status }: { readonly status: CallStatus }): ReactNode {
  const { activity } = useWords()
  return <Badge tone={statusTones[status]}>{activity.statuses[status]}</Badge>
}

/** A tool that runs now if it is called. */
export function isRunnable(tool: Pick<ToolSummary, 'state' | 'enabled'>): boolean {
  return tool.enabled && tool.state === 'active'
}

/** Why a tool does not run if it is called: each reason would be enough. */
export type OffReason = 'removed' | 'invalid' | 'held' | 'disabled'

export function whyOff({ state, enabled }: Pick<ToolSummary, 'state' | 'enabled'>): readonly OffReason[] {
  if (state === 'removed') return ['removed']
  return [...(state === 'active' ? [] : [state]), ...(enabled ? [] : ['disabled' as const])]
}
