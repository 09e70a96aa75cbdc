/** The rules by which calls are decided. */
import type { ReactNode } from 'react'
import { usePolicy } from '../../api/queries.ts'
import type { Policy, RuleEffect } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Card, Section } from '../../components/page.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { PolicyGroups } from './policy-groups.tsx'
import { PolicyReplay } from './policy-replay.tsx'
import { PolicyTester } from './policy-tester.tsx'

const effectTones: Readonly<Record<RuleEffect, Tone>> = { deny: 'bad', ask: 'warn', allow: 'ok' }

export function PolicyPart(): ReactNode {
  const { settings: words } = useWords()
  const mayTest = useMay('operator')
  const { data, error, refetch } = usePolicy()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const modes: Readonly<Record<string, string>> = words.modes
  return (
    <div className="grid min-w-0 gap-x-10 lg:grid-cols-2">
      <div className="min-w-0">
        <Section title={words.mode}>
          <Card className="p-4">
            <p className="font-mono text-sm font-semibold">{data.mode}</p>
            <p className="mt-1 text-sm text-ink-2">{modes[data.mode]}</p>
            <p className="mt-2 text-xs text-ink-3">{words.modeHint}</p>
          </Card>
        </Section>
        <Section title={words.groups}>
          <p className="mb-3 text-sm text-ink-2">{words.groupsHint}</p>
          <PolicyGroups groups={data.groups} />
        </Section>
        <Section title={words.rules} aside={<span className="text-xs text-ink-3">{words.rulesHint}</span>}>
          <Rules policy={data} />
        </Section>
      </div>
      <div className="min-w-0">
        {mayTest && <PolicyReplay />}
        <PolicyTester />
      </div>
    </div>
  )
}

function Rules({ policy: { rules } }: { readonly policy: Policy }): ReactNode {
  const { settings: words } = useWords()
  if (rules.length === 0) return <p className="text-sm text-ink-3">{words.noRules}</p>
  return (
    <Card>
      <ul className="divide-y">
        {rules.map(({ rule, effect, reason }) => (
          <li key={`${effect} ${rule}`} className="flex items-baseline gap-3 px-4 py-2.5">
            <span className="w-12 shrink-0">
              <Badge tone={effectTones[effect]}>{words.effects[effect]}</Badge>
            </span>
            <span className="min-w-0">
              <code className="isolate-text font-mono text-xs break-all">{visible(rule)}</code>
              {reason !== undefined && reason !== '' && (
                <span className="block text-sm text-ink-2">{visible(reason)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
