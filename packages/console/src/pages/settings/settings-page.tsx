/** How this yard is set up, and who may do what. */
import type { ReactNode } from 'react'
import { useLocation, useParams } from 'wouter'
import { useWords } from '../../i18n/preferences.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { AboutPart } from './about-part.tsx'
import { GrantsPart } from './grants-part.tsx'
import { PolicyPart } from './policy-part.tsx'
import { ServersPart } from './servers-part.tsx'
import { TokensPart } from './tokens-part.tsx'

export function SettingsPage(): ReactNode {
  const { settings: words } = useWords()
  const { tab = 'policy' } = useParams<{ tab?: string }>()
  const [, navigate] = useLocation()
  return (
    <Page title={words.title}>
      <Tabs
        label={words.tabs}
        value={tab}
        onChange={(chosen) => navigate(`/settings/${chosen}`, { replace: true })}
        tabs={[
          { id: 'policy', label: words.policy, content: <PolicyPart /> },
          { id: 'grants', label: words.grants, content: <GrantsPart /> },
          { id: 'servers', label: words.servers, content: <ServersPart /> },
          { id: 'tokens', label: words.tokens, content: <TokensPart /> },
          { id: 'about', label: words.about, content: <AboutPart /> },
        ]}
      />
    </Page>
  )
}
