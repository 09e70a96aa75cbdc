/**
 * `import 'toolyard'` loads our own files of the way of a call and nothing else (ADR 2): heavy parts come on first use.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'

const src = resolve(import.meta.dirname, '../src')
const statement = /^(?:import|export)(?! type\b)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'/gm
const onlyTypes = /\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}/

/** What is loaded with a file, at once: paths of ours, names of packages. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const [text, path = ''] of readFileSync(file, 'utf8').matchAll(statement)) {
    if (onlyTypes.test(text)) continue
    if (path.startsWith('.')) loadedWith(resolve(dirname(file), path), loaded)
    else loaded.add(path)
  }
  return loaded
}

describe('the import of toolyard', () => {
  const loaded = [...loadedWith(resolve(src, 'index.ts'))]
  const folders = new Set(
    loaded.filter((path) => path.startsWith(src)).map((path) => relative(src, path).split('/')[0]),
  )

  it('loads the pipeline and the runtime', () => {
    for (const folder of ['define', 'pipeline', 'runtime']) assert.ok(folders.has(folder), folder)
  })

  it('loads no package', () => {
    const packages = loaded.filter((path) => !path.startsWith(src) && !path.startsWith('node:'))
    assert.deepEqual(packages, [])
  })

  it('loads neither discovery, nor doors, nor the command line', () => {
    for (const folder of ['discover', 'serve', 'cli']) assert.ok(!folders.has(folder), folder)
  })
})
