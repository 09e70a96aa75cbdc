/**
 * Runs the files that failed once more, each alone, when nothing else runs any more.
 *
 * What passes then failed by a race: it is told at the end, so that somebody mends it, and the run counts as passed. Where much fails
 * nothing is run again, for that is no race.
 */
import { type GroupPlace, type GroupResult, runGroups } from './run-groups.ts'

/** More is no race. */
const mostFiles = 8

export interface SecondLook {
  /** Files that passed when they were run again. */
  readonly passed: readonly string[]
  readonly results: readonly GroupResult[]
}

/** The results with those of the second look in place of what failed. */
export async function runAgain(results: readonly GroupResult[], place: GroupPlace): Promise<SecondLook> {
  const failed = results.filter(({ passed }) => !passed)
  const files = failed.flatMap(({ failedFiles = [] }) => failedFiles)
  const isKnown = failed.every(({ failedFiles }) => failedFiles !== undefined)
  if (files.length === 0 || files.length > mostFiles || !isKnown) return { passed: [], results }
  console.log(`\nRunning again, one at a time: ${files.join(', ')}`)
  const groups = files.map((file) => ({ name: file, files: [file] }))
  const again = await runGroups(groups, place, 1)
  const passed = again.filter((result) => result.passed).map(({ group }) => group.name)
  return { passed, results: results.map((result) => mended(result, passed)) }
}

/** A group of which all that failed has passed. */
function mended(result: GroupResult, passed: readonly string[]): GroupResult {
  const { failedFiles, counts } = result
  if (result.passed || !failedFiles?.every((file) => passed.includes(file))) return result
  const { pass = 0, fail = 0 } = counts
  return { ...result, passed: true, counts: { ...counts, pass: pass + fail, fail: 0 } }
}
