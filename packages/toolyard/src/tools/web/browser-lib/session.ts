/**
 * The browser of one conversation: its tabs, what it downloads, and what rules say about where it goes.
 *
 * @module
 */
import type { BrowserContext, Page } from 'playwright-core'
import type { ToolContext } from '../../../define/index.ts'
import type { OpenBrowser } from '../../../host/index.ts'
import { type Clock, ToolyardError } from '../../../kernel/index.ts'
import { Downloads } from './downloads.ts'
import { Tab } from './tab.ts'
import { type TimeLimit, within } from './time-limit.ts'

/** More are closed as they open. */
const mostTabs = 20
const newTabMs = 15_000

export class BrowserSession {
  readonly browser: OpenBrowser<BrowserContext>
  readonly downloads: Downloads
  readonly profile: string | undefined
  readonly #clock: Clock
  readonly #tabs = new Map<number, Tab>()
  #current: Tab | undefined
  #count = 0
  /** Counts the pages that came, those too that were closed at once. */
  arrived = 0
  /** Why it has ended. */
  ended: string | undefined

  constructor(browser: OpenBrowser<BrowserContext>, clock: Clock, profile: string | undefined) {
    this.browser = browser
    this.profile = profile
    this.#clock = clock
    this.downloads = new Downloads(clock)
    for (const page of browser.context.pages()) this.#add(page)
    browser.context.on('page', (page) => this.#add(page))
    void browser.ended.then((why) => {
      this.ended = why ?? 'it was closed'
    })
  }

  get tabs(): readonly Tab[] {
    return [...this.#tabs.values()]
  }

  /** How many were ever opened. */
  get opened(): number {
    return this.#count
  }

  get current(): Tab | undefined {
    return this.#current
  }

  /** The tab of this number, or the current one; undefined if there is none. */
  peek(number: number | undefined): Tab | undefined {
    return number === undefined ? this.#current : this.#tabs.get(number)
  }

  /** Makes a tab the current one. */
  use(number: number | undefined): Tab {
    const tab = this.peek(number)
    if (tab) return (this.#current = tab)
    throw new ToolyardError(
      'not_found',
      number === undefined ? 'no page is open' : `there is no tab ${number}`,
      {
        hint:
          this.#tabs.size === 0
            ? 'Open one with action=open and url.'
            : `Tabs: ${[...this.#tabs.keys()].join(', ')}; action=tabs shows them.`,
      },
    )
  }

  async newTab(limit: TimeLimit): Promise<Tab> {
    const page = await within(this.browser.context.newPage(), newTabMs, limit).catch((error: unknown) => {
      if (ToolyardError.isInstance(error) && error.code === 'timeout') throw notAnswering(error)
      throw error
    })
    const tab = this.tabs.find((each) => each.page === page) ?? this.#add(page)
    if (!tab)
      throw new ToolyardError('budget_exhausted', `${mostTabs} tabs are open already`, {
        hint: 'Close one with action=close and tab.',
      })
    return (this.#current = tab)
  }

  async close(): Promise<void> {
    this.downloads.clear()
    await this.browser.close()
  }

  #add(page: Page): Tab | undefined {
    this.arrived++
    if (this.#tabs.size >= mostTabs) {
      page.close().catch(() => undefined)
      return undefined
    }
    const tab = new Tab(page, ++this.#count, this.#clock)
    this.#tabs.set(tab.number, tab)
    this.#current ??= tab
    page.on('download', (download) => this.downloads.add(download))
    page.on('close', () => this.#remove(tab))
    return tab
  }

  #remove(tab: Tab): void {
    this.#tabs.delete(tab.number)
    if (this.#current === tab) this.#current = [...this.#tabs.values()].at(-1)
  }
}

function notAnswering(cause: Error): ToolyardError {
  return new ToolyardError('timeout', 'the browser does not answer: a page keeps it busy', {
    hint: 'Close the browser with action=close, then open the page again.',
    cause,
  })
}

/** What an action works with. */
export interface ActionContext {
  readonly session: BrowserSession
  readonly tab: Tab
  readonly context: ToolContext
}
