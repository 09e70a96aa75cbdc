/**
 * What a call answers: what was done, what else happened, and as little of the page as tells it.
 *
 * @module
 */
import type { ContentBlock } from '../../../define/index.ts'
import type { FailedConnection } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ActionReport } from './action.ts'
import type { BrowserOutput } from './browser-output.ts'
import { forbiddenFrame, mayRead, originOf } from './origins.ts'
import { framed, quoted, shortened, shownAddress } from './page-words.ts'
import type { ActionContext, BrowserSession } from './session.ts'
import { foldSameParts } from './same-parts.ts'
import { partOf, readPart, type ShownSnapshot, takeSnapshot } from './snapshot.ts'
import { changesBetween } from './snapshot-changes.ts'
import type { Tab } from './tab.ts'
import { within } from './time-limit.ts'

/** Why a page is not shown though the action is done. */
const unread: readonly string[] = ['timeout', 'too_large']

/** How things were before an action. */
export interface PageMark {
  readonly url: string
  readonly documents: number
  readonly tabs: number
  readonly downloads: number
  readonly failures: ReadonlySet<FailedConnection>
}

export function markOf({ opened, downloads, browser }: BrowserSession, tab: Tab): PageMark {
  return {
    url: tab.url,
    documents: tab.documents,
    tabs: opened,
    downloads: downloads.count,
    failures: new Set(browser.failures),
  }
}

export interface BrowserReport {
  readonly content: readonly ContentBlock[]
  readonly data: BrowserOutput
}

const mostOfAddress = 2000

export async function report(act: ActionContext, told: ActionReport, mark: PageMark): Promise<BrowserReport> {
  const { tab } = act
  const events = eventsSince(act, mark)
  const isHidden = tab.page.isClosed() || tab.dialogs.open !== undefined
  const page = isHidden ? nothing : await pageLines(act, told, mark)
  const isReadable = mayRead(act.context, tab)
  const words = told.words !== undefined && isReadable ? [told.words] : []
  const blocks = isReadable ? (told.blocks ?? []) : []
  const said = [...(told.said === undefined ? [] : [told.said]), ...events]
  const shown = page.part ? [framed(page.part.lines, page.part.note)] : []
  const text = [...said, ...words, ...page.address, ...page.said, ...shown].join('\n')
  const read = isReadable ? told.read : undefined
  const part = page.part && readPart(page.part)
  const notes = [...said, ...page.said, ...(read?.notes ?? []), ...(part?.notes ?? [])]
  return {
    content: [
      ...(text === '' && blocks.length > 0
        ? []
        : [{ type: 'text', text: text === '' ? 'Done.' : text } as const]),
      ...blocks,
    ],
    data: {
      ...placeOf(act, isReadable),
      ...read,
      ...told.saved,
      ...(part && { page: part.page }),
      ...(page.isChange && { changes: true }),
      ...(notes.length > 0 && { notes }),
    },
  }
}

/** Of a page that the call may not read only the site is reported. */
function placeOf({ tab }: ActionContext, isReadable: boolean): BrowserOutput {
  const { number, url, title, dialogs } = tab
  if (!isReadable) return { tab: number, url: originOf(url) ?? '' }
  return {
    tab: number,
    url: shownAddress(url, mostOfAddress),
    ...(title?.of === url && { title: shortened(title.text, 200) }),
    ...(dialogs.open !== undefined && { dialog: dialogs.open }),
  }
}

/** An answer that is a sentence of ours, for programs as a note if there is nothing better. */
export function inWords(text: string, data: BrowserOutput = { notes: [text] }): BrowserReport {
  return { content: [{ type: 'text', text }], data }
}

