/** `init`, `new tool`, `trust`: from an empty folder to a tool that runs. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { importOptions } from '../helpers/program.ts'
import { json, Project } from './cli.ts'

const execute = promisify(execFile)

describe('starting from nothing', { concurrency: 4 }, () => {
  it('shows the way in an empty folder', async () => {
    await using project = await Project.alone()
    const { code, out } = await project.run(['ls'])
    assert.equal(code, 0)
    assert.match(out, /No toolyard\.config\.ts here or above\. Make a project with "toolyard init"/)
  })

  it('makes a project whose tool, test and agent run at once, once it is trusted', async () => {
    await using project = await Project.alone()
    const made = await project.run(['init'])
    assert.deepEqual([made.code, made.err], [0, ''])
    assert.deepEqual(made.out.match(/(?<=^made )\S+/gm), [
      'toolyard.config.ts',
      'tools/count-words.ts',
      'tools/count-words.test.ts',
      'agents/demo.json',
      'package.json',
      'tsconfig.json',
      '.gitignore',
    ])
    for (const line of made.out.split('\n')) assert.ok(line.length <= 80, line)
    assert.match(made.out, /Next:\n {2}npx toolyard trust\n {2}npx toolyard call count_words text="To be/)
    assert.match(await readFile(project.path('work/.gitignore'), 'utf8'), /^node_modules\/$/m)
    assert.equal((await project.run(['ls'])).code, 2)
    assert.match((await project.run(['trust'])).out, /is trusted/)
    const called = await project.run(['call', 'count_words', 'text=To be or not to be'])
    assert.deepEqual(called, { code: 0, out: '6\n', err: '' })
    const ran = await project.run(['agent', 'run', 'demo', 'To be or not to be'])
    assert.deepEqual([ran.code, ran.out], [0, 'Let me count.\nThat is 6 words.\n'])
    const checked = await project.run(['check'])
    assert.deepEqual([checked.code, checked.err], [0, ''])
    assert.match((await project.run(['ls'])).out, /^general\n {2}count_words /)
    const { command, env, cwd } = project.command([])
    const tested = await execute(command, ['--test', '--test-reporter=tap'], {
      cwd,
      env: { ...env, NODE_OPTIONS: importOptions },
    })
    assert.match(tested.stdout, /^# pass 1$/m)
    assert.match((await project.run(['trust', '--remove'])).out, /no longer trusted/)
    assert.equal((await project.run(['ls'])).code, 2)
  })

  it('lists the tools of the project before those that are built in', async () => {
    await using project = await Project.alone({
      'toolyard.config.ts': "export default { toolFolders: ['tools'] }",
      'tools/zoo/feed.ts':
        "/** Feeds. */\nexport default { permission: 'read', effects: 'none', execute: () => 1 }",
      'tools/files/zip.ts':
        "/** Zips. */\nexport default { permission: 'read', effects: 'none', execute: () => 1 }",
    })
    const { out } = await project.run(['--config', 'toolyard.config.ts', 'ls'])
    assert.match(out, /^files\n {2}zip [^]*\n {2}read_file [^]*\nzoo\n {2}feed [^]*\ncollab\n/)
  })

  it('keeps every file that is there, says so, and makes the others', async () => {
    await using project = await Project.alone({
      'tools/count-words.ts': '// mine',
      '.gitignore': 'dist',
      'package.json': '{ "type": "module" }',
    })
    const { code, out } = await project.run(['init'])
    assert.equal(code, 0)
    assert.match(
      out,
      /kept tools\/count-words\.ts\nkept package\.json\nkept \.gitignore {2}add a line to it: node_modules\/\n/,
    )
    assert.match(out, /made toolyard\.config\.ts/)
    assert.equal(await readFile(project.path('work/tools/count-words.ts'), 'utf8'), '// mine')
    assert.equal(await readFile(project.path('work/.gitignore'), 'utf8'), 'dist')
    const again = await project.run(['init'])
    assert.equal(again.code, 2)
    assert.match(again.err, /toolyard\.config\.ts is there already; nothing was changed/)
    assert.match(again.err, /toolyard new tool NAME/)
  })

  it('does not call tools trusted while their configuration can not be loaded', async () => {
    await using project = await Project.alone({
      'toolyard.config.ts': "import 'no-such-package-x'\nexport default { toolFolders: ['tools'] }",
    })
    const { out, err } = await project.run(['trust'])
    assert.match(err, /can't be loaded yet, so its tools are not trusted[^]*npm install no-such-package-x/)
    assert.match(out, /^The configuration of .* is trusted .* Run "toolyard trust" again/)
    assert.doesNotMatch(out, /tools are run/)
  })

  it('says which types are missing where the settings of a package were kept', async () => {
    await using project = await Project.alone({ '../bare/package.json': '{ "type": "module" }' })
    const { out } = await project.run(['init', '../bare'])
    assert.match(out, /kept \S*package\.json {2}for types in your editor: npm install -D @types\/node\n/)
  })

  it('makes a project in another folder, and tells how to make it run', async () => {
    await using project = await Project.alone({ 'app/package.json': '{ "type": "commonjs" }' })
    const { next, files, left } = json<{ next: string[]; files: string[]; left: unknown }>(
      await project.run(['init', 'app', '--json-output']),
    )
    assert.deepEqual(files.slice(0, 2), ['app/toolyard.config.ts', 'app/tools/count-words.ts'])
    assert.deepEqual(left, [{ file: 'app/package.json' }])
    assert.deepEqual(next, [
      'cd app',
      'npm pkg set type=module',
      'npx toolyard trust',
      'npx toolyard call count_words text="To be or not to be"',
      'npx toolyard agent run demo "To be or not to be"',
    ])
  })

  it('says in three commands what to do where nothing is installed', async () => {
    await using project = await Project.alone()
    await project.remove('node_modules')
    const { next } = json<{ next: string[] }>(await project.run(['init', '--json-output']))
    assert.deepEqual(next, [
      'npm install',
      'npx toolyard trust',
      'npx toolyard agent run demo "To be or not to be"',
    ])
  })

  for (const mode of ['off', 'required'])
    it(`makes a project that works with explanation ${mode}`, async () => {
      await using project = await Project.alone()
      assert.equal((await project.run(['init', '--explanation', mode])).code, 0)
      assert.match(
        await readFile(project.path('work/toolyard.config.ts'), 'utf8'),
        new RegExp(`// Whether the model says why[^]*explanation: '${mode}',`),
      )
      await project.run(['trust'])
      assert.equal(
        (await project.run(['agent', 'run', 'demo', 'one two'])).out,
        'Let me count.\nThat is 2 words.\n',
      )
      assert.equal((await project.run(['call', 'count_words', 'text=a b c'])).out, '3\n')
      assert.equal((await project.run(['policy', 'explain', 'count_words', 'text=a'])).code, 0)
      assert.equal((await project.run(['check'])).code, 0)
    })

  it('refuses a wish that it does not know', async () => {
    await using project = await Project.alone()
    const { code, err } = await project.run(['init', '--explanation', 'maybe'])
    assert.equal(code, 2)
    assert.match(err, /--explanation: "maybe" is not known/)
    assert.deepEqual(await readdir(project.path('work')), ['node_modules'])
  })

  it('asks a person at the terminal whether the model shall explain itself', async () => {
    await using project = await Project.alone()
    const running = project.startOnTerminal(['init'])
    await running.says(/off, optional or required \[optional\]: $/)
    running.type('o\n')
    await running.says(/Write off, optional or required\.\s+off, optional or required \[optional\]: $/)
    running.type('req\n')
    assert.equal((await running.ended).code, 0)
    assert.match(await readFile(project.path('work/toolyard.config.ts'), 'utf8'), /explanation: 'required'/)
  })

  it('adds a tool to the folder that the configuration names, from any folder inside the project', async () => {
    await using project = await Project.alone({
      'toolyard.config.ts': "export default { toolFolders: ['src/tools'] }",
      'deep/inside/x.txt': '',
    })
    await project.run(['trust'])
    const made = await project.run(['new', 'tool', 'sayGoodBye'], { cwd: 'deep/inside' })
    assert.equal(made.code, 0)
    assert.match(made.out, /made \.\.\/\.\.\/src\/tools\/say-good-bye\.ts/)
    assert.doesNotMatch(made.out, /toolyard trust/)
    assert.equal((await project.run(['call', 'say_good_bye', 'text=Bob'])).out, 'BOB\n')
    const again = await project.run(['new', 'tool', 'sayGoodBye'])
    assert.equal(again.code, 2)
    assert.match(again.err, /say-good-bye\.ts is there already; nothing was changed/)
  })

  it('makes nothing where a link leads out of the folder', async () => {
    for (const target of ['../elsewhere', '../nowhere']) {
      await using project = await Project.alone()
      await mkdir(project.path('elsewhere'))
      await symlink(target, project.path('work/tools'))
      const { code, err } = await project.run(['init'])
      assert.equal(code, 2)
      assert.match(
        err,
        /tools\/count-words\.ts would be written to .*where a link leads; nothing was changed/,
      )
      assert.deepEqual(await readdir(project.path('elsewhere')), [])
      assert.ok(!existsSync(project.path('work/toolyard.config.ts')))
    }
  })

  it('quotes the name of the folder in the commands that it shows', async () => {
    await using project = await Project.alone()
    const { code, out } = await project.run(['init', 'a; echo b'])
    assert.equal(code, 0)
    assert.match(out, /^ {2}cd 'a; echo b'$/m)
  })

  it('refuses a name that no tool can have', async () => {
    await using project = await Project.alone()
    const { code, err } = await project.run(['new', 'tool', '123'])
    assert.equal(code, 2)
    assert.match(err, /"123" can't be made into a tool name/)
  })

  it('refuses to trust a folder without a configuration', async () => {
    await using project = await Project.alone()
    const { code, err } = await project.run(['trust'])
    assert.equal(code, 2)
    assert.match(err, /there is no toolyard\.config\.ts/)
  })

  it('refuses to trust a folder that is not there, and does not trust the one around it', async () => {
    await using project = await Project.alone({ 'toolyard.config.ts': 'export default {}' })
    const { code, out, err } = await project.run(['trust', 'nope'])
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, /there is no folder "nope"/)
    assert.match((await project.run(['ls'])).err, /not trusted yet/)
  })

  it('keeps nothing of its own in the folder that it works for', async () => {
    await using project = await Project.alone()
    assert.equal((await project.run(['sync'])).code, 0)
    assert.deepEqual(await readdir(project.path('work')), ['node_modules'])
    assert.ok(existsSync(project.state('toolyard.db')))
  })
})
