/**
 * `npm run docs`: writes down what the built-in tools say of themselves: a page each in `docs/tools/`, and all their manifests
 * in `src/tools/manifests.json`. `--check` only says whether they are in step.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestsText, toolPages } from '../packages/toolyard/test/tool-pages.ts'

const folder = join(import.meta.dirname, '../docs/tools')
const manifests = join(import.meta.dirname, '../packages/toolyard/src/tools/manifests.json')
const pages = await toolPages()
const isCheck = process.argv.includes('--check')
await mkdir(folder, { recursive: true })
const known = await readdir(folder)
const wrong: string[] = known.filter((name) => !pages.has(name))
for (const [name, text] of pages) {
  const now = known.includes(name) ? await readFile(join(folder, name), 'utf8') : undefined
  if (now !== text) wrong.push(name)
}
if ((await readFile(manifests, 'utf8')) !== (await manifestsText())) wrong.push('manifests.json')
if (!isCheck) {
  await writeFile(manifests, await manifestsText())
  for (const name of wrong.filter((wrongName) => wrongName !== 'manifests.json'))
    if (pages.has(name)) await writeFile(join(folder, name), pages.get(name) ?? '')
    else await rm(join(folder, name))
  console.log(wrong.length === 0 ? 'The pages are in step.' : `Written: ${wrong.join(', ')}`)
} else if (wrong.length > 0) {
  console.error(`Not in step: ${wrong.join(', ')}. Run "npm run docs".`)
  process.exitCode = 1
}
