/**
 * `npm test [-- PATTERN …]`: runs the test files whose path holds a pattern, or all of them.
 *
 * What the tests start is built first. At the end stand the failing tests, the counts of all groups, and the processor time that
 * everything took, with what the tests started.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureConsole } from './console.ts'
import { testGroups } from './tests/groups.ts'
import { childTimes, processorTime } from './tests/processor-time.ts'
import { runAgain } from './tests/run-again.ts'
import { type GroupPlace, type GroupResult, runGroups } from './tests/run-groups.ts'

const start = performance.now()
const patterns = process.argv.slice(2)
const groups = testGroups(patterns)
if (groups.unit.length + groups.process.length === 0) {
  console.error(`No test file has ${patterns.map((pattern) => `"${pattern}"`).join(' or ')} in its path.`)
  process.exit(1)
}
if (groups.process.length > 0 && !ensureConsole()) process.exit(1)

// Code that did not change is compiled once for all processes.
const environment = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'toolyard-test-compile-cache') }
const lastChild = childTimes()
let built: string | undefined
const first = (
  await Promise.all([
    runGroups(groups.unit, { environment, lastChild }),
    builtFolder().then((folder) => {
      built = folder
      return runGroups(groups.process, place())
    }),
  ])
).flat()
const { results, passed: passedAgain } =
  patterns.length === 0 ? await runAgain(first, place()) : { results: first, passed: [] }
const failed = results.filter(({ passed }) => !passed)
for (const { group, failures } of failed)
  console.log(`\n✖ failing tests of ${group.name}:\n${failures || 'The process failed; see above.'}`)
if (passedAgain.length > 0)
  console.log(`\nℹ failed at first and passed alone, a race to be mended: ${passedAgain.join(', ')}`)
for (const { group, failures } of first.filter((result) => !result.passed && !failed.includes(result)))
  console.log(`\nwhat failed at first in ${group.name}:\n${failures}`)
console.log(`\n${summary(results)}`)
if (patterns.length === 0) keepTimes()
process.exitCode = failed.length === 0 ? 0 : 1

function place(): GroupPlace {
  return { environment: { ...environment, ...(built && { TOOLYARD_TEST_BUILD: built }) }, lastChild }
}

/** For `npm run house`. */
function keepTimes(): void {
  const folder = join('node_modules', '.cache', 'toolyard')
  mkdirSync(folder, { recursive: true })
  const times = { unit: secondsOf(groups.unit), process: secondsOf(groups.process) }
  writeFileSync(join(folder, 'test-cpu.json'), JSON.stringify(times))
}

function secondsOf(part: readonly { readonly name: string }[]): number {
  const names = new Set(part.map(({ name }) => name))
  return results.reduce((sum, { group, seconds }) => sum + (names.has(group.name) ? seconds : 0), 0)
}

function summary(all: readonly GroupResult[]): string {
  const sum: Record<string, number> = {}
  for (const { counts } of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
  const { own, children } = processorTime()
  const most = all
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 8)
    .map(({ group, seconds }) => `${group.name} (${seconds.toFixed(1)} s)`)
  return [
    ...Object.entries(sum).map(([name, count]) => `ℹ ${name} ${count}`),
    `ℹ duration ${minutes((performance.now() - start) / 1000)}`,
    `ℹ processor time ${minutes(own + children)}, most of it in ${most.join(', ')}`,
  ].join('\n')
}

/** Where the package was built. A few files are sooner done with the source. */
async function builtFolder(): Promise<string | undefined> {
  if (patterns.length > 0) return undefined
  const child = spawn(process.execPath, ['scripts/test-build.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close') as Promise<[number | null]>
  const [folder, [code]] = await Promise.all([text(child.stdout), ended])
  lastChild()
  if (code !== 0) throw new Error('The package could not be built; see above.')
  return folder
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