function eventsSince({ session, tab }: ActionContext, mark: PageMark): readonly string[] {
  const { downloads, browser } = session
  const dialog = tab.dialogs.open
  const fresh = session.tabs.filter(({ number }) => number > mark.tabs && number !== tab.number)
  const failures = browser.failures.filter((failure) => !mark.failures.has(failure))
  const refused = new Map(failures.map(({ origin, why }) => [origin, why]))
  return [
    ...(tab.page.isClosed() ? [`Tab ${tab.number} was closed by its page.`] : []),
    ...(dialog === undefined ? [] : [`A dialog is open (${dialog}). Answer it with action=dialog.`]),
    ...fresh.map(({ number, url }) => `New tab ${number}: ${shownAddress(url)} (use it with tab=${number})`),
    ...downloads
      .told(downloads.count - mark.downloads)
      .map((about) => `Download started: ${about}. Save it with action=download and path.`),
    ...[...refused].slice(0, 3).map(([origin, why]) => `Not reached: ${origin}: ${why}`),
  ]
}

interface ShownPage {
  readonly address: readonly string[]
  /** In our words. */
  readonly said: readonly string[]
  readonly part?: ShownSnapshot
  /** The part is what changed. */
  readonly isChange?: boolean
}

const nothing: ShownPage = { address: [], said: [] }

/** Times that a page which goes on to another one while it is read is read again. */
const mostReadings = 3
/** So long the beginning of a new document is waited for. */
const documentMs = 2000

async function pageLines(
  act: ActionContext,
  { show, readings = 1 }: Pick<ActionReport, 'show'> & { readonly readings?: number },
  mark: PageMark,
): Promise<ShownPage> {
  const { tab, context } = act
  await within(
    tab.page.waitForLoadState('domcontentloaded', { timeout: documentMs }),
    documentMs,
    context,
  ).catch(() => context.signal.throwIfAborted())
  const { url, documents } = tab
  if (tab.url.startsWith('chrome-error:'))
    return sentence('No page was loaded. action=back goes to the one before.')
  const isNew = documents !== mark.documents || show === 'page'
  const address = isNew || url !== mark.url ? [await addressLine(act)] : []
  if (!mayRead(context, tab)) {
    const embedded = forbiddenFrame(context, tab)
    return sentence(
      embedded === undefined
        ? `The page went to ${originOf(tab.url) ?? shownAddress(tab.url)}. This call was not allowed to read it: call again with action=snapshot.`
        : `Nothing of the page is shown: it holds a frame of ${embedded}, which a rule forbids.`,
    )
  }
  if (show === 'nothing') return { address, said: [] }
  const before = tab.shown
  const lines = await takeSnapshot(tab.page, context).catch((error: unknown) => {
    if (ToolyardError.isInstance(error) && unread.includes(error.code)) return error
    throw error
  })
  // What was asked for is done all the same.
  if (lines instanceof Error)
    return { address, said: [`Nothing of the page is shown: ${lines.message}. ${lines.hint ?? ''}`] }
  const hasGoneOn = tab.url !== url || tab.documents !== documents
  if (!mayRead(context, tab) || (hasGoneOn && readings < mostReadings))
    return pageLines(act, { show, readings: readings + 1 }, mark)
  tab.shown = lines
  const changes = before && !isNew ? changesBetween(before, lines) : undefined
  if (changes && changes.lines.length === 0)
    return { address, said: address.length > 0 ? [] : ['No visible change.'] }
  return { address, said: [], part: changes ?? wholePage(tab, lines), isChange: changes !== undefined }
}

function sentence(words: string): ShownPage {
  return { address: [], said: [words] }
}

/** What the page before had just so is not shown again. */
function wholePage({ before = [] }: Tab, lines: readonly string[]): ShownSnapshot {
  const folded = foldSameParts(before, lines)
  const part = partOf(folded.lines, {})
  return folded.left === 0 ? part : { ...part, note: `; as before: snapshot with ref shows it${part.note}` }
}

async function addressLine({ tab, context }: ActionContext): Promise<string> {
  const title = await within(tab.page.title(), 2000, context).catch(() => '')
  if (mayRead(context, tab)) tab.title = { of: tab.url, text: title }
  return `Page: ${shownAddress(tab.url)}${title === '' ? '' : ` ${quoted(title)}`}`
}
