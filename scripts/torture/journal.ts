/** Kills a process that makes calls at so many random moments. Answers whether everything held. */
import { seeded, torture } from '../../packages/toolyard/test/torture/torture.ts'

const lanes = 4

export async function tortureJournal(kills: number): Promise<boolean> {
  const seed = Date.now() % 1_000_000
  console.log(`Killing a process at ${kills} random moments (seed ${seed}) …`)
  const results = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => torture(Math.ceil(kills / lanes), seeded(seed + lane))),
  )
  const statuses: Record<string, number> = {}
  for (const result of results)
    for (const [status, count] of Object.entries(result.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  const problems = results.flatMap((result) => result.problems)
  const killed = results.reduce((sum, result) => sum + result.kills, 0)
  const calls = results.reduce((sum, result) => sum + result.calls, 0)
  console.log(`${killed} kills, ${calls} calls: ${JSON.stringify(statuses)}`)
  for (const problem of problems) console.error(`  ${problem}`)
  console.log(
    problems.length === 0
      ? 'Nothing acknowledged was lost, nothing was done twice, every integrity_check was clean.'
      : `${problems.length} problems.`,
  )
  return problems.length === 0
}
