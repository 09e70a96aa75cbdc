/**
 * Finds and ends everything that one run has started, also what left its process group, its session or its parent.
 *
 * On Linux the processes of a run are known by their session, their group, the run's mark in their environment, or a parent
 * that is known. Elsewhere only the group is. A process that has cleared its environment, left its session and lost its
 * parent is not found: only a sandbox holds such a one.
 *
 * A look at all processes takes time, in which one may fork and exit, and a process that is just becoming another program shows
 * no environment. So a look goes on to what came to be during it, and one that found nothing is believed only when every
 * process could be read.
 *
 * Used by the process that answers calls and by its small helper alike: needs nothing but Node.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessTree {
  readonly run: string
  /** The number of its first process; `undefined` if it was never told. */
  readonly leader: number | undefined
  /** The leader and its children are the sandbox's own. */
  readonly wrapped: boolean
}

interface ProcessFacts {
  readonly name: string
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
}

const isLinux = process.platform === 'linux'

/** How many processes, of any user, came to be since `pid` did at the most: their numbers are given out in order. */
export function startedSince(pid: number): number {
  if (!isLinux) return Infinity
  const newest = newestPid()
  return newest < pid ? Infinity : newest - pid
}

/** How many living processes a run has, those of the sandbox apart. */
export function countTree(tree: ProcessTree): number {
  return programs(tree, find(tree, false).members).length
}

/** Sends a signal to every process of a run but those of the sandbox. */
export function signalTree(tree: ProcessTree, signal: NodeJS.Signals): void {
  for (const { pid } of programs(tree, find(tree, false).members)) send(pid, signal)
}

/**
 * TERM to all processes of a run, KILL to those that are left after `graceMs`, until none is left; `false` if some can't
 * be ended. With `young`, only processes that are newer than the leader are looked at.
 */
export async function endTree(
  tree: ProcessTree,
  { graceMs, young = false }: { readonly graceMs: number; readonly young?: boolean },
): Promise<boolean> {
  let all = await findSurely(tree, young)
  let left = programs(tree, all)
  if (left.length > 0 && graceMs > 0) {
    for (const { pid } of left) send(pid, 'SIGTERM')
    await gone(left, graceMs)
    all = await findSurely(tree, young)
    left = programs(tree, all)
  }
  for (let round = 0; all.length > 0 && round < mostRounds; round++) {
    sendGroup(tree.leader, 'SIGKILL')
    for (const { pid } of all) send(pid, 'SIGKILL')
    if (left.length === 0) return true
    await gone(left, patienceMs)
    all = await findSurely(tree, young)
    left = programs(tree, all)
  }
  return left.length === 0
}

const patienceMs = 100
const mostRounds = 50

/** Without the two processes that make the sandbox: they hear no signal but KILL, and no process waits for them. */
function programs({ wrapped }: ProcessTree, all: readonly ProcessFacts[]): readonly ProcessFacts[] {
  return wrapped ? all.filter(({ name }) => name !== 'bwrap') : all
}

/** Until these have ended, or for so long. Most end at once: the first looks follow each other without a timer. */
async function gone(processes: readonly ProcessFacts[], ms: number): Promise<void> {
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

interface FoundProcesses {
  readonly members: ProcessFacts[]
  /** No process was left out because it could not be read yet. */
  readonly isSure: boolean
}

/** Looks again until it is sure that there is none, or for long enough for any program to have been loaded. */
async function findSurely(tree: ProcessTree, young: boolean): Promise<ProcessFacts[]> {
  const from = performance.now()
  for (;;) {
    const { members, isSure } = find(tree, young)
    if (members.length > 0 || isSure || performance.now() - from > sureMs) return members
    await sleep(1)
  }
}

const sureMs = 1000

/** Elsewhere than on Linux, the group stands for all of them. */
function find({ run, leader }: ProcessTree, young: boolean): FoundProcesses {
  if (!isLinux) {
    const group: ProcessFacts = { name: '', pid: -(leader ?? 0), parent: 0, group: 0, session: 0 }
    return { members: groupLives(leader) ? [group] : [], isSure: true }
  }
  const all = lookAtAll(leader, { run, young })
  const members = new Map<number, ProcessFacts>()
  for (const { process: one, isOurs } of all) if (isOurs === true) members.set(one.pid, one)
  for (let before = -1; before !== members.size;) {
    before = members.size
    for (const { process: one } of all) if (members.has(one.parent)) members.set(one.pid, one)
  }
  members.delete(process.pid)
  return { members: [...members.values()], isSure: all.every(({ isOurs }) => isOurs !== 'unknown') }
}

interface JudgedProcess {
  readonly process: ProcessFacts
  readonly isOurs: boolean | 'unknown'
}

/**
 * Those that are there, and those that came to be while others were looked at: who made them may have gone before its turn.
 * Each is read whole before the newest number is asked for again.
 */
function lookAtAll(
  leader: number | undefined,
  { run, young }: { readonly run: string; readonly young: boolean },
): JudgedProcess[] {
  const look = (pid: number): JudgedProcess[] => {
    const one = readProcess(pid)
    if (!one) return []
    const isOurs = one.session === leader || one.group === leader || isMarked(pid, run)
    return [{ process: one, isOurs }]
  }
  let newest = newestPid()
  const all = (young ? youngPids(leader) : allPids()).flatMap(look)
  for (let round = 0; round < mostRounds; round++) {
    const last = newestPid()
    if (last === newest) break
    all.push(...pidsAfter(newest, last).flatMap(look))
    newest = last
  }
  return all
}

/** Numbers begin again at the top: where that happened, any may be new. */
function pidsAfter(from: number, to: number): number[] {
  if (to < from || to - from > manyPids) return allPids()
  return Array.from({ length: to - from }, (_, index) => from + 1 + index)
}

/** More than that can't be tried one by one more quickly than all are listed. */
const manyPids = 2000

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

function readProcess(pid: number): ProcessFacts | undefined {
  const [name, state, parent, group, session] = readStat(pid)
  if (name === undefined || session === undefined || state === 'Z' || state === 'X') return undefined
  return { name, pid, parent: Number(parent), group: Number(group), session: Number(session) }
}

/** `pid (name) state parent group session …` without the pid: the name may hold anything, brackets and spaces included. */
function readStat(pid: number): string[] {
  const text = readText(`/proc/${pid}/stat`)
  const nameEnd = text.lastIndexOf(')')
  if (nameEnd === -1) return []
  return [text.slice(text.indexOf('(') + 1, nameEnd), ...text.slice(nameEnd + 2).split(' ')]
}

/** Places in what `readStat` answers; `man 5 proc` counts from the pid. */
const statePlace = 3 - 2
const flagsPlace = 9 - 2
const environPlaces = [50 - 2, 51 - 2] as const
const kernelFlag = 0x00200000

/** Unknown while it is becoming another program: the system shows an empty environment until the new one is there. */
function isMarked(pid: number, run: string): boolean | 'unknown' {
  for (let attempt = 0; attempt < 3; attempt++) {
    const environment = readEnvironment(pid)
    if (environment !== '') return environment?.includes(run) ?? false
    const stat = readStat(pid)
    const isGone = ['Z', 'X', undefined].includes(stat[statePlace])
    if (isGone || (Number(stat[flagsPlace]) & kernelFlag) !== 0) return false
    const [from, to] = environPlaces.map((place) => Number(stat[place]))
    if (to === 0) return 'unknown'
    if (from === to) return false
  }
  return 'unknown'
}

/** Undefined if the process has gone, or is not ours to look at. */
function readEnvironment(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return undefined
  }
}

/** Empty if the process has gone, or is not ours to look at. */
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
