import assert from 'node:assert/strict'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { discover, follow, namesOf, tempFolder, toolFile, toolNamed } from '../temp-folder.test.ts'

const script = '#!/bin/sh\n'
const throws = 'throw new Error("imported")\n'

describe('manifests in tool folders', () => {
  it('are tools beside those in files, and their programs are not imported', async (t) => {
    const folder = await tempFolder(t, {
      'a.ts': toolFile(1),
      'text/b.tool.toml': 'description = "B."',
      'text/c.tool.json': '{ "description": "C.", "command": ["node", "c.mjs"] }',
      'text/c.mjs': throws,
    })
    await chmod(await folder.write('text/b.js', `#!/usr/bin/env node\n${throws}`), 0o755)
    const discovery = await discover(t, { folders: [folder.path] })
    assert.deepEqual(discovery.problems, [])
    assert.deepEqual(namesOf(discovery), ['a', 'b', 'c'])
    const { manifest, loaded } = toolNamed(discovery, 'b')
    assert.deepEqual([manifest.type, manifest.category, manifest.source], ['EXTERNAL', 'text', 'app'])
    assert.equal(loaded?.implementation.kind, 'external')
  })

  it('are read at each start, not taken from the index', async (t) => {
    const folder = await tempFolder(t, { 'a.ts': toolFile(1), 'b.tool.toml': 'description = "B."' })
    await chmod(await folder.write('b.sh', script), 0o755)
    const options = { folders: [folder.path], indexFile: join(folder.path, '.index.json') }
    const first = await discover(t, options)
    const index = await readFile(options.indexFile, 'utf8')
    assert.match(index, /a\.ts/)
    assert.doesNotMatch(index, /b\.tool/)
    await folder.write('b.sh', `${script}# changed\n`)
    const second = await discover(t, options)
    const version = (from: typeof first): string => toolNamed(from, 'b').manifest.fingerprint
    assert.notEqual(version(second), version(first))
    assert.equal(await readFile(options.indexFile, 'utf8'), index)
  })

  it('are read again when they change, when their program does, and when it can be run at last', async (t) => {
    const folder = await tempFolder(t, { 'x.tool.toml': 'description = "One."', 'x.sh': script })
    const discovery = await discover(t, { folders: [folder.path] })
    assert.match(discovery.problems[0]?.reason ?? '', /"x\.sh" beside it is not executable/)
    const followed = await follow(t, discovery)
    await chmod(join(folder.path, 'x.sh'), 0o755)
    await followed.until(({ tools }) => tools.length === 1)
    const { fingerprint } = toolNamed(discovery, 'x').manifest
    await folder.write('x.sh', `${script}# changed\n`)
    await followed.until(({ tools }) => tools.some(({ manifest }) => manifest.fingerprint !== fingerprint))
    await folder.write('x.tool.toml', 'description = "Two."')
    await followed.until(({ tools }) => tools.some(({ manifest }) => manifest.description === 'Two.'))
    await folder.write('x.tool.toml', 'description = ')
    await followed.until(({ tools, problems }) => tools.length === 1 && problems.length === 1)
  })
})
