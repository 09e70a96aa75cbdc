/**
 * One process and everything that it starts, from its start to the end of the last of them.
 *
 * Used by the process that answers calls and by its small helper alike: needs nothing but Node.
 *
 * @module
 */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { statSync } from 'node:fs'
import type { ProcessEnd, ProcessOrder } from './launcher.ts'
import { countTree, endTree, type ProcessTree, signalTree, startedSince } from './process-tree.ts'

/** How long what a program left running has to end by itself. */
const leftoverMs = 100
/** Process numbers can't all have been given out once within this time. */
const youngMs = 1000
const countEveryMs = 200

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
  const stopCounting = countProcesses(tree, order.maxProcesses, (count) => {
    problem = `it was ended because it ran ${count} processes at once; ${order.maxProcesses} are allowed`
    end(0)
  })
  const settle = async (exitCode: number | null, signal: NodeJS.Signals | null): Promise<ProcessEnd> => {
    stopCounting()
    if (ending === undefined && startedSince(leader) > 0) {
      const young = performance.now() - startedAt < youngMs
      ending = endProcesses(tree, order.wrapped ? 0 : leftoverMs, young)
    }
    if (ending && !(await ending)) problem ??= 'some of the processes that it started could not be ended'
    return { exitCode, signal, ...(problem !== undefined && { problem }) }
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

/** Counting is dear: nobody is counted before so many can be there. */
function countProcesses(
  tree: LedTree,
  limit: number | undefined,
  tooMany: (count: number) => void,
): () => void {
  if (limit === undefined || process.platform !== 'linux') return () => {}
  const timer = setInterval(() => {
    if (startedSince(tree.leader) < limit) return
    const count = countTree(tree)
    if (count <= limit) return
    clearInterval(timer)
    tooMany(count)
  }, countEveryMs)
  return () => clearInterval(timer)
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
