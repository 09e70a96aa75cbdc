/**
 * One tab: its page, what was last shown of it, and what happens in it between calls.
 *
 * @module
 */
import type { Frame, Page } from 'playwright-core'
import type { Clock } from '../../../kernel/index.ts'
import { Dialogs } from './dialogs.ts'
import { NetworkLog } from './network-log.ts'
import { originOf } from './origins.ts'

export class Tab {
  readonly page: Page
  readonly number: number
  readonly dialogs: Dialogs
  readonly network: NetworkLog
  /** The latest snapshot that the model has seen of this document. */
  shown: readonly string[] | undefined
  /** That of the document before. */
  before: readonly string[] | undefined
  /** Counts the documents that were loaded. */
  documents = 0
  /** Its title, as it was read, and of which address. */
  title: { readonly of: string; readonly text: string } | undefined
  /** Sites of the frames whose elements were looked for, by what their refs begin with. */
  readonly sitesOfRefs = new Map<string, string>()
  /** Of the page that opened it: an empty page belongs to that one's site. */
  #openedBy: string | undefined
  /** Its process died. */
  hasCrashed = false
  /** Counts the windows that its page asked for: their tabs come later. */
  windows = 0
  /** Windows are counted from here on. */
  readonly counting: Promise<void>

  constructor(page: Page, number: number, clock: Clock) {
    this.page = page
    this.number = number
    this.dialogs = new Dialogs(page, clock)
    this.network = new NetworkLog(page, () => clock.now())
    page.opener().then(
      (opener) => {
        this.#openedBy = opener ? originOf(opener.url()) : undefined
      },
      () => undefined,
    )
    page.on('domcontentloaded', () => {
      this.documents++
      this.before = this.shown ?? this.before
      this.shown = undefined
    })
    page.on('crash', () => {
      this.hasCrashed = true
    })
    this.counting = this.#countWindows().catch(() => undefined)
  }

  async #countWindows(): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    session.on('Page.windowOpen', () => this.windows++)
    await session.send('Page.enable')
  }

  /** The site that what it shows is of. */
  get origin(): string | undefined {
    return originOf(this.url) ?? this.#openedBy
  }

  /** Those of the frames in it, without its own. */
  get frameOrigins(): readonly string[] {
    const origins = this.page.frames().flatMap((frame) => originOf(frame.url()) ?? [])
    return [...new Set(origins)].filter((origin) => origin !== this.origin)
  }

  /** The site that a frame in it is of: an empty one belongs to what holds it. */
  originOfFrame(frame: Frame): string | undefined {
    for (let at: Frame | null = frame; at && at !== this.page.mainFrame(); at = at.parentFrame()) {
      const origin = originOf(at.url())
      if (origin !== undefined) return origin
    }
    return this.origin
  }

  get url(): string {
    return this.page.url()
  }
}
