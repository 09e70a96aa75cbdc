/**
 * One call on an open browser, from the tab that it means to its answer.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import { pause, settlesWithin, ToolyardError } from '../../../kernel/index.ts'
import { isClosedError } from './action-error.ts'
import { actions } from './actions/index.ts'
import type { ActionName, BrowserInput } from './browser-input.ts'
import { forbiddenFrame, mayRead } from './origins.ts'
import { quoted, shortened, shownAddress } from './page-words.ts'
import { inWords, markOf, report, type BrowserReport } from './report.ts'
import type { ActionContext, BrowserSession } from './session.ts'
import type { Tab } from './tab.ts'
import { within } from './time-limit.ts'

export async function perform(
  session: BrowserSession,
  input: BrowserInput,
  context: ToolContext,
): Promise<BrowserReport> {
  using _ = session.browser.use()
  const { action } = input
  try {
    if (action === 'tabs') return listTabs(session, input)
    if (action === 'close') return await closeTab(session, input, context)
    const tab = await tabFor(session, input, context)
    if (action !== 'open') requireReadable(tab, context)
    if (action !== 'dialog') await requireNoDialog(tab, action, context)
    // Of a tab that is changed to, the address is reported.
    const mark = { ...markOf(session, tab), ...(input.tab !== undefined && { url: '' }) }
    const act: ActionContext = { session, tab, context }
    return await report(act, await actions[action](act, input), mark)
  } catch (error) {
    if (!isClosedError(error) && session.ended === undefined) throw error
    throw await closedError(session, context, error)
  }
}

async function tabFor(
  session: BrowserSession,
  { action, tab, new_tab: isNew }: BrowserInput,
  context: ToolContext,
): Promise<Tab> {
  if (action === 'open' && (isNew || (tab === undefined && !session.current))) return session.newTab(context)
  const used = session.use(tab)
  if (!used.hasCrashed) return used
  await within(used.page.close(), 10_000, context).catch(() => undefined)
  if (action === 'open') return session.newTab(context)
  throw new ToolyardError('unavailable', 'the page has crashed', { hint: 'Open it again with action=open.' })
}

/** Between the moment the call was allowed and now the page may have gone elsewhere. */
function requireReadable(tab: Tab, context: ToolContext): void {
  if (mayRead(context, tab)) return
  const embedded = forbiddenFrame(context, tab)
  if (embedded !== undefined)
    throw new ToolyardError('denied', `the page holds a frame of ${embedded}, which a rule forbids`, {
      hint: 'Open another page.',
    })
  throw new ToolyardError(
    'denied',
    `the page has gone to ${tab.origin ?? 'another site'} meanwhile, which this call did not name`,
    { hint: 'Call again: it is judged by where the page is now.' },
  )
}

/** A page that wants to stay is not left by opening another address before it was asked. */
async function requireNoDialog({ dialogs }: Tab, action: ActionName, context: ToolContext): Promise<void> {
  // One that a timer of the page has just opened may be on its way.
  if (dialogs.open === undefined) await pause(0, context)
  if (dialogs.open === undefined) return
  throw new ToolyardError('busy', `${action} can't be done: a dialog is open (${dialogs.open})`, {
    hint: 'Answer it with action=dialog (accept true or false, text for a prompt).',
  })
}

function listTabs(session: BrowserSession, { tab }: BrowserInput): BrowserReport {
  const current = tab === undefined ? session.current : session.use(tab)
  const lines = session.tabs.map(({ number, url, title }) => {
    const mark = number === current?.number ? ' (current)' : ''
    return `${number}${mark}: ${shownAddress(url)}${title?.of === url ? ` ${quoted(title.text, 100)}` : ''}`
  })
  const tabs = session.tabs.map(({ number, url, title }) => ({
    tab: number,
    url: shownAddress(url),
    ...(title?.of === url && { title: shortened(title.text, 100) }),
    ...(number === current?.number && { current: true }),
  }))
  return inWords(lines.join('\n') || 'No tabs are open.', { tabs })
}

async function closeTab(
  session: BrowserSession,
  { tab }: BrowserInput,
  context: ToolContext,
): Promise<BrowserReport> {
  if (tab === undefined) {
    await session.close()
    return inWords('The browser is closed.')
  }
  const { page } = session.use(tab)
  await within(page.close(), 10_000, context)
  return inWords(
    `Tab ${tab} is closed${session.current ? `; tab ${session.current.number} is the current one` : ''}.`,
  )
}

async function closedError(
  session: BrowserSession,
  context: ToolContext,
  cause: unknown,
): Promise<ToolyardError> {
  // The page is told of the end first.
  await settlesWithin(session.browser.ended, 1000)
  if (session.ended === undefined)
    return new ToolyardError('unavailable', 'the page was closed or has crashed', {
      hint: 'action=tabs shows what is open; open it again with action=open.',
      cause,
    })
  return endedError(session.ended, cause)
}

export function endedError(why: string, cause?: unknown): ToolyardError {
  return new ToolyardError('unavailable', `the browser has ended: ${why}`, {
    hint: 'Open the page again with action=open: a new browser starts.',
    cause,
  })
}
