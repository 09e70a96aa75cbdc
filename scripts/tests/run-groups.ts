/** Runs groups of test files, each in a process, some at a time, and prints what each of them said when it has ended. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import type { TestGroup } from './groups.ts'

const node = [
  '--conditions=@toolyard/source',
  '--test',
  '--test-isolation=none',
  '--test-reporter=spec',
  // A guard against a hang: the longest test takes a minute on a busy machine.
  '--test-timeout=900000',
]
/** One more than there are cores, because tests also wait. */
const atATime = availableParallelism() + 1

export interface GroupResult {
  readonly group: TestGroup
  readonly passed: boolean
  /** Of the processor, with all that it started. */
  readonly seconds: number
  /** What the runner counted, by its own words: `tests`, `pass`, `fail`, … */
  readonly counts: Readonly<Record<string, number>>
  /** The failing tests, as the runner shows them at its end. */
  readonly failures: string
}

/** How its processes are started, and what says how much of the processor the last one took. */
export interface GroupPlace {
  readonly environment: NodeJS.ProcessEnv
  lastChild(): number
}

export async function runGroups(groups: readonly TestGroup[], place: GroupPlace): Promise<GroupResult[]> {
  const waiting = [...groups]
  const results: GroupResult[] = []
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift())
      results.push(await runGroup(group, place))
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return results
}

async function runGroup(group: TestGroup, place: GroupPlace): Promise<GroupResult> {
  const start = performance.now()
  const child = spawn(process.execPath, [...node, ...group.files], {
    env: place.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<[code: number | null, seconds: number]>((resolve) => {
    child.on('exit', (exitCode) => resolve([exitCode, place.lastChild()]))
  })
  const [out, problems, [code, seconds]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const took = ((performance.now() - start) / 1000).toFixed(1)
  const [shown = '', failures = ''] = out.split(/^✖ failing tests:$/m)
  console.log(`\n$ node --test ${group.name} (${group.files.length} files, ${took} s)\n${shown}${problems}`)
  return { group, passed: code === 0, seconds, counts: countsOf(shown), failures: failures.trim() }
}

function countsOf(shown: string): Record<string, number> {
  const lines = shown.matchAll(/^ℹ (tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', count]) => [name, Number(count)]))
}
