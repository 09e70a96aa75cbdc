/**
 * `Notices`: one message for each request that waits, as long as those are few; then one for all that came meanwhile.
 *
 * A message says who asks and for which tool, never what for: arguments and questions may hold what is not for a channel, and words of
 * an agent are not sent as ours.
 *
 * @module
 */
import type { ChannelAccess, NotifySettings, RunHookContext } from '../../define/index.ts'
import type { Clock, Deadline } from '../../kernel/index.ts'
import { noticeWords } from './notice-words.ts'

type Asked = Pick<RunHookContext<'NOTIFICATION'>, 'kind' | 'agent' | 'principal' | 'tool'>

interface NoticesParts {
  readonly settings: NotifySettings
  readonly clock: Clock
  readonly send: ChannelAccess['send']
  /** Told what could not be sent. */
  readonly failed: (error: unknown) => void
  /** So many messages in so long. */
  readonly most?: number
  readonly windowMs?: number
}

export class Notices {
  readonly #parts: NoticesParts
  readonly #closing = new AbortController()
  #sentAt: number[] = []
  #held = 0
  #later: Deadline | undefined

  constructor(parts: NoticesParts) {
    this.#parts = parts
  }

  async tell(asked: Asked): Promise<void> {
    const { most = 5, windowMs = 60_000, clock, settings } = this.#parts
    const now = clock.now()
    this.#sentAt = this.#sentAt.filter((at) => now - at < windowMs)
    if (this.#sentAt.length < most) {
      this.#sentAt.push(now)
      await this.#send(noticeWords(settings.language).one(asked))
      return
    }
    this.#held++
    const oldest = this.#sentAt[0] ?? now
    this.#later ??= clock.after(windowMs - (now - oldest), () => this.#tellHeld())
  }

  close(): void {
    this.#later?.cancel()
    this.#closing.abort()
  }

  #tellHeld(): void {
    const count = this.#held
    this.#held = 0
    this.#later = undefined
    this.#sentAt.push(this.#parts.clock.now())
    void this.#send(noticeWords(this.#parts.settings.language).many(count))
  }

  async #send(content: string): Promise<void> {
    const { settings, send, failed } = this.#parts
    const { channel, to, link, language } = settings
    const url = link === undefined ? undefined : `${link.replace(/\/+$/, '')}/inbox`
    const buttons = url === undefined ? [] : [{ text: noticeWords(language).open, url }]
    try {
      await send(channel, { content, to, buttons }, this.#closing.signal)
    } catch (error) {
      if (!this.#closing.signal.aborted) failed(error)
    }
  }
}
