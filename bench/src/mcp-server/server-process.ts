/**
 * A server in a process of its own: started, asked, and ended. Its CPU time is what the system has counted for all its threads.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Command {
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Our program as it is published. */
export const toolyard = fileURLToPath(new URL('../../../packages/toolyard/dist/cli/main.js', import.meta.url))

export function childFile(name: string): string {
  return fileURLToPath(new URL(`../children/${name}`, import.meta.url))
}

export function startServer({ args, cwd, env }: Command): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** Microseconds of CPU that a process has taken so far. */
export function cpuOfProcess({ pid }: ChildProcess): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => {
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(nanoseconds) / 1000
  }, 0)
}

export async function endServer(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => {
    child.on('exit', resolve)
  })
  child.stdin?.end()
  child.kill()
  await ended
}
