import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { FileWatch } from './file-watch.ts'
import { knownLanguages, languageOf } from './languages.ts'
import { presentLanguages } from './present-languages.ts'
import { pathOf } from './uri.ts'

describe('changes among the files of a language', () => {
  let root: string
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'toolyard-watch-'))
    await mkdir(join(root, 'src/deep'), { recursive: true })
    await mkdir(join(root, 'node_modules/x'), { recursive: true })
    await mkdir(join(root, '.cache'))
    await writeFile(join(root, 'src/a.ts'), 'a')
    await writeFile(join(root, 'src/deep/b.tsx'), 'b')
    await writeFile(join(root, 'tsconfig.json'), '{}')
    await symlink('/', join(root, 'all'))
  })
  after(() => rm(root, { recursive: true, force: true }))

  it('are found by looking: created, changed, deleted and moved, and nothing else', async () => {
    const language = languageOf('a.ts', knownLanguages)
    assert.ok(language)
    const watch = new FileWatch(root, language)
    const look = async (): Promise<string[]> =>
      (await watch.look()).map(({ uri, type }) => `${type} ${pathOf(uri)?.slice(root.length + 1)}`).toSorted()
    assert.deepEqual(await look(), [])
    assert.deepEqual(await look(), [])
    await writeFile(join(root, 'src/c d.ts'), 'c')
    await writeFile(join(root, 'src/a.ts'), 'A')
    await writeFile(join(root, 'tsconfig.json'), '{ }')
    await writeFile(join(root, 'readme.md'), '')
    await writeFile(join(root, 'node_modules/x/index.ts'), '')
    await writeFile(join(root, '.cache/y.ts'), '')
    assert.deepEqual(await look(), ['1 src/c d.ts', '2 src/a.ts', '2 tsconfig.json'])
    await rename(join(root, 'src/deep'), join(root, 'src/deeper'))
    await rm(join(root, 'src/a.ts'))
    assert.deepEqual(await look(), ['1 src/deeper/b.tsx', '3 src/a.ts', '3 src/deep/b.tsx'])
    assert.equal(watch.isWhole, true)
    assert.equal(watch.anyFile(), join(root, 'src/c d.ts'))
  })

  it('tell which languages there are', async () => {
    await writeFile(join(root, 'src/tool.py'), '')
    const names = (await presentLanguages(root, knownLanguages)).map(({ name }) => name)
    assert.deepEqual(names, ['typescript', 'python', 'json'])
  })
})
