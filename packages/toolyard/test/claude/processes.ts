/** The processes that talk to a model server, as the system knows them. */
import { readdirSync, readFileSync } from 'node:fs'

export interface SeenProcess {
  readonly pid: number
  readonly environment: Readonly<Record<string, string>>
}

export function processesFor(url: string): readonly SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const entries = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').filter(Boolean)
        const pairs = entries.map((entry) => [
          entry.slice(0, entry.indexOf('=')),
          entry.slice(entry.indexOf('=') + 1),
        ])
        const environment = Object.fromEntries(pairs) as Record<string, string>
        return environment['ANTHROPIC_BASE_URL'] === url ? [{ pid: Number(name), environment }] : []
      } catch {
        // It has just ended.
        return []
      }
    })
}
