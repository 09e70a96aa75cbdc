/** The rule of the folders; README.md explains it. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'

/** What a folder may import besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  i18n: [],
  api: ['i18n'],
  components: ['i18n', 'api'],
  pages: ['i18n', 'api', 'components'],
  shell: ['i18n', 'api', 'components'],
}

const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (file) => !file.endsWith('.test.ts'),
)
const imports = new Map(files.map((file) => [file, importsOf(file)]))

describe('the folders of the console', () => {
  it('import one way, and no page imports another page', () => {
    const wrong = [...imports].flatMap(([file, targets]) => {
      const folder = placeOf(file)
      const may = allowed[topOf(file)]
      return may
        ? targets
            .filter((target) => placeOf(target) !== folder && !may.includes(topOf(target)))
            .map((target) => `${file} → ${target}`)
        : []
    })
    assert.deepEqual(wrong, [])
  })

  it('share only what two pages use, or a page and the shell', () => {
    const users = new Map<string, Set<string>>()
    for (const file of files)
      if (['pages', 'shell', 'app.tsx'].includes(topOf(file)))
        for (const used of reachedFrom(file))
          users.set(used, (users.get(used) ?? new Set()).add(placeOf(file)))
    const shared = files.filter((file) => topOf(file) === 'components')
    assert.ok(shared.length > 20)
    assert.deepEqual(
      shared.filter((file) => (users.get(file)?.size ?? 0) < 2),
      [],
    )
  })
})

/** Inside `src`; what a page takes from the server are types. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((target) => !target.startsWith('..'))
}

function topOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** The folder of a page, or the folder at the top. */
function placeOf(file: string): string {
  return topOf(file) === 'pages' ? dirname(file).split('/').slice(0, 2).join('/') : topOf(file)
}

/** Components that a file uses, and those that they use. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  for (const target of imports.get(file) ?? [])
    if (topOf(target) === 'components' && !seen.has(target)) reachedFrom(target, seen.add(target))
  return seen
}
