/**
 * `bash`: what a command costs to start, and what a gigabyte of its output costs.
 *
 * @module
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../children/run-child.ts'
import type { ShellOutput } from '../children/shell-output.ts'
import type { ShellTrue } from '../children/shell-true.ts'
import { heapLine } from '../heap-line.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { writeLargeFile } from '../tools/large-file.ts'
import { hasBwrap, type Level } from '../tools/shell-levels.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

/** Of the speed that a counter on `data` reaches. */
const leastSpeed = 0.6

export const shell: Scenario = {
  name: 'shell',
  title: 'bash: `true`, and much output (wall time, peak memory of the process)',
  run: async ({ quick }) => {
    const levels: readonly Level[] = hasBwrap() ? ['none', 'bwrap'] : ['none']
    if (levels.length < 2)
      console.log('\nbubblewrap does not work here: what is in the sandbox is not measured.')
    const lines: Line[] = []
    for (const level of levels)
      lines.push(...(await startLines(level, quick ? { held: 0, rounds: 1 } : { held: 2 ** 30, rounds: 31 })))
    return [...lines, ...(await outputLines(quick ? 2_000_000 : 1_000_000_000, quick ? 1 : 7))]
  },
}

interface Effort {
  /** Bytes; with none, only the process that holds little is measured. */
  readonly held: number
  readonly rounds: number
}

/** A process that holds much is compared with itself, and with one that holds little: there a bare `spawn` is quick. */
async function startLines(level: Level, { held, rounds }: Effort): Promise<Line[]> {
  const small = await measureStart(level, 0, rounds)
  const much = `${held / 2 ** 20} MiB`
  const name = level === 'none' ? 'spawn' : 'spawn of bwrap'
  const what = `true, ${level === 'none' ? 'no sandbox' : 'in the sandbox'}`
  const line = (where: string, { tool, hand, ratio }: ShellTrue): Line => ({
    what: `${what}${where}`,
    ours: tool,
    unit: 'ms',
    reference: { name, value: hand },
    ratio,
    bar: atMost(1.3),
  })
  if (held === 0) return [line('', small)]
  const large = await measureStart(level, held, rounds)
  return [
    line('', small),
    line(`, ${much} held`, large),
    {
      what: `${what}, ${much} held by us alone`,
      ours: large.tool,
      unit: 'ms',
      reference: { name, value: small.hand },
      ratio: large.tool / small.hand,
    },
  ]
}

function measureStart(level: Level, held: number, rounds: number): Promise<ShellTrue> {
  return inTemporaryFolder((folder) => runChild<ShellTrue>('shell-true', [folder, level, held, rounds]))
}

async function outputLines(bytes: number, rounds: number): Promise<Line[]> {
  const found = await inTemporaryFolder(async (folder) => {
    const [workspace, programs] = [join(folder, 'workspace'), join(folder, 'programs')]
    for (const path of [workspace, programs]) await mkdir(path)
    const file = join(workspace, 'large.txt')
    writeLargeFile(file, bytes)
    return await runChild<ShellOutput>('shell-output', [file, programs, rounds])
  })
  const what = `${bytes / 1_000_000} MB of output`
  return [
    {
      what: `${what}, time`,
      ours: found.tool,
      unit: 'ms',
      reference: { name: "spawn and on('data')", value: found.hand },
      ratio: found.ratio,
      bar: { of: 'ratio', below: 1 / leastSpeed, text: `>= ${leastSpeed}x as fast` },
    },
    heapLine(`${what}, peak memory`, found.memory, 64),
    {
      what: `${what}, longest delay of the event loop`,
      ours: found.delay,
      unit: 'ms',
      bar: { of: 'ours', below: 200, text: '<= 200 ms' },
    },
  ]
}
