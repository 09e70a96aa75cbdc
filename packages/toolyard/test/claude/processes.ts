/** The processes that work in a folder, as the system knows them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface SeenProcess {
  readonly pid: number
  readonly environment: Readonly<Record<string, string>>
}

export function processesIn(folder: string): readonly SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readlinkSync(`/proc/${name}/cwd`) !== folder) return []
        const entries = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').filter(Boolean)
        const pairs = entries.map((entry) => [
          entry.slice(0, entry.indexOf('=')),
          entry.slice(entry.indexOf('=') + 1),
        ])
        return [{ pid: Number(name), environment: Object.fromEntries(pairs) as Record<string, string> }]
      } catch {
        // It has just ended.
        return []
      }
    })
}
