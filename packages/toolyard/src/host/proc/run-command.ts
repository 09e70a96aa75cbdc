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
  /** Why it could not be started. */
  readonly problem?: string
}

/** How long what was written before the end may take to arrive, where somebody else keeps the pipe open. */
const drainMs = 500

const inherited = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'TZ', 'TMPDIR']

export function runCommand(request: CommandRequest, environment: NodeJS.ProcessEnv): Promise<CommandOutcome> {
  const { promise, resolve } = Promise.withResolvers<CommandOutcome>()
  const limit = request.maxOutput ?? 1_000_000
  const output = { stdout: '', stderr: '' }
  let timedOut = false
  let child: ChildProcess
  try {
    child = withoutInherited(['pipe', 'pipe', 'pipe'], (stdio) =>
      spawn(request.command, request.args ?? [], {
        shell: request.args === undefined,
        cwd: request.cwd,
        env: { ...allowedEnvironment(environment), ...request.env },
        detached: true,
        stdio,
      }),
    )
  } catch (error) {
    return Promise.resolve({ exitCode: null, ...output, timedOut, problem: messageOf(error) })
  }
  let timer = setTimeout(() => {
    timedOut = true
    endGroup(child)
  }, request.timeoutMs)
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (output[name].length < limit) output[name] += text.slice(0, limit - output[name].length)
    })
  }
  const finish = (exitCode: number | null, problem?: string): void => {
    clearTimeout(timer)
    endGroup(child)
    child.stdout?.destroy()
    child.stderr?.destroy()
    resolve({ exitCode, ...output, timedOut, ...(problem && { problem }) })
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

function allowedEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const allowed: Record<string, string> = {}
  for (const name of inherited) if (environment[name] !== undefined) allowed[name] = environment[name]
  return allowed
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}
