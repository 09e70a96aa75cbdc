/** How a person gets from page to page: by the navigation, which stands behind a button on a phone. */
import type { Page } from 'playwright-core'
import type { View } from './views.ts'

type Place = 'tools' | 'agents' | 'chat' | 'runs' | 'activity' | 'inbox'

export async function goTo(page: Page, { words: { shell }, width }: View, place: Place): Promise<void> {
  const isPhone = width === 390
  if (isPhone) await page.getByRole('button', { name: shell.openMenu }).click()
  const around = isPhone ? page.getByRole('dialog') : page.locator('aside')
  await around
    .getByRole('navigation', { name: shell.navigation })
    .getByRole('link', { name: shell[place] })
    .click()
}
