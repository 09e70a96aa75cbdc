/** How much memory the server holds, looked at again and again. */
import type { Memory } from './inspector.ts'
import type { Server } from './server.ts'

export class Watch {
  readonly memory: Memory[] = []
  readonly #timer: NodeJS.Timeout
  #last: Promise<void> = Promise.resolve()

  constructor(server: Server, everyMs: number) {
    this.#timer = setInterval(() => {
      this.#last = server.memory().then((memory) => void this.memory.push(memory))
    }, everyMs)
  }

  get told(): string {
    const { live = 0, resident = 0 } = this.memory.at(-1) ?? {}
    return `${mb(live)} held, ${mb(resident)} resident`
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#last
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0
}

export function mb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
