/**
 * A server in a process of its own, and the CPU time that it has used. Needs Linux: other systems do not tell it of others.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Of the clock by which the kernel counts. */
const ticksPerSecond = 100
const patienceMs = 30_000

export interface ServerProcess extends AsyncDisposable {
  readonly port: number
  readonly token: string
  /** Microseconds, user and system, since it was started. */
  cpu(): Promise<number>
  /** Bytes that it holds in memory. */
  memory(): Promise<number>
}

/** The address must be on its standard output, with a token behind it where one is needed. */
export async function startServer(argv: readonly string[], cwd: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, argv, {
    cwd,
    // What it keeps goes with the folder.
    env: { ...process.env, XDG_STATE_HOME: join(cwd, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.resume()
  const { port, token } = await addressOf(child, child.stdout)
  const { pid } = child
  return {
    port,
    token,
    async cpu() {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000
    },
    async memory() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess, output: Readable): Promise<{ port: number; token: string }> {
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  try {
    for await (const line of createInterface({ input: output })) {
      const [, port, token = ''] = /http:\/\/127\.0\.0\.1:(\d+)\/?(?:#token=(\S+))?/.exec(line) ?? []
      if (port !== undefined) {
        output.resume()
        return { port: Number(port), token }
      }
    }
    throw new Error(`the server did not say where it is: ${child.spawnargs.join(' ')}`)
  } finally {
    clearTimeout(timer)
  }
}
