/**
 * Actions that look at a page: `snapshot`, `screenshot`, `evaluate`, `network`, `wait`.
 *
 * @module
 */
import { pause, ToolyardError } from '../../../../kernel/index.ts'
import { type BrowserAction, timeoutOf } from '../action.ts'
import { asActionError } from '../action-error.ts'
import { scriptFunction } from '../page-function.ts'
import { framed, shortened, shownAddress } from '../page-words.ts'
import { elementOf, required } from '../refs.ts'
import { settled } from '../settle.ts'
import { partOf, readPart, takeSnapshot } from '../snapshot.ts'
import { changesBetween } from '../snapshot-changes.ts'
import { within } from '../time-limit.ts'

const mostResult = 10_000
const mostRequests = 60
const mostOfAddress = 500
/** Of a picture of a whole page. */
const mostHeight = 6000
const mostWidth = 2000
const mostPixels = 12_000_000

export const snapshot: BrowserAction = async ({ tab, context }, input) => {
  const before = tab.shown
  const lines = await takeSnapshot(tab.page, context)
  tab.shown = lines
  const changes = input.changes && before ? changesBetween(before, lines) : undefined
  if (changes)
    return {
      said: changes.lines.length === 0 ? 'Nothing has changed since the last snapshot.' : undefined,
      words: changes.lines.length === 0 ? undefined : framed(changes.lines, changes.note),
      read: { ...readPart(changes), changes: true },
      show: 'nothing',
    }
  const part = partOf(lines, input)
  return { words: framed(part.lines, part.note), read: readPart(part), show: 'nothing' }
}

export const screenshot: BrowserAction = async (act, input) => {
  const { tab, context } = act
  const { ref, full_page: fullPage = false } = input
  const element = ref === undefined ? undefined : await elementOf(act, ref)
  const timeout = input.timeout_ms ?? 15_000
  const box = await element?.boundingBox({ timeout }).catch(() => null)
  if (box && box.height * box.width > mostPixels)
    throw new ToolyardError(
      'too_large',
      `${ref} is ${box.width} x ${box.height} px: too large for a picture`,
      {
        hint: 'Take one of a smaller element, or of what is in view (without ref).',
      },
    )
  const picture = { type: 'jpeg', quality: 75, scale: 'css', animations: 'disabled', timeout } as const
  try {
    const height = fullPage ? await heightOf(act) : 0
    // Always cut: how large it is only the page itself would tell.
    const whole = { fullPage, clip: { x: 0, y: 0, width: mostWidth, height: mostHeight } }
    const taken = element
      ? element.screenshot(picture)
      : tab.page.screenshot({ ...picture, ...(fullPage && whole) })
    const bytes = await within(taken, timeout + 2000, context)
    return {
      said: height > mostHeight ? `The upper ${mostHeight} of ${height} px.` : undefined,
      blocks: [{ type: 'image', data: bytes.toString('base64'), mimeType: 'image/jpeg' }],
      show: 'nothing',
    }
  } catch (error) {
    throw asActionError(error, "the screenshot can't be taken")
  }
}

async function heightOf({ tab, context }: Parameters<BrowserAction>[0]): Promise<number> {
  const asked: Promise<unknown> = tab.page.evaluate('document.documentElement.scrollHeight')
  const height = await within(asked, 3000, context)
  return typeof height === 'number' ? height : 0
}

export const evaluate: BrowserAction = async (act, input) => {
  const script = scriptFunction(required(input.script, 'script', 'evaluate'), mostResult)
  const element = input.ref === undefined ? undefined : await elementOf(act, input.ref)
  const result = await settled(act, {
    what: 'the script failed',
    timeoutMs: timeoutOf(input),
    run: (timeout) =>
      element ? element.evaluate(script, undefined, { timeout }) : act.tab.page.evaluate(script),
  })
  if (act.tab.dialogs.open !== undefined) return { show: 'nothing' }
  const { json, length } = (result ?? {}) as { readonly json?: unknown; readonly length?: unknown }
  const text = typeof json === 'string' ? json : 'undefined'
  const left = typeof length === 'number' ? length - text.length : 0
  const note = left > 0 ? `; ${left} more characters left out` : ''
  return {
    words: framed(shortened(text, mostResult).split('\n'), note),
    read: {
      ...(typeof json === 'string' && { result: shortened(json, mostResult) }),
      ...(left > 0 && { notes: [note.slice(2)] }),
    },
    show: 'nothing',
  }
}

export const network: BrowserAction = async ({ tab }, { all = false, text }) => {
  const { requests, leftOut, dropped } = tab.network.list({ all, part: text })
  const latest = requests.slice(-mostRequests)
  const lines = latest.map(
    ({ method, url, type, status, failure }) =>
      `${method} ${failure ?? status ?? 'pending'} ${type} ${shownAddress(url, 200)}`,
  )
  const earlier = requests.length - lines.length + dropped
  const note = [
    ...(earlier > 0 ? [`${earlier} earlier ones left out`] : []),
    ...(leftOut > 0 ? [`${leftOut} scripts, styles, images and fonts left out; all=true shows them`] : []),
  ]
  return {
    words: framed(lines.length > 0 ? lines : ['(no requests)'], note.map((each) => `; ${each}`).join('')),
    read: {
      requests: latest.map(({ url, ...request }) => ({ ...request, url: shownAddress(url, mostOfAddress) })),
      ...(note.length > 0 && { notes: note }),
    },
    show: 'nothing',
  }
}

export const wait: BrowserAction = async (act, input) => {
  const { tab, context } = act
  const { text, gone = false } = input
  if (text === undefined) {
    await pause(Math.min(input.timeout_ms ?? 1000, 30_000), context)
    return { show: 'changes' }
  }
  const end = context.clock.now() + timeoutOf(input)
  while ((await isSeen(act, text)) === gone) {
    if (tab.dialogs.open !== undefined) return { show: 'nothing' }
    if (context.clock.now() >= end)
      throw new ToolyardError(
        'timeout',
        `${JSON.stringify(text.slice(0, 100))} ${gone ? 'is still there' : 'did not appear'}`,
        { hint: 'A snapshot shows what is on the page now.' },
      )
    await pause(100, context)
  }
  return { show: 'changes' }
}

/** In the page or in one of its frames. */
async function isSeen({ tab, context }: Parameters<BrowserAction>[0], text: string): Promise<boolean> {
  const looks = tab.page
    .frames()
    .slice(0, 50)
    .map((frame) =>
      frame
        .getByText(text)
        .filter({ visible: true })
        .count()
        .catch(() => 0),
    )
  const opened = tab.dialogs.opened.then(() => [0])
  const counts = await within(Promise.race([Promise.all(looks), opened]), 10_000, context)
  return counts.some((count) => count > 0)
}
