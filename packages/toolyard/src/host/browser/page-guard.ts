/**
 * Pages are of the web: one that shows anything else is sent away from it. In the sandbox the policy of Chromium refuses most
 * of that before it is shown; a page itself can't go there anywhere.
 *
 * @module
 */
import type { BrowserContext, Page } from 'playwright-core'

/** `blob:` is what a page made itself. */
const shown = /^(?:https?:|blob:https?:|about:blank|chrome-error:|$)/

export function guardPages(context: BrowserContext, told: (url: string) => void): void {
  const guard = (page: Page): void => {
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || shown.test(frame.url())) return
      told(frame.url())
      void page.goto('about:blank').catch(() => {})
    })
  }
  for (const page of context.pages()) guard(page)
  context.on('page', guard)
}
