/**
 * `read_file` in a file of a gigabyte, `edit_file` in one of 50 MB.
 *
 * @module
 */
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EditLarge } from '../children/edit-large.ts'
import type { ReadLarge } from '../children/read-large.ts'
import { runChild } from '../children/run-child.ts'
import { median } from '../harness.ts'
import { heapLine } from '../heap-line.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { lineAt, writeLargeFile } from '../tools/large-file.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

const peer = 'server-filesystem'

export const files: Scenario = {
  name: 'files',
  title: 'Large files: windows of one, an edit in one (wall time, peak memory of the process)',
  run: ({ quick }) =>
    inTemporaryFolder(async (folder) => [
      ...(await readLines(folder, { bytes: quick ? 2_000_000 : 1_000_000_000, rounds: quick ? 1 : 9 })),
      ...(await editLines(folder, { bytes: quick ? 1_000_000 : 50_000_000, rounds: quick ? 1 : 5 })),
    ]),
}

interface Size {
  readonly bytes: number
  readonly rounds: number
}

async function readLines(folder: string, { bytes, rounds }: Size): Promise<Line[]> {
  const [large, small] = [join(folder, 'large.txt'), join(folder, 'small.txt')]
  const count = writeLargeFile(large, bytes)
  writeLargeFile(small, 6_000_000)
  const found = await runChild<ReadLarge>('read-large', [large, small, count, rounds])
  const what = `read_file of ${bytes / 1_000_000} MB`
  return [
    {
      what: `${what}, the first window (48 KB)`,
      ours: found.start,
      unit: 'ms',
      reference: { name: 'open, read, split', value: found.raw },
      ratio: found.startRatio,
      bar: atMost(2),
    },
    {
      what: `${what}, the first 100 lines`,
      ours: found.few,
      unit: 'ms',
      reference: { name: 'open, read, split', value: found.fewRaw },
      ratio: found.fewRatio,
      bar: atMost(2),
    },
    {
      what: `${what}, the last 100 lines, first time`,
      ours: found.end,
      unit: 'ms',
      reference: { name: 'wc -l', value: found.wc },
      ratio: found.endRatio,
      bar: atMost(2),
    },
    {
      what: `${what}, the last 100 lines, second time`,
      ours: found.again,
      unit: 'ms',
      bar: { of: 'ours', below: 10, text: '<= 10 ms' },
    },
    heapLine(`${what}, peak memory of all three`, found.memory, 32),
  ]
}

async function editLines(folder: string, { bytes, rounds }: Size): Promise<Line[]> {
  const [original, large, small] = ['original.txt', 'edited.txt', 'small.txt'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const middle = writeLargeFile(original, bytes) >> 1
  const [ours, theirs]: [EditLarge[], EditLarge[]] = [[], []]
  const measure = async (who: string): Promise<EditLarge> => {
    await copyFile(original, large)
    writeLargeFile(small, 3_000_000)
    const found = await runChild<EditLarge>('edit-large', [who, large, small, middle])
    const text = await readFile(large, 'utf8')
    const wanted = `\n${lineAt(middle)} indeed\n${lineAt(middle + 1)}\n`
    if (!text.includes(wanted)) throw new Error(`${who} did not make the edit`)
    return found
  }
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure('toolyard'))
    theirs.push(await measure(peer))
  }
  const line = (what: string, unit: string, of: (one: EditLarge) => number): Line => ({
    what: `edit_file in ${bytes / 1_000_000} MB, ${what}`,
    ours: median(ours.map(of)),
    unit,
    reference: { name: peer, value: median(theirs.map(of)) },
    ratio: median(ours.map((one, round) => of(one) / of(theirs[round] ?? one))),
    bar: atMost(0.25),
  })
  return [
    line('time', 'ms', ({ milliseconds }) => milliseconds),
    line('peak memory', 'MB', ({ memory }) => memory / 2 ** 20),
  ]
}
