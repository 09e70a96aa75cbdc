/**
 * Takes a great deal of output from a command, with the tool and with a counter on `data`, and prints what that took.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { figureOf, ratioOf } from '../harness.ts'
import { interleave } from '../tools/interleave.ts'
import { lineAt } from '../tools/large-file.ts'
import { openYard } from '../tools/open-yard.ts'
import { peakGrowth } from '../tools/peak-memory.ts'
import { byHand, environmentFor } from '../tools/shell-levels.ts'

export interface ShellOutput extends Readonly<Record<string, number>> {
  /** Milliseconds, and the ratio of the same rounds. */
  readonly tool: number
  readonly hand: number
  readonly ratio: number
  /** Bytes at the peak, more than before. */
  readonly memory: number
  /** Milliseconds: the longest that the event loop was late while the tool ran. */
  readonly delay: number
}

const [file = '', programs = '', roundCount = ''] = process.argv.slice(2)
const workspace = dirname(file)
const command = `cat ${basename(file)}`
const { size } = statSync(file)
const delay = monitorEventLoopDelay({ resolution: 5 })
let longest = 0

await using yard = await openYard(workspace, environmentFor('none', programs))
await yard.call('bash', { command: 'echo here' })

const memory = await peakGrowth(takeWithTool)
const figures = await interleave(
  [
    { name: 'tool', run: takeWithTool },
    { name: 'hand', run: takeByHand },
  ],
  Number(roundCount),
)
console.log(
  JSON.stringify({
    tool: figureOf(figures, 'tool'),
    hand: figureOf(figures, 'hand'),
    ratio: ratioOf(figures, 'tool', 'hand'),
    memory,
    delay: longest,
  } satisfies ShellOutput),
)

async function takeWithTool(): Promise<void> {
  delay.reset()
  delay.enable()
  const answer = await yard.call('bash', { command })
  delay.disable()
  longest = Math.max(longest, delay.max / 1e6)
  if (!answer.startsWith(lineAt(1))) throw new Error(`bash answered ${answer.slice(0, 200)}`)
}

async function takeByHand(): Promise<void> {
  const [program, ...args] = byHand('none', workspace, command)
  const child = spawn(program, args, { cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'] })
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await once(child, 'close')
  if (bytes !== size) throw new Error(`${bytes} bytes of ${size} came`)
}
