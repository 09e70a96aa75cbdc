/**
 * `npm run docs`: writes a page for every built-in tool into `docs/tools/`, from its manifest. `--check` only says whether
 * they are in step.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toolPages } from '../packages/toolyard/test/tool-pages.ts'

const folder = join(import.meta.dirname, '../docs/tools')
const pages = await toolPages()
const isCheck = process.argv.includes('--check')
await mkdir(folder, { recursive: true })
const known = await readdir(folder)
const wrong: string[] = known.filter((name) => !pages.has(name))
for (const [name, text] of pages) {
  const now = known.includes(name) ? await readFile(join(folder, name), 'utf8') : undefined
  if (now !== text) wrong.push(name)
}
if (!isCheck) {
  for (const name of wrong)
    if (pages.has(name)) await writeFile(join(folder, name), pages.get(name) ?? '')
    else await rm(join(folder, name))
  console.log(wrong.length === 0 ? 'The pages are in step.' : `Written: ${wrong.join(', ')}`)
} else if (wrong.length > 0) {
  console.error(`Not in step: ${wrong.join(', ')}. Run "npm run docs".`)
  process.exitCode = 1
}
