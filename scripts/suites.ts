/**
 * `npm run suites`: what others expect of schemas, documents, servers and frameworks, counted.
 *
 * Fetches nothing. Published suites that no package carries can be given as folders: `npm run suites -- --json-schema=FOLDER`.
 * `--json` prints the rows for programs; other words choose suites by their names.
 *
 * @module
 */
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Suite, SuiteRow } from '../packages/toolyard/test/suites/suite.ts'

const help = `npm run suites -- [NAME …] [--json] [--SUITE=FOLDER …]

  NAME            only these suites (default: all)
  --json          rows for programs
  --SUITE=FOLDER  a clone of a public suite, for the suites that can use one
`
const given = process.argv.slice(2)
const names = given.filter((word) => !word.startsWith('-'))
const folders = Object.fromEntries(
  given.flatMap((word) => {
    const [, name, folder] = /^--([\w-]+)=(.+)$/.exec(word) ?? []
    return name && folder ? [[name, resolve(folder)]] : []
  }),
)
const files = globSync(resolve(import.meta.dirname, '../packages/toolyard/test/suites/*.suite.ts')).toSorted()
const known = files.map((file) => basename(file, '.suite.ts'))
const unknown = names.find((name) => !known.includes(name))

if (given.includes('--help')) process.stdout.write(help)
else if (unknown !== undefined) {
  process.stderr.write(`There is no suite "${unknown}". There are: ${known.join(', ')}.\n`)
  process.exitCode = 2
} else await runAll()

async function runAll(): Promise<void> {
  const isJson = given.includes('--json')
  const report: (SuiteRow & { readonly suite: string })[] = []
  for (const [index, file] of files.entries()) {
    const suite = known[index] ?? ''
    if (names.length > 0 && !names.includes(suite)) continue
    const { title, run } = (await import(pathToFileURL(file).href)) as Suite
    if (!isJson) process.stdout.write(`${title}\n`)
    for (const row of await run(folders)) {
      report.push({ suite, ...row })
      if (!isJson) process.stdout.write(`${lineOf(row)}\n`)
    }
  }
  if (isJson) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
  if (report.some(({ passed, of }) => passed < of)) process.exitCode = 1
}

function lineOf({ what, passed, of, setApart = 0, note }: SuiteRow): string {
  const share = of === 0 ? '' : ` (${((100 * passed) / of).toFixed(1)} %)`
  const apart = setApart === 0 ? '' : `, ${setApart} set apart`
  return `  ${what}: ${passed} of ${of}${share}${apart}${note ? `. ${note}` : ''}`
}
