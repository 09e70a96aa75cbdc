/**
 * `npm run docs` writes down what is counted, so that nobody has to remember it: the row of `docs/STATUS.md` with the packages of an
 * install. `--check` only says whether it is in step.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { countInstalled } from '../bench/src/installed-packages.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/STATUS.md')
const row = /^(\| packages of a production install +\| )(\d+)( *)\|/m

const text = readFileSync(page, 'utf8')
const count = String(countInstalled(pathToFileURL(join(root, 'package-lock.json'))))
const [, , written, spaces] = row.exec(text) ?? []
if (written === undefined || spaces === undefined)
  throw new Error('docs/STATUS.md has no row "packages of a production install"')
if (written === count) console.log(`docs/STATUS.md is in step: ${count} packages.`)
else if (process.argv.includes('--check')) {
  console.error(`docs/STATUS.md says ${written} packages, the lockfile ${count}. Run "npm run docs".`)
  process.exitCode = 1
} else {
  writeFileSync(page, text.replace(row, `$1${count.padEnd(written.length + spaces.length)}|`))
  console.log(`Written: docs/STATUS.md, ${count} packages.`)
}
