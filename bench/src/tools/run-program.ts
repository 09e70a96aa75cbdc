/**
 * Programs as one starts them by hand: `spawn`, pipes, everything collected.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface ProgramRun {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  /** The program is ended after so many lines. */
  readonly lines?: number
}

/** What it wrote to its standard output; throws where it failed, except for "nothing found". */
export async function runProgram({
  argv: [program, ...args],
  cwd,
  lines = Infinity,
}: ProgramRun): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  let seen = 0
  child.stderr.resume()
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (lines === Infinity) return
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) seen++
    if (seen >= lines) child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== null && code > 1) throw new Error(`${program} ended with ${code}`)
  return Buffer.concat(chunks).toString()
}
