/**
 * The processes that share an engine in memory, and which of them are well.
 *
 * In a real installation there is one, and it is well as long as it is there. Tests let several join, and let some of them
 * freeze or die: one that is silent for longer than its lease has lost what it held.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'

export class Member {
  #silence: PromiseWithResolvers<void> | undefined
  #isDead = false

  get isWell(): boolean {
    return this.#silence === undefined
  }

  /** Undefined if it is well. Resolves when it goes on; never for one that died. */
  get awake(): Promise<void> | undefined {
    return this.#silence?.promise
  }

  freeze(): object {
    return (this.#silence ??= Promise.withResolvers())
  }

  thaw(): void {
    if (this.#isDead) return
    this.#silence?.resolve()
    this.#silence = undefined
  }

  kill(): object {
    this.#isDead = true
    return this.freeze()
  }

  /** Whether it has been silent since then. */
  isStill(silence: object): boolean {
    return this.#silence === silence
  }
}

export class Members {
  readonly #clock: Clock
  readonly #leaseMs: number
  readonly #onLost: ((member: Member) => void)[] = []

  constructor(clock: Clock, leaseMs: number) {
    this.#clock = clock
    this.#leaseMs = leaseMs
  }

  /** Told of a member that was silent for too long. */
  onLost(listener: (member: Member) => void): void {
    this.#onLost.push(listener)
  }

  freeze(member: Member): void {
    this.#watch(member, member.freeze())
  }

  kill(member: Member): void {
    this.#watch(member, member.kill())
  }

  #watch(member: Member, silence: object): void {
    this.#clock.after(this.#leaseMs, () => {
      if (member.isStill(silence)) for (const tell of this.#onLost) tell(member)
    })
  }
}
