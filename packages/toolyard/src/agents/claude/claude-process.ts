/**
 * The program of the SDK, started like every other program: in a group of its own, with a short environment, and gone with
 * everything that it started when it has ended.
 *
 * @module
 */
import { EventEmitter, once } from 'node:events'
import { tmpdir } from 'node:os'
import { PassThrough, Writable } from 'node:stream'
import type { Program, Programs } from '../../host/index.ts'
import { planted, type SdkGround } from './load-sdk.ts'
import type { SpawnedProcess, SpawnOrder } from './sdk.ts'

export interface ClaudeProcess {
  readonly spawn: (order: SpawnOrder) => SpawnedProcess
  /** The end of what it wrote to its standard error. */
  readonly complaints: () => string
  /** When it resolves, nothing of it is left. */
  readonly stop: () => Promise<void>
}

const maxComplaints = 4000

export function createClaudeProcess(programs: Programs, { isOpen }: SdkGround): ClaudeProcess {
  let program: Program | undefined
  let isStopped = false
  let complaints = ''
  return {
    spawn({ command, args, cwd = tmpdir(), env }) {
      if (isStopped) throw new Error('the run has ended')
      if (isOpen(command)) throw planted(command)
      const stdout = new PassThrough()
      program = programs.start({
        argv: [command, ...args],
        cwd,
        env: definedIn(env),
        interactive: true,
        sandbox: 'none',
        onOutput(chunk, stream) {
          if (stream === 'stderr') complaints = (complaints + chunk.toString()).slice(-maxComplaints)
          return stream === 'stdout' ? pass(chunk, stdout) : undefined
        },
      })
      return asChild(program, stdout)
    },
    complaints: () => complaints.trim(),
    async stop() {
      isStopped = true
      await program?.stop()
    },
  }
}

/** Holds the program back until what it wrote is read. */
async function pass(chunk: Buffer, stdout: PassThrough): Promise<void> {
  if (stdout.destroyed || stdout.write(chunk)) return
  await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => {})
}

type Listener = (...facts: unknown[]) => void

function asChild(program: Program, stdout: PassThrough): SpawnedProcess {
  const events = new EventEmitter()
  const state: { exitCode: number | null; killed: boolean } = { exitCode: null, killed: false }
  void program.exited.then(({ exitCode, signal, problem }) => {
    state.exitCode = exitCode
    stdout.end()
    if (problem !== undefined && program.pid === undefined) events.emit('error', new Error(problem))
    else events.emit('exit', exitCode, signal)
  })
  events.on('error', () => {})
  return {
    stdin: inputOf(program),
    stdout,
    get killed() {
      return state.killed
    },
    get exitCode() {
      return state.exitCode
    },
    kill(signal) {
      state.killed = true
      program.kill(signal)
      return true
    },
    on: (event, listener) => void events.on(event, listener as Listener),
    once: (event, listener) => void events.once(event, listener as Listener),
    off: (event, listener) => void events.off(event, listener as Listener),
  }
}

function inputOf(program: Program): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, taken) {
      void program.write(chunk).then(() => taken())
    },
    final(closed) {
      program.end()
      closed()
    },
  })
}

function definedIn(env: SpawnOrder['env']): Record<string, string> {
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(defined)
}
