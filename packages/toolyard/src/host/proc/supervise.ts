/**
 * One process and everything that it starts, from its start to the end of the last of them.
 *
 * Used by the process that answers calls and by its small helper alike: needs nothing but Node.
 *
 * @module
 */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { statfsSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import type { ProcessEnd, ProcessOrder } from './launcher.ts'
import { countTree, endTree, type ProcessTree, signalTree, startedSince } from './process-tree.ts'

/** How long what a program left running has to end by itself. */
const leftoverMs = 100
/** Process numbers can't all have been given out once within this time. */
const youngMs = 1000
const lookEveryMs = 20
const countAgainMs = 200
/** Room on the disk that a command leaves to others, and how much of it must have been its doing. */
const leastRoom = 256 * 2 ** 20
const usedByIt = 64 * 2 ** 20

export interface Supervised {
  readonly child: ChildProcess
  kill(signal: NodeJS.Signals): void
  end(graceMs: number): void
  readonly ended: Promise<ProcessEnd>
}

type LedTree = ProcessTree & { readonly leader: number }

export function supervise(order: ProcessOrder, stdio: StdioOptions): Supervised | ProcessEnd {
  const [program = '', ...args] = order.argv
  try {
    const child = spawn(program, args, {
      cwd: order.cwd,
      env: order.env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio,
    })
    return child.pid === undefined ? notStarted(child, order) : watch(child, child.pid, order)
  } catch (error) {
    return failure(tellStart(error as NodeJS.ErrnoException, order))
  }
}

/** Node tells why in an event of its own, after this turn. */
function notStarted(child: ChildProcess, order: ProcessOrder): Supervised {
  return {
    child,
    kill() {},
    end() {},
    ended: new Promise((resolve) =>
      child.once('error', (error) => resolve(failure(tellStart(error, order)))),
    ),
  }
}

function watch(child: ChildProcess, leader: number, order: ProcessOrder): Supervised {
  const tree = { run: order.run, leader, wrapped: order.wrapped }
  const startedAt = performance.now()
  let ending: Promise<boolean> | undefined
  let problem: string | undefined
  const end = (graceMs: number): void => {
    ending ??= endProcesses(tree, graceMs)
  }
  const stopWatching = watchLimits(tree, order, (reason) => {
    stopWatching()
    problem = reason
    end(0)
  })
  const settle = async (exitCode: number | null, signal: NodeJS.Signals | null): Promise<ProcessEnd> => {
    stopWatching()
    if (ending === undefined && startedSince(leader) > 0) {
      const young = performance.now() - startedAt < youngMs
      ending = endProcesses(tree, order.wrapped ? 0 : leftoverMs, young)
    }
    if (ending && !(await ending)) problem ??= 'some of the processes that it started could not be ended'
    return { ...endOf(exitCode, signal, order.wrapped), ...(problem !== undefined && { problem }) }
  }
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>()
  child.on('error', () => {})
  child.once('exit', (exitCode, signal) => resolve(settle(exitCode, signal)))
  const kill = (signal: NodeJS.Signals): void => {
    if (process.platform === 'win32') child.kill(signal)
    else signalTree(tree, signal)
  }
  return { child, kill, end, ended: promise }
}

/** Those that programs end by. Others have meanings of their own as codes: git ends with 129 if it is called wrongly. */
const deadly = [
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGKILL',
  'SIGSEGV',
  'SIGTERM',
  'SIGSYS',
] as const

/** In the sandbox a program that a signal ended is told by its code, as shells do. */
function endOf(exitCode: number | null, signal: NodeJS.Signals | null, wrapped: boolean): ProcessEnd {
  const name = deadly.find((each) => 128 + constants.signals[each] === exitCode)
  return wrapped && name !== undefined ? { exitCode: null, signal: name } : { exitCode, signal }
}

function endProcesses(tree: LedTree, graceMs: number, young = false): Promise<boolean> {
  if (process.platform === 'win32') return endOnWindows(tree.leader)
  return endTree(tree, { graceMs, young })
}

function endOnWindows(leader: number): Promise<boolean> {
  return new Promise((resolve) => {
    const taskkill = spawn('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore' })
    taskkill.once('error', () => resolve(false))
    taskkill.once('exit', () => resolve(true))
  })
}

/** Counting is dear: it waits until so many can be there, and until many more can have come since the last time. */
function watchLimits(tree: LedTree, order: ProcessOrder, tooMuch: (problem: string) => void): () => void {
  const { maxProcesses: limit, disk } = order
  if (limit === undefined || process.platform !== 'linux') return () => {}
  const room = watchRoom(disk)
  let [countedAt, startedThen] = [-Infinity, 0]
  const timer = setInterval(() => {
    const problem = room()
    if (problem !== undefined) return tooMuch(problem)
    const started = startedSince(tree.leader)
    const isDue = started - startedThen >= limit / 2 || performance.now() - countedAt >= countAgainMs
    if (started < limit || !isDue) return
    ;[countedAt, startedThen] = [performance.now(), started]
    const count = countTree(tree)
    if (count > limit) tooMuch(`it was ended because it ran ${count} processes at once; ${limit} are allowed`)
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** Whether a command is about to fill the disk: little room is left, and much less than when it began. */
function watchRoom(disk: string | undefined): () => string | undefined {
  const begin = freeBytes(disk)
  let turns = 0
  return () => {
    if (begin === undefined || turns++ % 5 !== 0) return undefined
    const left = freeBytes(disk) ?? Infinity
    if (left >= leastRoom || begin - left < usedByIt) return undefined
    const taken = Math.round((begin - left) / 2 ** 20)
    return `it was ended because the disk is nearly full: ${taken} MB were written while it ran, ${Math.round(left / 2 ** 20)} MB are left`
  }
}

function freeBytes(disk: string | undefined): number | undefined {
  try {
    if (disk === undefined) return undefined
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  } catch {
    return undefined
  }
}

function failure(problem: string): ProcessEnd {
  return { exitCode: null, signal: null, problem }
}

function tellStart(error: NodeJS.ErrnoException, { argv, cwd }: ProcessOrder): string {
  const name = JSON.stringify(argv[0])
  if (!isFolder(cwd)) return `the folder ${JSON.stringify(cwd)} that it should run in is not there`
  if (error.code === 'ENOENT') return `there is no program ${name}`
  if (error.code === 'EACCES') return `${name} may not be run: it is not executable, or not for this user`
  if (error.code === 'E2BIG')
    return `the arguments and the environment of ${name} are too long for this system`
  return `${name} could not be started: ${error.message}`
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
