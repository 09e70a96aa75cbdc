/**
 * Which test files share a process. Starting one for each of 400 files would cost more than most of the tests.
 *
 * Tests of one source file share one process. Files of one folder of `test/` share processes too, a few files each, so that
 * several run at a time. A file that changes its process, or measures it, is called `*.alone.test.ts` and has one to itself.
 */
import { globSync } from 'node:fs'
import { dirname } from 'node:path'

export interface TestGroup {
  readonly name: string
  readonly files: readonly string[]
}

const unitTests = 'packages/{toolyard,console}/src/**/*.test.ts'
const processTests = ['packages/toolyard/test/**/*.test.ts', 'examples/*/*.test.ts']
/** Few enough that the last group does not keep the others waiting. */
const filesPerGroup = 12

export interface TestGroups {
  readonly unit: readonly TestGroup[]
  readonly process: readonly TestGroup[]
}

/** The files whose path holds one of the patterns; all of them if there is none. */
export function testGroups(patterns: readonly string[]): TestGroups {
  const isWanted = (file: string): boolean =>
    patterns.length === 0 || patterns.some((pattern) => file.includes(pattern))
  const unit = globSync(unitTests).toSorted().filter(isWanted)
  const others = globSync(processTests).toSorted().filter(isWanted)
  const alone = others.filter((file) => file.endsWith('.alone.test.ts'))
  const together = others.filter((file) => !alone.includes(file))
  return {
    unit: unit.length === 0 ? [] : [{ name: 'tests of one file', files: unit }],
    process: [
      ...alone.map((file) => ({ name: file, files: [file] })),
      ...Object.entries(Object.groupBy(together, dirname)).flatMap(([folder, files = []]) =>
        parts(files).map((part) => ({ name: folder, files: part })),
      ),
    ],
  }
}

function parts(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / filesPerGroup)
  return Array.from({ length: count }, (_, part) => files.filter((_file, index) => index % count === part))
}
