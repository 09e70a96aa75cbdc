/** What this server is. */
import type { ReactNode } from 'react'
import { useInfo } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useSession } from '../../api/session.tsx'
import { Card, Facts, Section } from '../../components/page.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'

export function AboutPart(): ReactNode {
  const { settings: words } = useWords()
  const { state } = useSession()
  const { data, error, refetch } = useInfo()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <Card className="mb-8 max-w-3xl p-4">
        <Facts
          rows={[
            [words.version, data.version],
            [
              words.workspace,
              <span key="w" className="font-mono text-xs break-all">
                {visible(data.workspace)}
              </span>,
            ],
            [words.database, data.database],
            [words.mode, data.mode],
            state.kind === 'in'
              ? [words.signedIn, `${visible(state.session.name)}, ${words.roleNames[state.session.role]}`]
              : undefined,
          ]}
        />
      </Card>
      {data.problems.length > 0 && (
        <Section title={words.problems}>
          <ul className="flex max-w-3xl flex-col gap-3">
            {data.problems.map(({ file, reason, hint }) => (
              <li key={`${file} ${reason}`} className="text-sm">
                <p className="font-mono text-xs break-all">{visible(file)}</p>
                <p className="text-bad">{visible(reason)}</p>
                {hint !== undefined && <p className="text-ink-2">{visible(hint)}</p>}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
