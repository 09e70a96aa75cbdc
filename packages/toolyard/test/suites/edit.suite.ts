/** `edit_file` against the kinds of edits that models send. */
import { openBench } from '../files/support.ts'
import { editCases, failureOf, type EditRun } from './edit-cases.ts'
import type { SuiteRow } from './suite.ts'

export const title = 'Edits of files'

export async function run(): Promise<readonly SuiteRow[]> {
  await using bench = await openBench()
  let count = 0
  const edit: EditRun = async ({ file, input }) => {
    const path = `${count++}.txt`
    if (file !== undefined) bench.put(path, file)
    const result = await bench.call('edit_file', { path, ...input })
    return { file: bench.find(path), code: result.error?.code }
  }
  const rows: SuiteRow[] = []
  for (const [kind, cases] of Map.groupBy(editCases, (one) => one.kind)) {
    const failures: string[] = []
    for (const one of cases) failures.push(...[(await failureOf(one, edit)) ?? []].flat())
    const note = failures.join('; ')
    rows.push({ what: kind, passed: cases.length - failures.length, of: cases.length, ...(note && { note }) })
  }
  return rows
}
