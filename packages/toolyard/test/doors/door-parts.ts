/** What every door is made of. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Guards against a hang. */
const patienceMs = 60_000

/** What a caller of any door can tell about one call. */
export interface Told {
  readonly ok: boolean
  readonly text: string
}

export interface Door {
  names(): Promise<string[]>
  call(tool: string, input: Record<string, unknown>): Promise<Told>
  close(): Promise<void>
}

export interface DoorEnvironment {
  /** The database of the project. */
  readonly database: string
  /** A folder with more tools. */
  readonly more: string
  /** Where tools work: built-in tools for files and commands are there if it is given. */
  readonly workspace?: string
  /** Whether what needs a person waits for one. */
  readonly approvals?: 'pending'
  /** On whose behalf is called. */
  readonly agent?: string
}

/** What there is once it is there. */
export async function until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
  const end = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`${what} did not come`)
    await sleep(10)
  }
}
