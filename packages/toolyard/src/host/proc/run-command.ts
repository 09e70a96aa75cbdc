/**
 * Runs a program to its end, bounded in time and output, and leaves nothing behind.
 *
 * The child leads a process group of its own, so that ending it ends what it started. It inherits a short list of
 * environment variables and none of the host's secrets. Never throws: a program that can't start is an outcome.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { messageOf } from '../../kernel/index.ts'
import { allowedEnvironment } from './environment.ts'
import { withoutInherited } from './inherited-descriptors.ts'

export interface CommandRequest {
  readonly command: string
  /** Absent: `command` is a shell command line. */
  readonly args?: readonly string[] | undefined
  readonly stdin?: string
  readonly cwd?: string | undefined
  /** Added to the allow-list of inherited variables. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly timeoutMs: number
  readonly maxOutput?: number
}

export interface CommandOutcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly timedOut: boolean
  /** Its standard output was longer than `maxOutput`; the rest is not here. */
  readonly isCut: boolean
  /** Why it could not be started. */
  readonly problem?: string
}

/** How long what was written before the end may take to arrive, if another process keeps the pipe open. */
const drainMs = 500

export interface CommandGround {
  readonly environment: NodeJS.ProcessEnv
  /** Programs in it come after those of the machine. */
  readonly workspace: string
}

export function runCommand(
  request: CommandRequest,
  { environment, workspace }: CommandGround,
): Promise<CommandOutcome> {
  const { promise, resolve } = Promise.withResolvers<CommandOutcome>()
  const limit = request.maxOutput ?? 1_000_000
  const output = { stdout: '', stderr: '' }
  let timedOut = false
  let isCut = false
  let child: ChildProcess
  try {
    child = withoutInherited(['pipe', 'pipe', 'pipe'], (stdio) =>
      spawn(request.command, request.args ?? [], {
        shell: request.args === undefined,
        cwd: request.cwd,
        env: { ...allowedEnvironment(environment, workspace), ...request.env },
        detached: true,
        stdio,
      }),
    )
  } catch (error) {
    return Promise.resolve({ exitCode: null, ...output, timedOut, isCut, problem: messageOf(error) })
  }
  let timer = setTimeout(() => {
    timedOut = true
    endGroup(child)
  }, request.timeoutMs)
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      const room = limit - output[name].length
      output[name] += text.slice(0, room)
      isCut ||= name === 'stdout' && text.length > room
    })
  }
  const finish = (exitCode: number | null, problem?: string): void => {
    clearTimeout(timer)
    endGroup(child)
    child.stdout?.destroy()
    child.stderr?.destroy()
    resolve({ exitCode, ...output, timedOut, isCut, ...(problem && { problem }) })
  }
  child.on('error', (error) => finish(null, error.message))
  child.on('exit', (code) => {
    clearTimeout(timer)
    endGroup(child)
    timer = setTimeout(() => finish(code), drainMs)
  })
  child.on('close', (code) => finish(code))
  child.stdin?.on('error', () => {})
  child.stdin?.end(request.stdin ?? '')
  return promise
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}
