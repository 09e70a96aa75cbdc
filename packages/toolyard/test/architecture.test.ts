/**
 * Imports run one way. A folder may import from folders above it in this list, and from itself, through their
 * `index.ts`. This test is the rule; ARCHITECTURE.md explains it.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'

const order = [
  'kernel',
  'host',
  'define',
  'store',
  'engine',
  'channels',
  'kinds',
  'tools',
  'discover',
  'dialects',
  'registry',
  'pipeline',
  'people',
  'agents',
  'runtime',
  'bridges',
  'serve',
  'cli',
]
/** Folders that may import less than what stands above them. */
const leaves: Record<string, string[]> = { tools: ['kernel', 'host', 'define'] }

const src = resolve(import.meta.dirname, '../src')
/** Tests may stand outside, where users do. */
const publicSurface = resolve(src, 'index.ts')
const folderOf = (file: string): string => relative(src, file).split('/')[0] ?? ''
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, path]) => path ?? '',
  )

describe('the import rule', () => {
  const files = globSync(`${src}/*/**/*.ts`)

  it('sees the source', () => {
    assert.ok(files.length > 20)
  })

  for (const file of files) {
    it(`${relative(src, file)} imports only from its own folder and those above it, through their index`, () => {
      const from = folderOf(file)
      const allowed = leaves[from] ?? order.slice(0, order.indexOf(from) + 1)
      assert.ok(order.includes(from), `${from}/ is not a folder of the design`)
      for (const path of importsOf(file)) {
        const target = resolve(dirname(file), path)
        const to = folderOf(target)
        if (to === from || (file.endsWith('.test.ts') && target === publicSurface)) continue
        assert.ok(allowed.includes(to), `${from}/ may not import ${to}/ (${path})`)
        assert.equal(relative(src, target).split('/').at(-1), 'index.ts', `${path} goes past ${to}/index.ts`)
      }
    })
  }
})
