/** What everybody does on a walk: goes to a place by the navigation, and looks whether something is in sight. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkAxe, checkWidth } from '../chat-yard.ts'
import { picture } from '../served-yard.ts'
import type { View } from './views.ts'

type Place = 'tools' | 'chat' | 'runs' | 'activity' | 'inbox'

/** By the navigation, which is behind a button on a phone. */
export async function goTo(page: Page, { words: { shell }, width }: View, place: Place): Promise<void> {
  if (width === 390) await page.getByRole('button', { name: shell.openMenu }).click()
  await page
    .getByRole('navigation', { name: shell.navigation })
    .getByRole('link', { name: shell[place] })
    .click()
}

/** A picture for people; and no fault that a program can see. */
export async function lookAt(page: Page, view: View, station: string): Promise<void> {
  await picture(page, `walk-${station}-${view.name}`)
  await checkAxe(page, `${station}, ${view.name}`)
  await checkWidth(page)
}

/** Without scrolling: all of it stands in the window. */
export async function checkSight(locator: Locator, what: string): Promise<void> {
  await locator.waitFor()
  const seen = await locator.evaluate(isInWindow)
  assert.equal(seen, true, `${what} is in sight`)
}

/** Runs in the page, until what moves has come to rest. */
async function isInWindow(element: Element): Promise<boolean> {
  const place = (): readonly number[] => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return [top, bottom, left, right]
  }
  for (let before = place(), frame = 0; frame < 300; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const after = place()
    const [top = 0, bottom = 0, left = 0, right = 0] = after
    const isInside = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
    if (isInside && after.join() === before.join()) return true
    before = after
  }
  return false
}

/** A text that may be cut has room for all of it. */
export async function checkWhole(locator: Locator): Promise<void> {
  const [room, needed] = await locator.evaluate((element) => [element.clientWidth, element.scrollWidth])
  assert.ok(room >= needed, `"${await locator.textContent()}" has ${room} px, and needs ${needed}`)
}
