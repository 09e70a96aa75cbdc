/** `init`, `new tool`, `trust`: from an empty folder to a tool that runs. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { json, Project } from './cli.ts'

describe('starting from nothing', { concurrency: 4 }, () => {
  it('shows the way in an empty folder', async () => {
    await using project = await Project.make()
    const { code, out } = await project.run(['ls'])
    assert.equal(code, 0)
    assert.match(out, /No toolyard\.config\.ts here or above\. Make a project with "toolyard init"/)
  })

  it('makes a project whose first tool runs and passes its check, once it is trusted', async () => {
    await using project = await Project.make({ 'package.json': '{ "type": "module" }', '.gitignore': 'dist' })
    const made = await project.run(['init'])
    assert.equal(made.code, 0)
    assert.match(made.out, /made tools\/hello\.ts\nmade toolyard\.config\.ts\n\n/)
    assert.match(made.out, /Next:\n {2}toolyard trust\n {2}toolyard call hello who=Ann\n/)
    assert.equal(await readFile(project.path('work/.gitignore'), 'utf8'), 'dist')
    assert.match(
      await readFile(project.path('work/tools/hello.ts'), 'utf8'),
      /^\/\*\* Greets somebody by name\. \*\//,
    )
    assert.equal((await project.run(['ls'])).code, 2)
    assert.match((await project.run(['trust'])).out, /is trusted/)
    assert.deepEqual(await project.run(['call', 'hello', 'who=Ann']), {
      code: 0,
      out: 'Hello, Ann!\n',
      err: '',
    })
    const checked = await project.run(['check'])
    assert.deepEqual([checked.code, checked.err], [0, ''])
    assert.match((await project.run(['trust', '--remove'])).out, /no longer trusted/)
    assert.equal((await project.run(['ls'])).code, 2)
  })

  it('never writes over a file, and then changes nothing', async () => {
    await using project = await Project.make({ 'tools/hello.ts': '// mine' })
    const { code, err } = await project.run(['init'])
    assert.equal(code, 2)
    assert.match(err, /tools\/hello\.ts is there already; nothing was changed/)
    await assert.rejects(readFile(project.path('work/toolyard.config.ts')))
    await project.write('toolyard.config.ts', 'export default {}')
    const again = await project.run(['init'])
    assert.equal(again.code, 2)
    assert.match(again.err, /toolyard new tool NAME/)
  })

  it('makes a project in another folder, and tells how to make it run', async () => {
    await using project = await Project.make({ 'app/package.json': '{ "type": "commonjs" }' })
    const { next, files } = json<{ next: string[]; files: string[] }>(
      await project.run(['init', 'app', '--json-output']),
    )
    assert.deepEqual(files, ['app/tools/hello.ts', 'app/toolyard.config.ts'])
    assert.deepEqual(next, [
      'cd app',
      'npm pkg set type=module',
      'toolyard trust',
      'toolyard call hello who=Ann',
    ])
  })

  it('adds a tool to the folder that the configuration names, from any folder inside the project', async () => {
    await using project = await Project.make({
      'toolyard.config.ts': "export default { toolFolders: ['src/tools'] }",
      'deep/inside/x.txt': '',
    })
    await project.run(['trust'])
    const made = await project.run(['new', 'tool', 'sayGoodBye'], { cwd: 'deep/inside' })
    assert.equal(made.code, 0)
    assert.match(made.out, /made \.\.\/\.\.\/src\/tools\/say-good-bye\.ts/)
    assert.doesNotMatch(made.out, /toolyard trust/)
    assert.equal((await project.run(['call', 'say_good_bye', 'who=Bob'])).out, 'Hello, Bob!\n')
    const again = await project.run(['new', 'tool', 'sayGoodBye'])
    assert.equal(again.code, 2)
    assert.match(again.err, /say-good-bye\.ts is there already; nothing was changed/)
  })

  it('refuses a name that no tool can have', async () => {
    await using project = await Project.make()
    const { code, err } = await project.run(['new', 'tool', '123'])
    assert.equal(code, 2)
    assert.match(err, /"123" can't be made into a tool name/)
  })

  it('refuses to trust a folder without a configuration', async () => {
    await using project = await Project.make()
    const { code, err } = await project.run(['trust'])
    assert.equal(code, 2)
    assert.match(err, /there is no toolyard\.config\.ts/)
  })

  it('refuses to trust a folder that is not there, and does not trust the one around it', async () => {
    await using project = await Project.make({ 'toolyard.config.ts': 'export default {}' })
    const { code, out, err } = await project.run(['trust', 'nope'])
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, /there is no folder "nope"/)
    assert.match((await project.run(['ls'])).err, /not trusted yet/)
  })

  it('keeps nothing of its own in the folder that it works for', async () => {
    await using project = await Project.make()
    assert.equal((await project.run(['sync'])).code, 0)
    assert.deepEqual(await readdir(project.path('work')), ['node_modules'])
    assert.ok(existsSync(project.state('toolyard.db')))
  })
})
