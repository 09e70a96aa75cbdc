/**
 * What one tab has requested since its document began to load, and what of it is still under way.
 *
 * @module
 */
import type { Page, Request } from 'playwright-core'

const mostKept = 300
const mostOfUrl = 2000

export interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly type: string
  status: number | undefined
  failure: string | undefined
}

/** What a page waits for before it shows something new; the rest may go on for ever. */
const awaited: readonly string[] = ['document', 'xhr', 'fetch', 'script']
/** What is not listed unless asked for. */
const still: readonly string[] = ['script', 'stylesheet', 'image', 'font', 'media', 'manifest']

export class NetworkLog {
  readonly #known = new WeakMap<Request, LoggedRequest>()
  readonly #pending = new Map<Request, number>()
  #requests: LoggedRequest[] = []
  #dropped = 0
  /** When something that the page waits for last began or ended. */
  #movedAt = 0

  constructor(page: Page, now: () => number) {
    page.on('request', (request) => this.#begin(page, request, now()))
    page.on('response', (response) => {
      const logged = this.#known.get(response.request())
      if (logged) logged.status = response.status()
    })
    page.on('requestfinished', (request) => this.#end(request, now()))
    page.on('requestfailed', (request) => {
      const logged = this.#known.get(request)
      if (logged) logged.failure = request.failure()?.errorText ?? 'failed'
      this.#end(request, now())
    })
  }

  /** Whether nothing that matters has moved for `ms`, leaving out what takes longer than `patienceMs`. */
  isCalm(now: number, { ms, patienceMs }: { readonly ms: number; readonly patienceMs: number }): boolean {
    const waiting = [...this.#pending.values()].some((since) => now - since < patienceMs)
    return !waiting && now - this.#movedAt >= ms
  }

  list({ all, part }: { readonly all: boolean; readonly part: string | undefined }): {
    readonly requests: readonly LoggedRequest[]
    readonly leftOut: number
    readonly dropped: number
  } {
    const matching = this.#requests.filter(({ url }) => part === undefined || url.includes(part))
    const requests = all
      ? matching
      : matching.filter(({ type, failure }) => failure !== undefined || !still.includes(type))
    return { requests, leftOut: matching.length - requests.length, dropped: this.#dropped }
  }

  #begin(page: Page, request: Request, now: number): void {
    const type = request.resourceType()
    if (request.isNavigationRequest() && isOfMainFrame(page, request) && !request.redirectedFrom()) {
      this.#requests = []
      this.#dropped = 0
      this.#pending.clear()
    }
    const logged = {
      method: request.method(),
      url: request.url().slice(0, mostOfUrl),
      type,
      status: undefined,
      failure: undefined,
    }
    this.#known.set(request, logged)
    this.#requests.push(logged)
    if (this.#requests.length > mostKept) {
      this.#requests.shift()
      this.#dropped++
    }
    if (!awaited.includes(type)) return
    this.#pending.set(request, now)
    this.#movedAt = now
  }

  #end(request: Request, now: number): void {
    if (this.#pending.delete(request)) this.#movedAt = now
  }
}

/** A request of a service worker, or of a page that is only about to be, has no frame. */
function isOfMainFrame(page: Page, request: Request): boolean {
  try {
    return request.frame() === page.mainFrame()
  } catch {
    return false
  }
}
