/**
 * The home folder and `/tmp` that sandboxed programs see: one pair for each conversation, so that nothing that one leaves
 * there is found by another. A program without a conversation has a pair of its own, which goes with it.
 *
 * @module
 */
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface Home {
  readonly home: string
  readonly tmp: string
  /** To be called when the program that used it has ended. */
  release(): void
}

interface KeptHome {
  readonly folder: string
  users: number
}

/** Conversations whose folders are kept while they run nothing. */
const mostIdle = 64

export class Homes {
  readonly #place: string
  /** By conversation, the one that was used longest ago first. */
  readonly #kept = new Map<string, KeptHome>()
  #count = 0

  constructor(place: string) {
    this.#place = place
  }

  of(conversation: string | undefined): Home {
    const key = conversation ?? `alone ${this.#count}`
    const kept = this.#kept.get(key) ?? this.#make()
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    kept.users++
    let isReleased = false
    return {
      home: join(kept.folder, 'home'),
      tmp: join(kept.folder, 'tmp'),
      release: () => {
        if (isReleased) return
        isReleased = true
        kept.users--
        if (conversation === undefined) this.#remove(key)
        else this.#removeOldest()
      },
    }
  }

  #make(): KeptHome {
    const folder = join(this.#place, `home-${this.#count++}`)
    for (const name of ['home', 'tmp']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    return { folder, users: 0 }
  }

  #removeOldest(): void {
    const idle = [...this.#kept].filter(([, { users }]) => users === 0)
    for (const [key] of idle.slice(0, Math.max(0, idle.length - mostIdle))) this.#remove(key)
  }

  #remove(key: string): void {
    const folder = this.#kept.get(key)?.folder
    this.#kept.delete(key)
    if (folder !== undefined) void rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
