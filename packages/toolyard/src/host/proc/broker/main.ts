/**
 * The helper that starts programs for a process that may hold a lot of memory: a fork costs by what the forking process
 * holds, and this one holds next to nothing.
 *
 * It is told what to do on its standard input and tells of it on its standard output; the programs themselves talk to our
 * parent directly, through named pipes. When its standard input closes, because the parent said so or was killed, it ends
 * everything that it started, takes the folder of the pipes away and ends. Run as a program: `node main.ts FOLDER`.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { chmodSync, closeSync, constants, openSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { closedFolder } from '../closed-files.ts'
import type { ProcessEnd, ProcessOrder } from '../launcher.ts'
import { supervise, type Supervised } from '../supervise.ts'
import {
  createMessageReader,
  encodeMessage,
  type FromBroker,
  type PipePaths,
  type ToBroker,
} from './messages.ts'

/** Between TERM and KILL for what still runs when the parent is gone. */
const lastGraceMs = 200

/** Most programs end before their start is asked for: their parent is woken once instead of twice. */
const soonMs = 5

function main(folder: string): void {
  const running = new Map<string, Supervised>()
  let pipes = 0

  const makePipes = (count: number): void => {
    const paths = Array.from({ length: count }, () => join(folder, `${process.pid}-${pipes++}`))
    execFile('mkfifo', ['-m', '600', ...paths], (error) => (error ? leave(1) : say({ type: 'pipes', paths })))
  }

  const start = ({ order, pipes: paths, isWaited }: Extract<ToBroker, { type: 'start' }>): void => {
    const { run } = order
    const started = startWith(order, paths)
    if (!('child' in started)) return say({ type: 'ended', run, end: started })
    const { pid } = started.child
    running.set(run, started)
    const timer = setTimeout(() => say({ type: 'started', run, pid }), isWaited ? 0 : soonMs)
    void started.ended.then((end: ProcessEnd) => {
      clearTimeout(timer)
      running.delete(run)
      say({ type: 'ended', run, pid, end })
    })
  }

  const leave = (code: number): void => {
    const all = [...running.values()]
    for (const one of all) one.end(lastGraceMs)
    void Promise.all(all.map(({ ended }) => ended)).finally(() => {
      remove(folder)
      process.exit(code)
    })
  }

  const read = createMessageReader((heard) => {
    const message = heard as ToBroker
    if (message.type === 'start') start(message)
    else if (message.type === 'pipes') makePipes(message.count)
    else if (message.type === 'kill') running.get(message.run)?.kill(message.signal)
    else running.get(message.run)?.end(message.graceMs)
  })
  process.stdout.on('error', () => {})
  process.stdin.setEncoding('utf8').on('data', read)
  process.stdin.once('close', () => leave(0))
  process.once('SIGTERM', () => leave(0))
}

/** Programs may have made folders in there that even their owner can't empty. */
function remove(folder: string): void {
  try {
    chmodSync(join(folder, closedFolder), 0o700)
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // The rest is the system's to clean.
  }
}

function startWith(order: ProcessOrder, paths: PipePaths): Supervised | ProcessEnd {
  try {
    return withPipes(paths, (stdio) => supervise(order, [...stdio]))
  } catch (error) {
    return { exitCode: null, signal: null, problem: `its pipes are gone: ${String(error)}` }
  }
}

function say(message: FromBroker): void {
  process.stdout.write(encodeMessage(message))
}

/**
 * Opens the pipes for a child and closes them again. A pipe that has one end only makes who opens it wait; so each is
 * opened at both ends first, and never waits, even if the other end is gone.
 */
function withPipes<T>(paths: PipePaths, use: (stdio: readonly (number | 'ignore')[]) => T): T {
  const opened: number[] = []
  const open = (path: string, mode: number): number => {
    const both = openSync(path, constants.O_RDWR)
    const one = openSync(path, mode)
    closeSync(both)
    unlinkSync(path)
    opened.push(one)
    return one
  }
  try {
    const stdin = paths.stdin === undefined ? 'ignore' : open(paths.stdin, constants.O_RDONLY)
    const stdout = open(paths.stdout, constants.O_WRONLY)
    const stderr = paths.stderr === undefined ? stdout : open(paths.stderr, constants.O_WRONLY)
    return use([stdin, stdout, stderr])
  } finally {
    for (const fd of opened) closeSync(fd)
  }
}

main(process.argv[2] ?? '')
