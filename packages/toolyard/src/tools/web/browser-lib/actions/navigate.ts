/**
 * Actions that bring another page: `open`, `back`.
 *
 * @module
 */
import type { Response } from 'playwright-core'
import type { FailedConnection } from '../../../../host/index.ts'
import { messageOf, ToolyardError } from '../../../../kernel/index.ts'
import { type BrowserAction, timeoutOf } from '../action.ts'
import { addressOf, originOf } from '../origins.ts'
import { quoted } from '../page-words.ts'
import type { ActionContext } from '../session.ts'
import { settled } from '../settle.ts'
import { until, within } from '../time-limit.ts'

/** How long the browser takes to show that a page can't be had. */
const errorPageMs = 1500
/** How long after its answer a download is known as one. */
const fileMs = 2000

export const open: BrowserAction = async (act, input) => {
  const { tab } = act
  const { href } = addressOf(input.url)
  const { begun } = act.session.downloads
  const known = new Set(act.session.browser.failures)
  const response = await settled(act, {
    what: `"${href.slice(0, 200)}" can't be opened`,
    timeoutMs: timeoutOf(input),
    run: (timeout) =>
      goTo(act, href, timeout).catch((error: unknown) => unopened(act, href, { error, begun, known })),
  })
  const isPage = response !== null || tab.dialogs.open !== undefined
  return { said: statusOf(response), show: isPage ? 'page' : 'nothing' }
}

export const back: BrowserAction = async (act, input) => {
  const before = act.tab.url
  const response = await settled(act, {
    what: "can't go back",
    timeoutMs: timeoutOf(input),
    run: (timeout) => act.tab.page.goBack({ waitUntil: 'commit', timeout }),
  })
  if (response === null && act.tab.url === before && act.tab.dialogs.open === undefined)
    return { said: 'There is no page to go back to.', show: 'nothing' }
  return { said: statusOf(response), show: 'changes' }
}

function statusOf(response: Response | null | undefined): string | undefined {
  const status = response?.status() ?? 200
  if (status < 400) return undefined
  const words = response?.statusText() ?? ''
  return `The server answered ${status}${words === '' ? '' : ` ${quoted(words, 60)}`}`
}

/** A page that goes elsewhere while it loads is no failure: where it went is the page. */
async function goTo(act: ActionContext, href: string, timeout: number): Promise<Response | null | undefined> {
  const { page } = act.tab
  try {
    return await page.goto(href, { waitUntil: 'domcontentloaded', timeout })
  } catch (error) {
    if (!messageOf(error).includes('interrupted by another navigation')) throw error
    await until(() => !isErrorPage(act), errorPageMs, act.context)
    await page.waitForLoadState('domcontentloaded', { timeout })
    return undefined
  }
}

function isErrorPage({ tab }: ActionContext): boolean {
  return tab.url.startsWith('chrome-error:')
}

interface FailedOpen {
  readonly error: unknown
  /** Resolves when a download begins. */
  readonly begun: Promise<void>
  /** Failures of earlier calls. */
  readonly known: ReadonlySet<FailedConnection>
}

/** A file that is sent is no failure; what our guard refused is reported in its own words. */
async function unopened(
  act: ActionContext,
  href: string,
  { error, begun, known }: FailedOpen,
): Promise<null> {
  const { session, tab, context } = act
  const message = messageOf(error)
  if (/Download is starting|ERR_ABORTED/.test(message)) {
    const isFile = await within(
      begun.then(() => true),
      fileMs,
      context,
    ).catch(() => false)
    if (isFile) return null
  }
  // The page that tells of the failure comes a little later, and would stand in the way of the next one.
  if (message.includes('net::')) await until(() => isErrorPage(act), errorPageMs, context)
  const origin = originOf(href)
  const failures = session.browser.failures.filter((failure) => !known.has(failure))
  const failed = failures.findLast(
    (failure) => failure.origin === origin || failure.origin === originOf(tab.url),
  )
  const latest = failed ?? (message.includes('net::') ? failures.at(-1) : undefined)
  if (latest)
    throw new ToolyardError(
      'denied',
      `"${href.slice(0, 200)}" can't be opened: ${latest.origin}: ${latest.why}`,
      { hint: 'Open another address.', cause: error },
    )
  const [, reason] = /net::(\w+)/.exec(message) ?? []
  if (reason === undefined) throw error
  throw new ToolyardError(
    'unavailable',
    `"${href.slice(0, 200)}" can't be opened: ${quoted(reason.replace(/^ERR_/, '').replaceAll('_', ' ').toLowerCase())}`,
    { hint: 'Check the address, or try again later.', cause: error },
  )
}
