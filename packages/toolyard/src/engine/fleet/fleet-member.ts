/**
 * This process as one member of the fleet: it says again and again that it is well, and is told what concerns it.
 *
 * A member that was silent for too long, or whose fleet was emptied, has lost what it held. It is told so, and joins anew under
 * another name.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { type Clock, messageOf, pause, ToolyardError } from '../../kernel/index.ts'
import type { RedisLink, ScriptArg } from './redis-link.ts'
import type { ScriptName } from './lua/scripts.ts'

export interface MemberParts {
  readonly link: RedisLink
  readonly clock: Clock
  readonly leaseMs: number
  /** How long what must be said in the end is tried while Redis is away. */
  readonly awayMs: number
  readonly warn: (line: string) => void
}

interface MemberListeners {
  /** Everything that was held is lost. */
  readonly lost?: () => void
  /** It is well again, under a new name. */
  readonly joined?: () => Promise<void>
  /** Messages may have been missed. */
  readonly lookAgain?: () => void
  readonly told?: (sign: string, text: string) => void
  /** So often as it says that it is well. */
  readonly beat?: () => void
}

const retryMs = 200
/** For two leases: what was sent into a connection that froze may arrive after it was given up. */
export const doubtfulBeats = 8

export class FleetMember {
  /** For messages. */
  readonly engine = randomBytes(9).toString('base64url')
  readonly #parts: MemberParts
  readonly #listeners: MemberListeners[] = []
  #incarnation = 0
  #wellAt = 0
  #isOver = false
  #timer: { cancel(): void } | undefined
  #beating: Promise<void> | undefined

  constructor(parts: MemberParts) {
    this.#parts = parts
  }

  get name(): string {
    return `${this.engine}.${this.#incarnation}`
  }

  get parts(): MemberParts {
    return this.#parts
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** When it was last known to be well. */
  get wellAt(): number {
    return this.#wellAt
  }

  listen(listeners: MemberListeners): void {
    this.#listeners.push(listeners)
  }

  async join(): Promise<void> {
    const { link } = this.#parts
    await link.listen(`to:${this.engine}`, (text) => this.#hear(text))
    link.onListening(() => this.#lookAgain())
    await this.#enter()
    this.#plan()
  }

  /** For what must be done in the end: tries until it is, or until this member is over. */
  async insist(name: ScriptName, ...args: ScriptArg[]): Promise<unknown> {
    return this.insistWhile(() => true, name, ...args)
  }

  /** The same, as long as it may. Throws `unavailable` then. */
  async insistWhile(may: () => boolean, name: ScriptName, ...args: ScriptArg[]): Promise<unknown> {
    const { link, clock } = this.#parts
    for (;;) {
      try {
        return await link.run(name, ...args)
      } catch (error) {
        if (this.#isOver || link.isClosed || !isAway(error) || !may()) throw error
        await pause(retryMs, { clock })
      }
    }
  }

  /** What was held has been lost; the next beat comes at once. */
  async rejoin(lostName: string): Promise<void> {
    if (lostName !== this.name || this.#isOver) return
    this.#incarnation++
    for (const { lost } of this.#listeners) lost?.()
    await this.#enter()
    for (const { joined } of this.#listeners) await joined?.()
    this.#lookAgain()
  }

  async leave(): Promise<void> {
    this.stop()
    await this.#beating
    await this.#parts.link.run('leave', this.name).catch(() => {})
  }

  stop(): void {
    this.#isOver = true
    this.#timer?.cancel()
  }

  async #enter(): Promise<void> {
    await this.#parts.link.run('beat', this.name, 1)
    this.#wellAt = this.#parts.clock.now()
  }

  #plan(): void {
    if (this.#isOver) return
    const { clock, leaseMs } = this.#parts
    this.#timer = clock.after(leaseMs / 4, () => {
      this.#beating = this.#beat().finally(() => this.#plan())
    })
  }

  async #beat(): Promise<void> {
    const { link, clock, warn } = this.#parts
    const [name, at] = [this.name, clock.now()]
    link.ping().catch(() => {})
    for (const { beat } of this.#listeners) beat?.()
    try {
      const [isWell, cancels = []] = (await link.run('beat', name, 0)) as [number, string[]?]
      if (isWell === 0) return await this.rejoin(name)
      this.#wellAt = at
      for (let index = 0; index < cancels.length; index += 2)
        this.#hear(`c ${cancels[index]}\n${cancels[index + 1]}`)
    } catch (error) {
      if (!this.#isOver && !isAway(error))
        warn(`The fleet could not be told that this process is well: ${messageOf(error)}`)
    }
  }

  #hear(text: string): void {
    for (const { told } of this.#listeners) told?.(text.slice(0, 1), text.slice(2))
  }

  #lookAgain(): void {
    for (const { lookAgain } of this.#listeners) lookAgain?.()
  }
}

export function isAway(error: unknown): boolean {
  return ToolyardError.isInstance(error) && error.code === 'unavailable'
}
