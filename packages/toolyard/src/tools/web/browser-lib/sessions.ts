/**
 * The browsers of one conversation: one, or one for each caller that names no conversation. All end with it.
 *
 * @module
 */
import type { Caller, StatefulInstance, ToolContext } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { BrowserInput } from './browser-input.ts'
import { isHarmless, originResource, type PagesView, viewKey } from './origins.ts'
import { endedError, perform } from './perform.ts'
import { sitesOf } from './refs.ts'
import { inWords } from './report.ts'
import { BrowserSession } from './session.ts'
import { startBrowser } from './start-browser.ts'

export class BrowserSessions implements StatefulInstance<BrowserInput>, PagesView {
  readonly #sessions = new Map<string, BrowserSession>()
  /** What rules say of other origins, as the latest call of each caller knows them. */
  readonly #judges = new Map<string, ToolContext['request']['judge']>()
  #isOver = false

  async execute(input: BrowserInput, context: ToolContext): Promise<unknown> {
    await context.thread.own(viewKey, () => new View(this))
    const key = keyOf(context)
    if (!isHarmless(input)) this.#judges.set(key, context.request.judge)
    const session = await this.#sessionFor(key, input, context)
    if (session === undefined) return inWords('No browser is open.', { tabs: [] })
    return perform(session, input, context)
  }

  originsOf(caller: Caller, input: BrowserInput): readonly string[] {
    const session = this.#sessions.get(keyOf(caller))
    const tab = session?.peek(input.tab)
    const file = input.action === 'download' && input.ref === undefined && session?.downloads.origin
    return [
      ...new Set([
        ...(tab?.origin === undefined ? [] : [tab.origin]),
        ...(tab ? sitesOf(tab, input) : []),
        ...(file ? [file] : []),
      ]),
    ]
  }

  async dispose(): Promise<void> {
    this.#isOver = true
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(all.map((session) => session.close()))
  }

  async #sessionFor(
    key: string,
    { action, profile }: BrowserInput,
    context: ToolContext,
  ): Promise<BrowserSession | undefined> {
    const session = this.#sessions.get(key)
    if (session && session.ended === undefined) {
      if (profile === undefined || profile === session.profile) return session
      throw new ToolyardError('conflict', `the browser is open without the profile "${profile}"`, {
        hint: 'Close it with action=close first.',
      })
    }
    this.#sessions.delete(key)
    if (action === 'open') return this.#start(key, profile, context)
    if (action === 'close' || action === 'tabs') return undefined
    if (session?.ended !== undefined) throw endedError(session.ended)
    throw new ToolyardError('not_found', 'no page is open', { hint: 'Open one with action=open and url.' })
  }

  async #start(key: string, profile: string | undefined, context: ToolContext): Promise<BrowserSession> {
    const browser = await startBrowser(context, {
      profile,
      allowed: async (origin) =>
        this.#judges.get(key)?.([originResource(origin)]) === 'deny'
          ? 'a rule forbids this origin'
          : undefined,
    })
    const session = new BrowserSession(browser, context.clock, profile)
    if (this.#isOver || context.signal.aborted) {
      await session.close()
      context.signal.throwIfAborted()
      throw new ToolyardError('closed', 'this conversation has ended')
    }
    this.#sessions.set(key, session)
    return session
  }
}

/** What the conversation keeps for policy to look at. It owns nothing: the browsers end with the tool's own object. */
class View implements PagesView {
  readonly #sessions: PagesView

  constructor(sessions: PagesView) {
    this.#sessions = sessions
  }

  originsOf(caller: Caller, input: BrowserInput): readonly string[] {
    return this.#sessions.originsOf(caller, input)
  }
}

/** Calls that name no conversation share one: their callers share no browser. */
function keyOf({ threadId, principal, agent = '' }: Caller): string {
  return threadId === undefined ? JSON.stringify([principal, agent]) : ''
}
