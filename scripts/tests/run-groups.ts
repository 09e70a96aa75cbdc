/** Runs groups of test files, each in a process, some at a time, and prints what each of them said when it has ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import type { TestGroup } from './groups.ts'

const node = [
  '--conditions=@toolyard/source',
  '--test',
  '--test-isolation=none',
  '--test-reporter=spec',
  // A guard against a hang: the longest test takes a minute on a busy machine.
  '--test-timeout=300000',
]
/** A guard against a process that does not end: the longest group takes three minutes, on a busy machine ten. */
const groupLimitMs = 20 * 60_000
/** What a test left behind may hold the output open; the group has ended all the same. */
const outputGraceMs = 5000
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
  /** The files that they are in; undefined if that can't be told. */
  readonly failedFiles: readonly string[] | undefined
}

/** How its processes are started, and what says how much of the processor the last one took. */
export interface GroupPlace {
  readonly environment: NodeJS.ProcessEnv
  lastChild(): number
}

export async function runGroups(
  groups: readonly TestGroup[],
  place: GroupPlace,
  atOnce = atATime,
): Promise<GroupResult[]> {
  const waiting = [...groups]
  const results: GroupResult[] = []
  const running = new Set<ChildProcess>()
  const stop = (): void => {
    for (const child of running) endGroup(child)
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift())
      results.push(await runGroup(group, place, running))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return results
}

async function runGroup(
  group: TestGroup,
  place: GroupPlace,
  running: Set<ChildProcess>,
): Promise<GroupResult> {
  const start = performance.now()
  const child = spawn(process.execPath, [...node, ...group.files], {
    env: place.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // With all that it starts it is a process group, so that it can be ended as one.
    detached: true,
  })
  running.add(child)
  const out = collected(child.stdout)
  const problems = collected(child.stderr)
  let isTooLong = false
  const limit = setTimeout(() => {
    isTooLong = true
    endGroup(child)
  }, groupLimitMs)
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = place.lastChild()
  clearTimeout(limit)
  running.delete(child)
  const closed = await Promise.race([
    Promise.all([out.ended, problems.ended]).then(() => true),
    setTimeoutPromise(outputGraceMs, false, { ref: false }),
  ])
  const took = ((performance.now() - start) / 1000).toFixed(1)
  const [shown = '', failures = ''] = out.text().split(/^✖ failing tests:$/m)
  console.log(
    `\n$ node --test ${group.name} (${group.files.length} files, ${took} s)\n${shown}${problems.text()}`,
  )
  const faults = [
    failures.trim(),
    ...(isTooLong
      ? [`It did not end within ${groupLimitMs / 60_000} minutes; its files: ${group.files.join(' ')}`]
      : []),
    ...(closed ? [] : ['A process that a test started is still there and holds the output open.']),
  ].filter((fault) => fault !== '')
  return {
    group,
    passed: code === 0 && closed,
    seconds,
    counts: countsOf(shown),
    failures: faults.join('\n'),
    failedFiles: closed && !isTooLong ? failedFilesOf(group, failures) : undefined,
  }
}

/** As many as the runner counts must be named. */
function failedFilesOf({ files }: TestGroup, failures: string): readonly string[] | undefined {
  const named = [...failures.matchAll(/^test at (.+?):\d+:\d+$/gm)].map(([, file = '']) => file)
  const failed = [...new Set(named)]
  return failed.length > 0 && failed.every((file) => files.includes(file)) ? failed : undefined
}

/** With all that it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function collected(stream: Readable): { text(): string; readonly ended: Promise<unknown> } {
  let said = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  return { text: () => said, ended: once(stream, 'close') }
}

function countsOf(shown: string): Record<string, number> {
  const lines = shown.matchAll(/^ℹ (tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', count]) => [name, Number(count)]))
}
