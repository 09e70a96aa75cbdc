/**
 * Calls of one tool on several servers in turn: what one takes (the median of a round) and what CPU the server spends on it.
 *
 * @module
 */
import type { ChildProcess } from 'node:child_process'
import { type Figures, figureOf, median, ratioOf } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import { cpuOfProcess, endServer } from './server-process.ts'
import type { Caller } from './stdio-caller.ts'

export interface Contestant {
  readonly name: string
  readonly server: ChildProcess
  readonly caller: Caller
}

export interface Compared {
  readonly time: Figures
  readonly cpu: Figures
}

/** Ends the servers. */
export async function compareCalls(contestants: readonly Contestant[], quick: boolean): Promise<Compared> {
  const calls = quick ? 5 : 1000
  const time = new Map<string, number[]>(contestants.map(({ name }) => [name, []]))
  const cpu = new Map<string, number[]>(contestants.map(({ name }) => [name, []]))
  for (const contestant of contestants) await callMany(contestant, calls * 3)
  for (let round = 0; round < (quick ? 1 : 15); round++)
    for (const contestant of contestants) {
      const before = cpuOfProcess(contestant.server)
      time.get(contestant.name)?.push(await callMany(contestant, calls))
      cpu.get(contestant.name)?.push((cpuOfProcess(contestant.server) - before) / calls)
    }
  for (const { server } of contestants) await endServer(server)
  return { time, cpu }
}

/** Microseconds of the middle one. */
async function callMany({ name, caller }: Contestant, calls: number): Promise<number> {
  const took: number[] = []
  for (let index = 0; index < calls; index++) {
    const start = performance.now()
    const answer = await caller.request('tools/call', { name: 'echo', arguments: { text: `hello ${index}` } })
    took.push((performance.now() - start) * 1000)
    if (!answer.includes(`hello ${index}"`)) throw new Error(`${name} answered ${answer.slice(0, 200)}`)
  }
  return median(took)
}

export interface Judged {
  readonly what: string
  readonly ours: string
  readonly reference: string
  /** Absent: for information. */
  readonly times?: number
}

export function callLines({ time, cpu }: Compared, { what, ours, reference, times }: Judged): Line[] {
  return [
    { figures: time, kind: 'p50' },
    { figures: cpu, kind: 'CPU' },
  ].map(({ figures, kind }) => ({
    what: `${what}, ${kind}`,
    ours: figureOf(figures, ours),
    unit: 'us',
    reference: { name: reference, value: figureOf(figures, reference) },
    ratio: ratioOf(figures, ours, reference),
    ...(times !== undefined && { bar: atMost(times) }),
  }))
}
