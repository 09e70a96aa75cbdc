/**
 * A large text file: the numbered lines of a log, of different lengths.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { closeSync, openSync, writeSync } from 'node:fs'

/** Answers how many lines it has. Every line begins with its number, so that no two are equal. */
export function writeLargeFile(path: string, bytes: number): number {
  const file = openSync(path, 'w')
  let [written, lines] = [0, 0]
  while (written < bytes) {
    const part: string[] = []
    for (let index = 0; index < 20_000; index++) part.push(lineAt(++lines))
    written += writeSync(file, Buffer.from(`${part.join('\n')}\n`))
  }
  closeSync(file)
  return lines
}

/** Line `number`, without its line feed: what large text files mostly are, a log. */
export function lineAt(number: number): string {
  const time = `${pad(number / 3600)}:${pad(number / 60)}:${pad(number)}`
  const words = 'served from the cache of the second level'.slice(0, (number * 7) % 42)
  return `${number} 2026-01-15T${time}Z INFO server GET /items/${(number * 31) % 9973} 200 in ${number % 97} ms ${words}`
}

function pad(value: number): string {
  return String(Math.floor(value) % 60).padStart(2, '0')
}
