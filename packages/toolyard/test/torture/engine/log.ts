/** A file in which processes note what they do: each line one write, so that none is lost or torn when they die. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

export interface Noted {
  readonly what: string
  readonly id: string
  readonly pid: number
  /** Wall time, with a fraction. */
  readonly at: number
  readonly fact: string
}

/** `what` is a word and an id. */
export function note(log: string, what: string, fact: string | number = ''): void {
  appendFileSync(log, `${what} ${process.pid} ${wallNow()} ${fact}\n`)
}

export function notedIn(log: string): Noted[] {
  if (!existsSync(log)) return []
  return readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [what = '', id = '', pid, at, ...fact] = line.split(' ')
      return { what, id, pid: Number(pid), at: Number(at), fact: fact.join(' ') }
    })
}

/** Of one machine, to a fraction of a millisecond. */
export function wallNow(): number {
  return performance.timeOrigin + performance.now()
}
