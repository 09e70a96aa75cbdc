/** An address that no page has. */
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/preferences.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'

export function NotFoundPage(): ReactNode {
  const { common, shell } = useWords()
  return (
    <Page title={common.notFoundTitle} lead={common.notFoundHint} width="read">
      <div>
        <LinkButton href="/tools">{shell.tools}</LinkButton>
      </div>
    </Page>
  )
}
