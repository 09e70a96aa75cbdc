/** What happens to calls of the tools that are here, in groups of which the same is true. */
import type { ReactNode } from 'react'
import type { Policy, PolicyGroup } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Card } from '../../components/page.tsx'
import { visible } from '../../components/visible.ts'

const tones: Readonly<Record<PolicyGroup['effect'], Tone>> = {
  deny: 'bad',
  ask: 'warn',
  allow: 'ok',
  varies: 'plain',
}
const mostNames = 40

export function PolicyGroups({ groups }: Pick<Policy, 'groups'>): ReactNode {
  const { settings: words } = useWords()
  if (groups.length === 0) return <p className="text-sm text-ink-3">{words.noTools}</p>
  return (
    <Card>
      <ul className="divide-y">
        {groups.map((group) => (
          <li
            key={`${group.isOwn} ${group.reaches} ${group.effect} ${group.by} ${group.rule}`}
            className="px-4 py-2.5"
          >
            <Group group={group} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Group({ group }: { readonly group: PolicyGroup }): ReactNode {
  const { settings: words, common } = useWords()
  const { number } = useFormats()
  const { isOwn, reaches, effect, by, rule, tools } = group
  const reasons: Readonly<Record<string, string>> = words.groupBy
  const why =
    effect === 'varies' ? words.varies : rule === undefined ? reasons[by ?? ''] : words.byRule(visible(rule))
  return (
    <details className="min-w-0">
      <summary className="flex flex-wrap items-baseline gap-x-3 gap-y-1 outline-offset-2">
        <span className="min-w-0 flex-1 text-sm font-medium">
          {isOwn ? words.ownTools[reaches] : words.otherTools[reaches]}
        </span>
        <Badge tone={tones[effect]}>{words.groupEffects[effect]}</Badge>
        <span className="w-full text-xs text-ink-3">
          {common.tools(number(tools.length), tools.length === 1)}
          {why !== undefined && ` · ${why}`}
        </span>
      </summary>
      <p className="isolate-text mt-1.5 font-mono text-xs break-words text-ink-2">
        {visible(tools.slice(0, mostNames).join(', '))}
        {tools.length > mostNames && ` … +${number(tools.length - mostNames)}`}
      </p>
    </details>
  )
}
