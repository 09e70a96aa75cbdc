/** Ordinary work under ordinary rules, in default mode and in the sandbox: none of it is asked about, and all of it works. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createToolyard, type ToolResult, type ToolService } from '../../src/index.ts'
import { textOf } from '../../src/define/index.ts'
import { makeFolder } from '../shell/support.ts'

const exec = promisify(execFile)
const modules = join(import.meta.dirname, '../../../../node_modules')

const files = {
  'package.json': JSON.stringify({
    name: 'work',
    version: '1.0.0',
    scripts: { test: 'node --test a.test.js', build: 'node build.js' },
  }),
  'app/package.json': JSON.stringify({ name: 'app', dependencies: { helper: 'file:../helper' } }),
  'helper/package.json': JSON.stringify({ name: 'helper', version: '1.0.0', main: 'index.js' }),
  'helper/index.js': 'module.exports = 41\n',
  'a.test.js':
    "require('node:test')('adds', () => require('node:assert').equal(1 + 1, 2))\nrequire('node:fs').writeFileSync('made-by-test', 'x')\n",
  'build.js': "require('node:fs').writeFileSync('out.js', '1')\n",
  'a.ts': 'export const a: number = 1\n',
  'b.ts': 'export const b: number = 2\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: { outDir: 'dist', strict: true, types: [] },
    files: ['a.ts', 'b.ts'],
  }),
  '.env': 'KEY=canary\n',
  '.env.example': 'KEY=\n',
  '.gitignore': 'node_modules\n.env\ndist\n',
}

/** What a person would have allowed: readers by their names, what changes something by its exact words. */
const rules = [
  'cat',
  'ls',
  'grep',
  'wc',
  'git status',
  'git diff',
  'git log',
  'git commit -q -a -m two',
  'npm test',
  'npm run build',
  'npm install --offline --no-audit --no-fund',
  'node_modules/typescript/bin/tsc -p tsconfig.json',
]

describe('honest work', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let yard: ToolService

  before(async () => {
    folder = await makeFolder()
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder.path, name)), { recursive: true })
      await writeFile(join(folder.path, name), text)
    }
    await mkdir(join(folder.path, 'node_modules/.bin'), { recursive: true })
    for (const name of ['typescript', '@typescript'])
      await symlink(join(modules, name), join(folder.path, 'node_modules', name))
    const git = (...args: string[]): Promise<unknown> => exec('git', args, { cwd: folder.path })
    await git('init', '-q', '-b', 'main')
    await git('config', 'user.name', 't')
    await git('config', 'user.email', 't@t')
    await git('add', '-A')
    await git('commit', '-qm', 'one')
    yard = await createToolyard({
      workspace: folder.path,
      builtins: ['shell'],
      sandbox: 'required',
      roots: [{ path: modules, access: 'read' }],
      policy: {
        deny: ['bash(git push)'],
        allow: rules.map((words) => `bash(${words})`),
      },
    })
  })
  after(async () => {
    await yard.close()
    await folder[Symbol.asyncDispose]()
  })

  const run = (command: string, more: object = {}): Promise<ToolResult> =>
    yard.call('bash', { command, ...more }, { threadId: 'work' })
  const works = async (command: string, more: object = {}): Promise<string> => {
    const result = await run(command, more)
    assert.equal(result.status, 'ok', `${command}: ${textOf(result)}`)
    assert.doesNotMatch(textOf(result), /\[exit code/, command)
    return textOf(result)
  }

  it('runs the tests and the scripts of a project', async () => {
    assert.match(await works('npm test'), /pass 1/)
    assert.ok(existsSync(join(folder.path, 'made-by-test')))
    await works('npm run build')
    assert.ok(existsSync(join(folder.path, 'out.js')))
  })

  it('installs a package', async () => {
    await works('npm install --offline --no-audit --no-fund', { workdir: 'app' })
    assert.ok(existsSync(join(folder.path, 'app/node_modules/helper/index.js')))
  })

  it('looks at the repository and commits to it', async () => {
    assert.match(await works('git status -s'), /\?\? made-by-test/)
    await writeFile(join(folder.path, '.env.example'), 'KEY=\nOTHER=\n')
    await writeFile(join(folder.path, 'a.ts'), 'export const a: number = 3\n')
    assert.match(await works('git diff --stat'), /a\.ts/)
    await works('git commit -q -a -m two')
    assert.match(await works('git log --oneline -1'), /two/)
    const { stdout } = await exec('git', ['show', 'HEAD:.env.example'], { cwd: folder.path })
    assert.equal(stdout, 'KEY=\nOTHER=\n')
  })

  it('compiles', async () => {
    await works('node_modules/typescript/bin/tsc -p tsconfig.json')
    assert.match(await readFile(join(folder.path, 'dist/a.js'), 'utf8'), /a = 3/)
  })

  it('reads in pipes', async () => {
    assert.match(await works('cat a.ts b.ts | grep export | wc -l'), /^2\n/)
  })

  it('is asked about loops, and they run, where a deny rule speaks of another program', async () => {
    await using loose = await createToolyard({
      workspace: folder.path,
      builtins: ['shell'],
      policy: { deny: ['bash(git push)'], mode: 'bypass' },
    })
    for (const command of [
      'for f in *.ts; do cat $f; done',
      'x=a.ts; cat "$x"',
      'ls | while read f; do echo $f; done',
    ]) {
      const result = await loose.call('bash', { command })
      assert.equal(result.status, 'ok', `${command}: ${textOf(result)}`)
    }
  })

  it('goes on beside a program in the background', async () => {
    const started = await run('sleep 30', { background: true })
    assert.notEqual(started.status, 'ok', 'no rule allows it')
    const [one, two] = await Promise.all([works('ls'), works('git status -s')])
    assert.match(one, /a\.ts/)
    assert.ok(two !== undefined)
  })
})
