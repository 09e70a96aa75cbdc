/**
 * Starts the browser of a conversation, behind the guard of the network and the rules on origins.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import type { OpenBrowser } from '../../../host/index.ts'
import { chromium } from 'playwright-core'

export interface Start {
  readonly profile: string | undefined
  /** Why nothing of an origin may be requested. */
  readonly allowed: (origin: string) => Promise<string | undefined>
}

export async function startBrowser(context: ToolContext, { profile, allowed }: Start): Promise<OpenBrowser> {
  void profile
  void context
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const c = await browser.newContext()
  const failures: { origin: string; why: string }[] = []
  await c.route('**', async (route) => {
    const origin = new URL(route.request().url()).origin
    const why = await allowed(origin)
    if (why !== undefined) {
      failures.push({ origin, why })
      return route.abort()
    }
    return route.continue()
  })
  const { promise: ended, resolve } = Promise.withResolvers<string | undefined>()
  let closing = false
  browser.on('disconnected', () => resolve(closing ? undefined : 'it crashed'))
  return {
    context: c,
    sandbox: 'none',
    folder: '/tmp',
    failures,
    ended,
    touch: () => undefined,
    async close() {
      closing = true
      await browser.close()
    },
  }
}
