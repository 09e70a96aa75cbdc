/**
 * Runs `true` in a shell, with the tool and by hand, in a process that holds so much memory, and prints what that took.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { figureOf, ratioOf } from '../harness.ts'
import { interleave, type Turn } from '../tools/interleave.ts'
import { openYard } from '../tools/open-yard.ts'
import { runProgram } from '../tools/run-program.ts'
import { byHand, environmentFor, type Level } from '../tools/shell-levels.ts'

export interface ShellTrue extends Readonly<Record<string, number>> {
  /** Milliseconds a run, and the ratio of the same rounds. */
  readonly tool: number
  readonly hand: number
  readonly ratio: number
}

const [folder = '', level = 'none', held = '', roundCount = ''] = process.argv.slice(2)
const repeats = Math.min(5, Number(roundCount))
const [workspace, programs] = [join(folder, 'workspace'), join(folder, 'programs')]
for (const path of [workspace, programs]) mkdirSync(path)

// Every page is touched, so that it is really there.
const memory = Buffer.alloc(Number(held), 1)
await using yard = await openYard(workspace, environmentFor(level as Level, programs))
// The first process of its world tells where a command runs: nobody is measured at the wrong level.
const init = await yard.call('bash', { command: 'cat /proc/1/comm' })
if (init.startsWith('bwrap') !== (level === 'bwrap'))
  throw new Error(`Asked for level ${level}, the first process is ${init}`)

const argv = byHand(level as Level, workspace, 'true')
const figures = await interleave(
  [
    repeated('tool', () => yard.call('bash', { command: 'true' })),
    repeated('hand', () => runProgram({ argv, cwd: workspace })),
  ],
  Number(roundCount),
)
if (memory.at(-1) !== 1 && memory.length > 0) throw new Error('The memory is gone')
console.log(
  JSON.stringify({
    tool: figureOf(figures, 'tool') / repeats,
    hand: figureOf(figures, 'hand') / repeats,
    ratio: ratioOf(figures, 'tool', 'hand'),
  } satisfies ShellTrue),
)

function repeated(name: string, once: () => Promise<string>): Turn {
  return {
    name,
    async run() {
      for (let index = 0; index < repeats; index++) await once()
    },
  }
}
