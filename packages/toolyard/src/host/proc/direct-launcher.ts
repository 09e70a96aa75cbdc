/**
 * Starts programs from this very process: where there is no helper, or it can't be had.
 *
 * Costs more the more memory this process holds, and what it started outlives it where it is ended by KILL.
 *
 * @module
 */
import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { LaunchOrder, Launched, Launcher, ProcessEnd } from './launcher.ts'
import { withoutInherited } from './inherited-descriptors.ts'
import type { OutputStream } from './program.ts'
import { supervise } from './supervise.ts'

/** How long the last output may take to arrive if another process keeps the pipe open. */
const drainMs = 200

export function createDirectLauncher(): Launcher {
  return {
    launch: (order) => Promise.resolve(launch(order)),
    close: () => Promise.resolve(),
  }
}

function launch(order: LaunchOrder): Launched {
  const { stdin, interactive } = order
  const reads = interactive || stdin !== undefined
  const started = withoutInherited([reads ? 'pipe' : 'ignore', 'pipe', 'pipe'], (stdio) =>
    supervise(order, stdio),
  )
  if (!('child' in started)) return failed(started)
  const { child } = started
  pass(child.stdout, 'stdout', order)
  pass(child.stderr, order.merge ? 'stdout' : 'stderr', order)
  child.stdin?.on('error', () => {})
  if (stdin !== undefined) child.stdin?.write(stdin)
  if (!interactive) child.stdin?.end()
  return {
    pid: child.pid,
    input: child.stdin ?? undefined,
    resume() {
      child.stdout?.resume()
      child.stderr?.resume()
    },
    kill: (signal) => started.kill(signal),
    end: (graceMs) => started.end(graceMs),
    ended: drained(child, started.ended),
  }
}

function failed(end: ProcessEnd): Launched {
  return {
    pid: undefined,
    input: undefined,
    resume() {},
    kill() {},
    end() {},
    ended: Promise.resolve(end),
  }
}

function pass(pipe: Readable | null, stream: OutputStream, order: LaunchOrder): void {
  pipe?.on('error', () => {})
  pipe?.on('data', (chunk: Buffer) => {
    if (!order.onOutput(chunk, stream)) pipe.pause()
  })
}

async function drained(child: ChildProcess, ended: Promise<ProcessEnd>): Promise<ProcessEnd> {
  const pipes = [child.stdout, child.stderr].filter((pipe) => pipe !== null)
  const closed = Promise.all(pipes.map(closing))
  const end = await ended
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setInterval(
      () => pipes.some((pipe) => !pipe.closed && pipe.isPaused()) || resolve(undefined),
      drainMs,
    )
  })
  await Promise.race([closed, late])
  clearInterval(timer)
  for (const pipe of [...pipes, child.stdin]) pipe?.destroy()
  return end
}

function closing(pipe: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (pipe.closed) resolve()
    else pipe.once('close', () => resolve())
  })
}
