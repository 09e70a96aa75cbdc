/**
 * One program that a shell tool started, and what it has printed: while a call waits for it, and after that call has ended.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type {
  HostAccess,
  Program,
  ProgramOutcome,
  ProgramRequest,
  SecretReader,
} from '../../../host/index.ts'
import type { Clock } from '../../../kernel/index.ts'
import { type ByteLimits, OutputFeed, OutputLog } from '../../../host/proc/output/index.ts'

const megabyte = 1 << 20
/** What one call keeps of the output that it waits for. */
const callLimits: ByteLimits = { whole: 64 * megabyte, head: 2 * megabyte, tail: 2 * megabyte }
/** What is kept for the next look at a program that goes on. */
const ringLimits: ByteLimits = { whole: megabyte, head: 0, tail: megabyte }
/** Characters that are remembered of what was read: no key is longer. */
const mostBefore = 65_536

export interface SessionStart {
  readonly command: string
  readonly request: Omit<ProgramRequest, 'onOutput' | 'reuseBuffer' | 'merge'>
}

export class Session {
  /** Given when it goes on after its call. */
  id = ''
  readonly command: string
  readonly startedAt: number
  readonly program: Program
  readonly feed: OutputFeed
  readonly #clock: Clock
  readonly #secrets: SecretReader
  /** The end of what was read, for a secret that goes on in the next part. */
  #before = ''
  readonly #log = new OutputLog(callLimits)
  readonly #watchers = new Set<(chunk: Buffer) => void>()
  #outcome: ProgramOutcome | undefined
  #outputAt: number
  #isClosed = false

  constructor(
    { programs, secrets }: Pick<HostAccess, 'programs' | 'secrets'>,
    clock: Clock,
    { command, request }: SessionStart,
  ) {
    this.command = command
    this.#secrets = secrets
    this.startedAt = this.#outputAt = clock.now()
    this.#clock = clock
    this.feed = new OutputFeed(clock)
    this.program = programs.start({
      ...request,
      merge: true,
      reuseBuffer: true,
      onOutput: (chunk) => this.#take(chunk),
    })
    void this.program.exited.then((outcome) => {
      this.#outcome = outcome
      this.feed.close()
    })
  }

  /** How it ended; nothing while it runs. */
  get outcome(): ProgramOutcome | undefined {
    return this.#outcome
  }

  get outputBytes(): number {
    return this.#log.total
  }

  get unread(): number {
    return this.#log.unread
  }

  get ageMs(): number {
    return this.#outcome?.durationMs ?? this.#clock.now() - this.startedAt
  }

  get idleMs(): number {
    return this.#clock.now() - this.#outputAt
  }

  /** What it has printed since the last time; a secret that the last look cut goes from it. */
  async read(): Promise<string> {
    const text = await this.#log.take({ limits: ringLimits, isLast: this.#outcome !== undefined })
    const [start = ''] = this.#secrets.redactWindow({
      before: this.#before,
      lines: [text.slice(0, mostBefore)],
      after: '',
    })
    // A copy: a slice would keep the whole text alive.
    this.#before = this.#outcome
      ? ''
      : Buffer.from((this.#before + text.slice(-mostBefore)).slice(-mostBefore)).toString()
    return text.startsWith(start) && start.length === Math.min(text.length, mostBefore)
      ? text
      : start + text.slice(mostBefore)
  }

  /** The same as it came, without having been looked at. */
  unreadBytes(): Buffer {
    return this.#log.peek()
  }

  /** Calls back with everything that it prints from now on, until the returned function is called. */
  watch(watcher: (chunk: Buffer) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** No call will read it any more. */
  close(): void {
    this.#isClosed = true
    this.#log.close()
  }

  #take(chunk: Buffer): void | Promise<void> {
    if (this.#isClosed) return undefined
    this.#outputAt = this.#clock.now()
    this.#log.push(chunk)
    for (const watcher of this.#watchers) watcher(chunk)
    return this.feed.push(chunk)
  }
}
