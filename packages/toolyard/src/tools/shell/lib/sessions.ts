/**
 * The programs of one conversation: those that a call waits for, and those that go on after it. All end with it.
 *
 * @module
 */
import type { HostAccess } from '../../../host/index.ts'
import { type Clock, didYouMean, ToolyardError } from '../../../kernel/index.ts'
import type { ToolContext } from '../../../define/index.ts'
import { Session, type SessionStart } from './session.ts'

const mostRunning = 32
/** Sessions that have ended and are remembered for a last look. */
const mostEnded = 32

export class Sessions implements AsyncDisposable {
  readonly #clock: Clock
  /** All that run, those of a call that waits included. */
  readonly #running = new Set<Session>()
  /** Those that have an id of their own, by that id. */
  readonly #kept = new Map<string, Session>()
  #count = 0
  #isOver = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** By the machine of the call that starts it: its programs are held to what was decided about that call. */
  start(host: Pick<HostAccess, 'programs' | 'secrets'>, start: SessionStart): Session {
    if (this.#isOver) throw new ToolyardError('closed', 'this conversation has ended')
    const session = new Session(host, this.#clock, start)
    this.#running.add(session)
    void session.program.exited.then(() => this.#running.delete(session))
    return session
  }

  /** Whether one more can go on in the background. */
  checkRoom(): void {
    const running = this.list().filter((session) => !session.outcome)
    if (running.length < mostRunning) return
    throw new ToolyardError(
      'budget_exhausted',
      `${mostRunning} sessions of this conversation are running already`,
      {
        hint: 'End one with process action=kill; process action=list shows them.',
      },
    )
  }

  /** Lets a program go on after its call, under its id. */
  keep(session: Session): void {
    session.id = `s${++this.#count}`
    this.#kept.set(session.id, session)
    const ended = this.list().filter(({ outcome }) => outcome)
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) this.#kept.delete(id)
  }

  list(): readonly Session[] {
    return [...this.#kept.values()]
  }

  get(id: string): Session {
    const session = this.#kept.get(id)
    if (session) return session
    const known = [...this.#kept.keys()]
    throw new ToolyardError(
      'not_found',
      `there is no session "${id}" in this conversation.${didYouMean(id, known)}`,
      {
        hint:
          known.length > 0
            ? `Sessions: ${known.join(', ')}.`
            : 'Start one with bash and background: true, or with yield_time_ms.',
      },
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#running].map(({ program }) => program.stop()))
    this.#kept.clear()
  }
}

/** The one place where bash, PowerShell and process meet. */
export function sessionsOf({ thread, clock }: ToolContext): Promise<Sessions> {
  return thread.own('shell:sessions', () => new Sessions(clock))
}
