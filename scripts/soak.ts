/**
 * `npm run soak [MINUTES]`: a server under 200 calls a second, with streams, cancelled calls, errors and programs mixed in, for ten
 * minutes by default. Its memory must stay within 5 %, nothing may be left running, and every call must be in the journal.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLost } from './soak/lost-rows.ts'
import { Load } from './soak/load.ts'
import { mb, median, Watch } from './soak/watch.ts'
import { serve } from './soak/server.ts'

const minutes = Number(process.argv[2] ?? 10)
const perSecond = 200
const mostGrowth = 5
const looksEveryMs = 5000
/** Until it holds all that it ever will: code that is compiled, events of streams that are kept for a while. */
const warmUpMs = 60_000
const leastLooks = 6

if (!(minutes > 0)) {
  console.error('Give the number of minutes: npm run soak 2')
  process.exit(2)
}

const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-soak-')))
const problems: string[] = []
try {
  const server = await serve(folder)
  console.log(`${perSecond} calls a second for ${minutes} min on ${server.url} …`)
  const load = new Load(server, perSecond)
  const watch = new Watch(server, looksEveryMs)
  const ends = performance.now() + minutes * 60_000
  load.start()
  while (performance.now() < ends) {
    await sleep(Math.min(10_000, Math.max(0, ends - performance.now())))
    console.log(`  ${load.told}; ${watch.told}`)
  }
  await load.stop()
  await watch.stop()
  await sleep(2000)
  const left = await server.children()
  if (left.length > 0) problems.push(`left running: ${left.join(', ')}`)
  const code = await server.stop()
  if (code !== 143) problems.push(`the server ended with ${code}: ${server.errors}`)
  problems.push(...load.problems)
  const { rows, lost } = await findLost(folder, load.calls)
  if (lost.length > 0)
    problems.push(`${lost.length} calls are not in the journal: ${lost.slice(0, 5).join(', ')}`)
  const growth = report(watch)
  if (growth > mostGrowth) problems.push(`memory grew by ${growth.toFixed(1)} %`)
  console.log(
    `\n${load.calls.size} calls, ${load.rate.toFixed(0)} a second, ${rows} rows in the journal: ${JSON.stringify(load.outcomes)}`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(`  ${problem}`)
console.log(
  problems.length === 0
    ? 'Nothing grew, nothing was left running, no row was lost.'
    : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** The second half of what comes after the warm-up against the first, in percent. */
function report({ memory }: Watch): number {
  const live = memory.slice(warmUpMs / looksEveryMs).map((one) => one.live)
  if (live.length < leastLooks) {
    console.log('\nToo short to say anything about memory: give it two minutes at least.')
    return 0
  }
  const half = live.length >> 1
  const [before, after] = [median(live.slice(0, half)), median(live.slice(half))]
  const growth = (after / before - 1) * 100
  console.log(`\nMemory: ${mb(before)} held after a minute, ${mb(after)} at the end: ${growth.toFixed(1)} %`)
  return growth
}
