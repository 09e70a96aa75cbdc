import assert from 'node:assert/strict'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { answerOf, discover, follow, namesOf, tempFolder, toolFile, toolNamed } from './temp-folder.test.ts'

describe('watching tool folders', () => {
  it('brings a saved file live within a second, and leaves the others as they are', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile('old'), 'b.ts': toolFile('b') })
    const found = await discover(t, { folders: [folder.path] })
    const [oldA, oldB] = [toolNamed(found, 'a'), toolNamed(found, 'b')]
    const followed = await follow(t, found)
    const file = await folder.write('a.ts', toolFile('new'))
    await followed.until(async (change) => (await answerOf(change, 'a')) === 'new')
    assert.equal(await answerOf(found, 'a'), 'new')
    assert.deepEqual(followed.changes.at(-1)?.changed, [file])
    assert.notEqual(toolNamed(found, 'a'), oldA)
    assert.equal(toolNamed(found, 'b'), oldB)
    assert.equal((await oldA.load()).execute({} as never, {} as never), 'old')
  })

  it('follows a file through many versions', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile(0) })
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    for (let version = 1; version <= 5; version++) {
      await folder.write('a.ts', toolFile(version))
      await followed.until(async (change) => (await answerOf(change, 'a')) === version)
    }
  })

  it('takes a file that is saved by rename', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile('old') })
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    for (const text of ['new', 'own']) {
      const temporary = await folder.write('.a.ts.swp', toolFile(text))
      await rename(temporary, join(folder.path, 'a.ts'))
      await followed.until(async (change) => (await answerOf(change, 'a')) === text)
    }
    assert.deepEqual(found.problems, [])
  })

  it('drops a deleted file, and lets a file that had the same name come to its right', async (t) => {
    const folder = await tempFolder(t, {
      'a.ts': "export default { name: 'same', description: 'x', execute: () => 'first' }",
      'b.ts': "export default { name: 'same', description: 'x', execute: () => 'second' }",
    })
    const found = await discover(t, { folders: [folder.path] })
    assert.equal(found.problems.length, 1)
    const followed = await follow(t, found)
    await rm(join(folder.path, 'a.ts'))
    await followed.until(async (change) => (await answerOf(change, 'same')) === 'second')
    assert.deepEqual([namesOf(found), found.problems], [['same'], []])
    await rm(join(folder.path, 'b.ts'))
    await followed.until(({ tools }) => tools.length === 0)
  })

  it('sees files in new sub-folders, also when they come at once or much later', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile(1) })
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    await folder.write('new/deep/b.ts', toolFile('b'))
    await followed.until((change) => namesOf(change).includes('b'))
    assert.equal(toolNamed(found, 'b').manifest.category, 'deep')
    await mkdir(join(folder.path, 'later'))
    await delay(400)
    await folder.write('later/c.ts', toolFile('c'))
    await followed.until((change) => namesOf(change).includes('c'))
    await rm(join(folder.path, 'new'), { recursive: true })
    await followed.until((change) => !namesOf(change).includes('b'))
    await folder.write('new/deep/b.ts', toolFile('again'))
    await followed.until(
      async (change) => namesOf(change).includes('b') && (await answerOf(change, 'b')) === 'again',
    )
  })

  it('sees a tool folder that appears, goes and comes back', async (t) => {
    const parent = await tempFolder(t)
    const found = await discover(t, { folders: [join(parent.path, 'tools')] })
    const followed = await follow(t, found)
    for (const round of [1, 2]) {
      await parent.write('tools/a.ts', toolFile(round))
      await followed.until(
        async (change) => change.tools.length === 1 && (await answerOf(change, 'a')) === round,
      )
      assert.deepEqual(found.problems, [])
      await rm(join(parent.path, 'tools'), { recursive: true })
      await followed.until((change) => change.tools.length === 0 && change.problems.length === 1)
    }
  })

  it('reloads the tools that import a changed helper, through other helpers too, and only those', async (t) => {
    const key = `globalThis['kept helper']`
    const folder = await tempFolder(t, {
      'a.ts': "import { text } from './_text.ts'\nexport default { description: 'x', execute: () => text }\n",
      'b.ts': "import './lib/_kept.ts'\nexport default { description: 'x', execute: () => 'b' }\n",
      'c.ts':
        "import { text } from './_text.ts'\nimport './lib/_kept.ts'\nexport default { description: 'x', execute: () => text }\n",
      '_text.ts': "export { text } from './lib/_x.ts'\n",
      'lib/_x.ts': "export const text = 'old'\n",
      'lib/_kept.ts': `${key} = (${key} ?? 0) + 1\n`,
    })
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    const kept = toolNamed(found, 'b')
    await folder.write('lib/_x.ts', "export const text = 'new'\n")
    await followed.until(async (change) => (await answerOf(change, 'a')) === 'new')
    assert.equal(await answerOf(found, 'c'), 'new')
    assert.deepEqual(followed.changes.at(-1)?.changed, [join(folder.path, 'a.ts'), join(folder.path, 'c.ts')])
    assert.equal(toolNamed(found, 'b'), kept)
    assert.equal((globalThis as Record<string, unknown>)['kept helper'], 1)
  })

  it('reloads CommonJS tools and their helpers', async (t) => {
    const folder = await tempFolder(t, {
      'a.js':
        "const { text } = require('./_text.js')\nexports.description = 'x'\nexports.execute = () => 'one ' + text\n",
      '_text.js': "exports.text = 'old'\n",
    })
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    await folder.write('_text.js', "exports.text = 'new'\n")
    await followed.until(async (change) => (await answerOf(change, 'a')) === 'one new')
    await folder.write('a.js', "exports.description = 'x'\nexports.execute = () => 'two'\n")
    await followed.until(async (change) => (await answerOf(change, 'a')) === 'two')
  })

  it('loads a tool once the helper that it misses is there', async (t) => {
    const folder = await tempFolder(t, {
      'a.ts':
        "import { text } from './_later.ts'\nexport default { description: 'x', execute: () => text }\n",
    })
    const found = await discover(t, { folders: [folder.path] })
    assert.equal(found.problems.length, 1)
    const followed = await follow(t, found)
    await folder.write('_later.ts', "export const text = 'late'\n")
    await followed.until(
      async (change) => change.tools.length === 1 && (await answerOf(change, 'a')) === 'late',
    )
    assert.deepEqual(found.problems, [])
  })

  it('keeps the old version of a half-written file, reports it, and takes the whole file', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile('old') })
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    for (const half of ['export default { execute: () =>', '', 'throw new Error("x")\nexport default {}']) {
      await folder.write('a.ts', half)
      await followed.until(({ problems }) => /version before stays in use/.test(problems[0]?.reason ?? ''))
      assert.equal(await answerOf(found, 'a'), 'old')
      followed.changes.length = 0
    }
    await folder.write('a.ts', toolFile('new'))
    await followed.until(async (change) => (await answerOf(change, 'a')) === 'new')
    assert.deepEqual(found.problems, [])
  })

  it('tells changes that come together in one piece', async (t) => {
    const names = Array.from({ length: 30 }, (_, n) => `t${n}.ts`)
    const folder = await tempFolder(t, Object.fromEntries(names.map((name) => [name, toolFile('old')])))
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    await Promise.all(names.map((name) => folder.write(name, toolFile('newer'))))
    await followed.until(({ changed }) => changed.length === 30)
    assert.equal(followed.changes.length, 1)
  })

  it('is not held up by an import that never settles', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile('old') })
    const found = await discover(t, { folders: [folder.path], importTimeoutMs: 1200 })
    const followed = await follow(t, found)
    await Promise.all([
      folder.write('hangs.mjs', 'await new Promise(() => {})\nexport default {}\n'),
      folder.write('a.ts', toolFile('new')),
    ])
    await followed.until(async (change) => (await answerOf(change, 'a')) === 'new')
    await delay(700)
    await followed.until(({ problems }) => /did not finish/.test(problems[0]?.reason ?? ''))
  })

  it('sees what changed between discovery and watching', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile('old') })
    const found = await discover(t, { folders: [folder.path] })
    await folder.write('a.ts', toolFile('newer'))
    const followed = await follow(t, found)
    await followed.until(async (change) => (await answerOf(change, 'a')) === 'newer')
  })

  it('imports an indexed file when it changes, and keeps the index in step', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile('old', 'Old.'), 'b.ts': toolFile('b') })
    const options = { folders: [folder.path], indexFile: join(folder.path, '.index.json') }
    await (await discover(t, options))[Symbol.asyncDispose]()
    const found = await discover(t, options)
    const followed = await follow(t, found)
    await folder.write('a.ts', toolFile('new', 'New.'))
    await followed.until((change) => toolNamed(change, 'a').manifest.description === 'New.')
    assert.equal(toolNamed(found, 'b').loaded, undefined)
    await found[Symbol.asyncDispose]()
    const again = toolNamed(await discover(t, options), 'a')
    assert.deepEqual([again.manifest.description, again.loaded], ['New.', undefined])
  })

  it('is silent about files that are no part of any tool, and after it was stopped', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile('old') })
    const found = await discover(t, { folders: [folder.path] })
    const followed = await follow(t, found)
    await folder.write('notes.txt', 'x')
    await folder.write('_unused.ts', 'export {}')
    await folder.write('node_modules/x/index.js', 'export {}')
    await delay(400)
    followed.stop()
    await folder.write('a.ts', toolFile('new'))
    await delay(400)
    assert.deepEqual(followed.changes, [])
    assert.equal(await answerOf(found, 'a'), 'old')
    const resumed = await follow(t, found)
    await resumed.until(async (change) => (await answerOf(change, 'a')) === 'new')
  })
})
