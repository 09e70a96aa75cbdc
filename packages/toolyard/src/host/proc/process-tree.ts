/**
 * Finds and ends everything that one run has started, also what left its process group, its session or its parent.
 *
 * On Linux the processes of a run are known by their session, their group, the run's mark in their environment, or a parent
 * that is known. Elsewhere only the group is. A process that has cleared its environment, left its session and lost its
 * parent is not found: only a sandbox holds such a one.
 *
 * Used by the process that answers calls and by its small helper alike: needs nothing but Node.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessTree {
  readonly run: string
  /** The number of its first process; `undefined` where it was never told. */
  readonly leader: number | undefined
  /** The leader and its children are the sandbox's own. */
  readonly wrapped: boolean
}

interface Process {
  readonly name: string
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
}

const isLinux = process.platform === 'linux'

/** How many processes, of anybody, came to be since `pid` did at the most: their numbers are given out in order. */
export function startedSince(pid: number): number {
  if (!isLinux) return Infinity
  const newest = newestPid()
  return newest < pid ? Infinity : newest - pid
}

/** How many living processes a run has, those of the sandbox apart. */
export function countTree(tree: ProcessTree): number {
  return programs(tree, find(tree, false)).length
}

/** Sends a signal to every process of a run but those of the sandbox. */
export function signalTree(tree: ProcessTree, signal: NodeJS.Signals): void {
  for (const { pid } of programs(tree, find(tree, false))) send(pid, signal)
}

/**
 * TERM to all processes of a run, KILL to those that are left after `graceMs`, until none is left; `false` where some can't
 * be ended. With `young`, only processes that are newer than the leader are looked at.
 */
export async function endTree(
  tree: ProcessTree,
  { graceMs, young = false }: { readonly graceMs: number; readonly young?: boolean },
): Promise<boolean> {
  let all = find(tree, young)
  let left = programs(tree, all)
  if (left.length > 0 && graceMs > 0) {
    for (const { pid } of left) send(pid, 'SIGTERM')
    await gone(left, graceMs)
    all = find(tree, young)
    left = programs(tree, all)
  }
  for (let round = 0; all.length > 0 && round < mostRounds; round++) {
    sendGroup(tree.leader, 'SIGKILL')
    for (const { pid } of all) send(pid, 'SIGKILL')
    if (left.length === 0) return true
    await gone(left, patienceMs)
    all = find(tree, young)
    left = programs(tree, all)
  }
  return left.length === 0
}

const patienceMs = 100
const mostRounds = 50

/** Without the two processes that make the sandbox: they hear no signal but KILL, and nobody waits for them. */
function programs({ wrapped }: ProcessTree, all: readonly Process[]): readonly Process[] {
  return wrapped ? all.filter(({ name }) => name !== 'bwrap') : all
}

/** Until these have ended, or for so long. Most end at once: the first looks follow each other without a timer. */
async function gone(processes: readonly Process[], ms: number): Promise<void> {
  const from = performance.now()
  for (let wait = 1; processes.some(({ pid }) => lives(pid));) {
    const passed = performance.now() - from
    if (passed >= ms) return
    if (passed < quickMs) await new Promise((resolve) => setImmediate(resolve))
    else await sleep(Math.min(wait, ms - passed))
    if (passed >= quickMs) wait = Math.min(wait * 2, 25)
  }
}

const quickMs = 1

function lives(pid: number): boolean {
  return isLinux ? readProcess(pid) !== undefined : groupLives(-pid)
}

/** Elsewhere than on Linux, the group stands for all of them. */
function find({ run, leader }: ProcessTree, young: boolean): Process[] {
  if (!isLinux)
    return groupLives(leader) ? [{ name: '', pid: -(leader ?? 0), parent: 0, group: 0, session: 0 }] : []
  const all = (young ? youngPids(leader) : allPids()).flatMap((pid) => readProcess(pid) ?? [])
  const members = new Map<number, Process>()
  for (const one of all)
    if (one.session === leader || one.group === leader || isMarked(one.pid, run)) members.set(one.pid, one)
  for (let before = -1; before !== members.size;) {
    before = members.size
    for (const one of all) if (members.has(one.parent)) members.set(one.pid, one)
  }
  members.delete(process.pid)
  return [...members.values()]
}

function allPids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => !Number.isNaN(pid))
}

/** Numbers go up and begin again at the top: where that happened, anything may be younger. */
function youngPids(leader: number | undefined): number[] {
  const newest = newestPid()
  if (leader === undefined || newest < leader) return allPids()
  if (newest - leader < fewPids)
    return Array.from({ length: newest - leader + 1 }, (_, index) => leader + index)
  return allPids().filter((pid) => pid >= leader && pid <= newest)
}

/** Up to so many it is quicker to try each than to list all. */
const fewPids = 16

function newestPid(): number {
  const loads = readText('/proc/loadavg')
  return Number(loads.slice(loads.lastIndexOf(' ') + 1))
}

/** `pid (name) state parent group session …`: the name may hold anything, brackets and spaces included. */
function readProcess(pid: number): Process | undefined {
  const text = readText(`/proc/${pid}/stat`)
  const nameEnd = text.lastIndexOf(')')
  const [state, parent, group, session] = text.slice(nameEnd + 2).split(' ', 4)
  if (session === undefined || state === 'Z' || state === 'X') return undefined
  const name = text.slice(text.indexOf('(') + 1, nameEnd)
  return { name, pid, parent: Number(parent), group: Number(group), session: Number(session) }
}

function isMarked(pid: number, run: string): boolean {
  return readText(`/proc/${pid}/environ`).includes(run)
}

/** Empty where the process has gone, or is not ours to look at. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function groupLives(leader: number | undefined): boolean {
  if (leader === undefined) return false
  try {
    process.kill(-leader, 0)
    return true
  } catch {
    return false
  }
}

/** Negative numbers are groups; 0 and -1 would be far more than one. */
function sendGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader !== undefined && leader > 1) send(-leader, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(ms, 1)))
}
