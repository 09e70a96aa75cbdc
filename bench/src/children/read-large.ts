/**
 * Reads windows of a large file, beside the same bytes read by hand and beside `wc -l`, and prints what that took.
 *
 * By hand, a window at the start is: open the file, read exactly the bytes that the window has, decode them, split them into lines, close.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type Figures, figureOf, ratioOf } from '../harness.ts'
import { interleave, type Turn } from '../tools/interleave.ts'
import { lineAt } from '../tools/large-file.ts'
import { openYard } from '../tools/open-yard.ts'
import { peakGrowth } from '../tools/peak-memory.ts'
import { runProgram } from '../tools/run-program.ts'

export interface ReadLarge extends Readonly<Record<string, number>> {
  /** Bytes: the peak of a window at the start, one at the end, and the same again. */
  readonly memory: number
  /** Milliseconds, and ratios of the same rounds. */
  readonly start: number
  readonly raw: number
  readonly startRatio: number
  /** The same of a window of a hundred lines. */
  readonly few: number
  readonly fewRaw: number
  readonly fewRatio: number
  readonly end: number
  readonly wc: number
  readonly endRatio: number
  readonly again: number
}

const [file = '', small = '', lineCount = '', roundCount = ''] = process.argv.slice(2)
const lines = Number(lineCount)
const rounds = Number(roundCount)
const path = basename(file)
const repeats = Math.min(40, rounds * 5)
const lastLine = lineAt(lines)

await using yard = await openYard(dirname(file))
for (let index = 0; index < repeats * 5; index++)
  await yard.call('read_file', { path: basename(small) }, 'warm-up')
await yard.call('read_file', { path: basename(small), offset: lines }, 'warm-up')

const memory = await peakGrowth(async () => {
  await yard.call('read_file', { path }, 'memory')
  await readEnd('memory')
  await readEnd('memory')
})
const atStart = await compareStart({})
const atStartFew = await compareStart({ limit: 100 })
let thread = 0
const atEnd = await interleave(
  [
    { name: 'wc', run: () => runProgram({ argv: ['wc', '-l', file], cwd: '/' }) },
    { name: 'end', run: () => readEnd(`end-${++thread}`) },
    { name: 'again', run: () => readEnd('memory') },
  ],
  rounds,
)
console.log(
  JSON.stringify({
    memory,
    start: figureOf(atStart, 'start') / repeats,
    raw: figureOf(atStart, 'raw') / repeats,
    startRatio: ratioOf(atStart, 'start', 'raw'),
    few: figureOf(atStartFew, 'start') / repeats,
    fewRaw: figureOf(atStartFew, 'raw') / repeats,
    fewRatio: ratioOf(atStartFew, 'start', 'raw'),
    end: figureOf(atEnd, 'end'),
    wc: figureOf(atEnd, 'wc'),
    endRatio: ratioOf(atEnd, 'end', 'wc'),
    again: figureOf(atEnd, 'again'),
  } satisfies ReadLarge),
)

function repeated(name: string, once: () => Promise<void>): Turn {
  return {
    name,
    async run() {
      for (let index = 0; index < repeats; index++) await once()
    },
  }
}

/** The bytes to read by hand are those that the window shows. */
async function compareStart(input: { readonly limit?: number }): Promise<Figures> {
  const window = await yard.call('read_file', { path, ...input })
  const shown = window.split('\n').filter((line) => /^ *\d+\t/.test(line))
  const bytes = shown.reduce(
    (sum, line) => sum + Buffer.byteLength(line.slice(line.indexOf('\t') + 1)) + 1,
    0,
  )
  return await interleave(
    [
      repeated('start', async () => {
        await yard.call('read_file', { path, ...input })
      }),
      repeated('raw', async () => {
        const found = await rawWindow(bytes)
        if (found.length !== shown.length + 1) throw new Error(`${found.length} lines were read by hand`)
      }),
    ],
    rounds * 3,
  )
}

async function rawWindow(bytes: number): Promise<string[]> {
  const handle = await open(file)
  const buffer = Buffer.allocUnsafe(bytes)
  await handle.read(buffer, 0, bytes, 0)
  await handle.close()
  return buffer.toString('utf8').split('\n')
}

async function readEnd(threadId: string): Promise<void> {
  const answer = await yard.call('read_file', { path, offset: lines - 99, limit: 100 }, threadId)
  if (!answer.endsWith(lastLine)) throw new Error(`The end was not read: ${answer.slice(-200)}`)
}
