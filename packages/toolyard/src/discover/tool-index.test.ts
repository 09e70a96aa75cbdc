import assert from 'node:assert/strict'
import { chmod, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { answerOf, discover, namesOf, tempFolder, toolFile, toolNamed } from './temp-folder.test.ts'

/** A tool file that counts its imports on globalThis. */
const counted = (key: string, answer: string, extra = ''): string =>
  `globalThis[${JSON.stringify(key)}] = (globalThis[${JSON.stringify(key)}] ?? 0) + 1
   export default { description: 'Counted.', ${extra} execute: () => ${JSON.stringify(answer)} }\n`

const importsOf = (key: string): number => Number((globalThis as Record<string, unknown>)[key] ?? 0)

async function indexed(t: TestContext, files: Record<string, string>) {
  const folder = await tempFolder(t, files)
  const indexFile = join((await tempFolder(t)).path, 'cache', 'index.json')
  const options = { folders: [folder.path], indexFile }
  const start = () => discover(t, options)
  await (await start())[Symbol.asyncDispose]()
  return { folder, indexFile, start }
}

describe('the generated index', () => {
  it('saves the import of an unchanged file until the tool is loaded', async (t) => {
    const key = `lazy-${t.name}`
    const extra = "aliases: { q: 'query' }, provided: ['user'], tags: ['x'],"
    const { start } = await indexed(t, { 'a.ts': counted(key, 'one', extra) })
    assert.equal(importsOf(key), 1)
    const found = await start()
    const tool = toolNamed(found, 'a')
    assert.deepEqual([importsOf(key), tool.loaded], [1, undefined])
    assert.deepEqual([tool.manifest.description, tool.manifest.tags], ['Counted.', ['x']])
    assert.deepEqual([[...tool.aliases], tool.provided], [[['q', 'query']], ['user']])
    const [first, second] = [tool.load(), tool.load()]
    assert.equal(first, second)
    assert.equal((await first).manifest.fingerprint, tool.manifest.fingerprint)
    assert.deepEqual([importsOf(key), tool.loaded], [2, await first])
  })

  it('does not save the import of a file that was touched', async (t) => {
    const key = 'touched'
    const { folder, start } = await indexed(t, {
      'a.ts': counted(key, 'one'),
      'b.ts': counted(`${key}-b`, 'b'),
    })
    await utimes(join(folder.path, 'a.ts'), new Date(), new Date(Date.now() + 5000))
    assert.equal(await answerOf(await start(), 'a'), 'one')
    assert.deepEqual([importsOf(key), importsOf(`${key}-b`)], [2, 1])
  })

  it('gives the new tool of a file that was changed, in the same process too', async (t) => {
    const { folder, start } = await indexed(t, { 'a.ts': toolFile('old') })
    await folder.write('a.ts', toolFile('newer', 'Other.'))
    const found = await start()
    assert.equal(toolNamed(found, 'a').manifest.description, 'Other.')
    assert.equal(await answerOf(found, 'a'), 'newer')
  })

  it('forgets files that are gone and knows those that are new', async (t) => {
    const { folder, indexFile, start } = await indexed(t, { 'a.ts': toolFile(1), 'b.ts': toolFile(2) })
    await rm(join(folder.path, 'a.ts'))
    await folder.write('c.ts', toolFile(3))
    assert.deepEqual(namesOf(await start()), ['b', 'c'])
    const { files } = JSON.parse(await readFile(indexFile, 'utf8')) as { files: object }
    assert.deepEqual(Object.keys(files), [join(folder.path, 'b.ts'), join(folder.path, 'c.ts')])
  })

  it('is not written again when nothing has changed', async (t) => {
    const { indexFile, start } = await indexed(t, { 'a.ts': toolFile(1) })
    const before = await stat(indexFile)
    await start()
    assert.equal((await stat(indexFile)).ino, before.ino)
    assert.deepEqual(await readdir(join(indexFile, '..')), ['index.json'])
  })

  it('is ignored when it is damaged, or from another format, Toolyard or Node', async (t) => {
    const key = 'void'
    const { indexFile, start } = await indexed(t, { 'a.ts': counted(key, 'one') })
    const good = await readFile(indexFile, 'utf8')
    const spoiled = [
      good.slice(0, -20),
      'null',
      '[]',
      '{"files":{}}',
      good.replace('"format":2', '"format":99'),
      good.replace(/"toolyard":"[^"]+"/, '"toolyard":"9.9.9"'),
      good.replace(/"node":"\d+"/, '"node":"1"'),
      good.replace('"name":"a"', '"name":"no name"'),
      good.replace(/"tools":\[/, '"tools":[7,'),
    ]
    for (const [round, text] of spoiled.entries()) {
      assert.notEqual(text, good)
      await writeFile(indexFile, text)
      const found = await start()
      assert.deepEqual([importsOf(key), namesOf(found)], [round + 2, ['a']])
      assert.equal(await readFile(indexFile, 'utf8'), good)
    }
  })

  it('does not keep files with problems, nor names that are taken by others', async (t) => {
    const key = 'twice'
    const { start } = await indexed(t, {
      'a.ts': "export default { name: 'same', description: 'Same.', execute: () => 1 }",
      'b.ts': "export default { name: 'same', description: 'Same.', execute: () => 2 }",
      'bad.ts': `globalThis.${key} = (globalThis.${key} ?? 0) + 1\nthrow new Error('bad')\nexport default {}`,
    })
    const found = await start()
    assert.equal(importsOf(key), 2)
    assert.deepEqual([namesOf(found), found.problems.length], [['same'], 2])
    assert.equal(await answerOf(found, 'same'), 1)
  })

  it('gives way to the file where a helper has changed the tool since', async (t) => {
    const { folder, start } = await indexed(t, {
      'a.ts':
        "import { text } from './_text.ts'\nexport default { description: text, execute: () => text }\n",
      '_text.ts': "export const text = 'old'\n",
    })
    await folder.write('_text.ts', "export const text = 'new'\n")
    const found = await start()
    assert.equal(toolNamed(found, 'a').manifest.description, 'old')
    const loaded = await toolNamed(found, 'a').load()
    assert.equal(loaded.manifest.description, 'new')
    assert.equal(toolNamed(found, 'a').manifest.description, 'new')
    await found[Symbol.asyncDispose]()
    assert.equal(toolNamed(await start(), 'a').manifest.description, 'new')
  })

  it('leads to a clear error where the file can no longer be imported, and to the tool once it can', async (t) => {
    const { folder, start } = await indexed(t, {
      'a.ts':
        "import { answer } from './_answer.ts'\nexport default { description: 'A.', execute: () => answer }\n",
      '_answer.ts': 'export const answer = 1\n',
    })
    await folder.write('_answer.ts', "throw new Error('no answer')\nexport const answer = 1\n")
    const tool = toolNamed(await start(), 'a')
    await assert.rejects(tool.load(), {
      name: 'ToolyardError',
      code: 'tool_failed',
      message:
        /^Tool "a" could not be loaded from .*a\.ts: The import failed in _answer\.ts at line 1: no answer/,
    })
    assert.equal(tool.loaded, undefined)
    await folder.write('_answer.ts', 'export const answer = 2\n')
    assert.equal((await tool.load()).execute({} as never, {} as never), 2)
  })

  it('refuses to load after the discovery was disposed', async (t) => {
    const { start } = await indexed(t, { 'a.ts': toolFile(1) })
    const found = await start()
    await found[Symbol.asyncDispose]()
    await assert.rejects(toolNamed(found, 'a').load(), { code: 'tool_failed', message: /closed/ })
  })

  it('is reported, and nothing else suffers, where it cannot be written', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile(1) })
    const inTheWay = await folder.write('blocker.txt', '')
    await chmod(inTheWay, 0o444)
    const found = await discover(t, { folders: [folder.path], indexFile: join(inTheWay, 'index.json') })
    assert.deepEqual(namesOf(found), ['a'])
    assert.match(found.problems[0]?.reason ?? '', /index cannot be written/)
  })

  it('is void for a file that is found through another folder, because its category may differ', async (t) => {
    const { folder, indexFile } = await indexed(t, { 'weather/a.ts': toolFile(1) })
    const found = await discover(t, { folders: [join(folder.path, 'weather')], indexFile })
    assert.equal(toolNamed(found, 'a').manifest.category, 'general')
  })
})
