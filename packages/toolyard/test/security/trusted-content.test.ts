/** What runs outside the sandbox is what was trusted, by content: at every load, through the command line. */
import assert from 'node:assert/strict'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { json, Project } from '../cli/cli.ts'
import { speak, trusted, trustedFiles as files } from './trusted-project.ts'

describe('files that a trusted one imports', () => {
  it('are refused to tools that write, in every mode', async () => {
    await using project = await trusted()
    for (const [path, from] of [
      ['src/lib.ts', 'trusted'],
      ['src/rules.ts', 'send_'],
      ['src/part.ts', '1'],
      ['tools/speak.ts', 'word'],
    ])
      for (const mode of path === 'src/lib.ts' ? ['accept-edits', 'bypass'] : ['accept-edits']) {
        const edit = { path, old_string: from, new_string: 'evil' }
        for (const [tool, input] of [
          ['edit_file', edit],
          ['write_file', { path, content: 'evil' }],
        ] as const) {
          const ran = await project.run([`--mode=${mode}`, 'call', tool, '--json', JSON.stringify(input)])
          assert.notEqual(ran.code, 0, `${tool} ${path}`)
          assert.match(ran.err, /protected/, `${tool} ${path}`)
        }
      }
    const { code } = await project.run(['call', 'write_file', 'path=src/other.ts', 'content=x'])
    assert.equal(code, 0)
    assert.equal((await speak(project)).out, 'trusted\n')
  })

  it('are not loaded once they have changed, and are named', async () => {
    await using project = await trusted()
    await project.write('src/lib.ts', "export const word: string = 'evil'\n")
    const { code, out, err } = await speak(project)
    assert.notEqual(code, 0)
    assert.doesNotMatch(out, /evil/)
    assert.match(err, /src\/lib\.ts has changed since it was trusted/)
    assert.match(
      (await project.run(['trust', '--status'])).out,
      /src\/lib\.ts[\s\S]*-export[\s\S]*\+export.*evil/,
    )
    await project.run(['trust'])
    assert.equal((await speak(project)).out, 'evil\n')
  })

  it('stop the configuration that imports them', async () => {
    await using project = await trusted()
    await project.write('src/rules.ts', 'export const rules: string[] = []\n')
    for (const flags of [[], ['--config', 'toolyard.config.ts']]) {
      const { code, err } = await project.run([...flags, 'ls'])
      assert.equal(code, 2)
      assert.match(err, /src\/rules\.ts has changed since it was trusted/)
    }
  })

  it('count in a package that is nearer than the trusted one, under another type, and through another name', async () => {
    await using project = await trusted({
      'src/lib.ts': "import { z } from 'zod'\nexport const word = z === undefined ? 'no' : 'trusted'\n",
    })
    assert.equal((await speak(project)).out, 'trusted\n')
    const tries: readonly (readonly [string, string])[] = [
      ['src/node_modules/zod/index.js', "export const z = 'evil'"],
      ['src/package.json', '{"type":"commonjs"}'],
      ['src/package.json', '{"type":"module","imports":{"#part":"./app.ts"}}'],
      [
        'package.json',
        JSON.stringify({ name: 'project', type: 'module', imports: { '#part': './src/app.ts' } }),
      ],
      ['tools/package.json', '{"name":"zod","exports":"../src/app.ts"}'],
    ]
    for (const [path, text] of tries) {
      const before = await readFile(project.path(`work/${path}`), 'utf8').catch(() => undefined)
      await project.write(path, text)
      const { code, err } = await speak(project)
      assert.notEqual(code, 0, path)
      assert.match(err, /trusted/, path)
      if (before !== undefined) await project.write(path, before)
      else await rm(project.path(`work/${path.split('/').slice(0, 2).join('/')}`), { recursive: true })
    }
    assert.equal((await speak(project)).out, 'trusted\n')
  })

  it('count behind a link that leads elsewhere now', async () => {
    await using project = await trusted()
    await mkdir(project.path('elsewhere'))
    await writeFile(project.path('elsewhere/lib.ts'), "export const word = 'evil'\n")
    await rm(project.path('work/src/lib.ts'))
    await symlink('../../elsewhere/lib.ts', project.path('work/src/lib.ts'))
    const { code, out, err } = await speak(project)
    assert.notEqual(code, 0)
    assert.doesNotMatch(out, /evil/)
    assert.match(err, /src\/lib\.ts/)
  })
})

describe('code that no reading of files leads to', () => {
  const loader = `/** Loads. */
import { defineTool } from 'toolyard'
import { z } from 'zod'
export default defineTool({
  inputSchema: z.object({ name: z.string().describe('Which') }),
  permission: 'read',
  effects: 'none',
  execute: async ({ name }, { workspace }) => (await import(workspace + '/parts/' + name)).default,
})
`

  it('is refused when it is loaded, until it is trusted by its name', async () => {
    await using project = await trusted({ 'tools/load.ts': loader, 'parts/a.ts': "export default 'a'\n" })
    const load = () => project.run(['call', 'load', 'name=a.ts'])
    const refused = await load()
    assert.notEqual(refused.code, 0)
    assert.match(refused.err, /parts\/a\.ts was not there when it was trusted, or was not loaded/)
    await project.run(['trust', 'parts/a.ts'])
    assert.equal((await load()).out, 'a\n')
    await project.write('parts/a.ts', "export default 'evil'\n")
    assert.match((await load()).err, /parts\/a\.ts has changed/)
  })

  it('is refused where it is compiled for its decorators', async () => {
    const decorated = (word: string): string => `import { tool } from 'toolyard/decorators'
/** Says a word. */
@tool({ permission: 'read', effects: 'none' })
export default class Say { execute() { return '${word}' } }
`
    await using project = await trusted({ 'tools/say.ts': decorated('trusted') })
    assert.equal((await project.run(['call', 'say'])).out, 'trusted\n')
    await project.write('tools/say.ts', decorated('evil'))
    const { out, err } = await project.run(['call', 'say'])
    assert.doesNotMatch(out, /evil/)
    assert.match(err, /say\.ts has changed|no tool named/)
  })
})

describe('another configuration', () => {
  it('is not loaded in the place of the trusted one', async () => {
    await using project = await trusted()
    await project.write('toolyard.config.mts', 'throw new Error("evil ran")')
    assert.equal((await speak(project)).out, 'trusted\n')
    await project.remove('toolyard.config.ts')
    const { code, err } = await speak(project)
    assert.equal(code, 2)
    assert.match(err, /toolyard\.config\.mts is code, and its folder is not trusted yet/)
  })

  it('is missed when it was trusted and is gone: its rules would be gone with it', async () => {
    await using project = await trusted()
    await project.remove('toolyard.config.ts')
    const { code, err } = await project.run(['ls'])
    assert.equal(code, 2)
    assert.match(err, /toolyard\.config\.ts was trusted here, and is gone/)
    assert.equal((await project.run(['trust', '--remove'])).code, 0)
    assert.equal((await project.run(['ls'])).code, 0)
  })

  it('is trusted by being named, once, and only where it is named', async () => {
    await using project = await Project.alone({
      'own.ts': 'export default {}',
      'toolyard.config.ts': 'export default {}',
    })
    const own = ['--config', 'own.ts', 'ls']
    assert.equal((await project.run(own)).code, 0)
    assert.equal((await project.run(own)).code, 0)
    await project.write('own.ts', 'console.error("evil ran"); export default {}')
    const { code, err } = await project.run(own)
    assert.equal(code, 2)
    assert.match(err, /own\.ts has changed since it was trusted/)
    assert.doesNotMatch(err, /evil ran/)
    assert.match((await project.run(['--trust-changes', ...own])).err, /evil ran/)
    await project.run(['--config', 'toolyard.config.ts', 'ls'])
    assert.match((await project.run(['ls'])).err, /not trusted yet/)
  })

  it('of another name is kept from being written', async () => {
    await using project = await Project.alone({
      'own.ts': "export default { builtins: ['files'], policy: { mode: 'bypass' } }",
    })
    const { err } = await project.run([
      '--config',
      'own.ts',
      'call',
      'write_file',
      'path=own.ts',
      'content=evil',
    ])
    assert.match(err, /protected/)
  })

  it('is not trusted because an older version has trusted its folder by its path', async () => {
    await using project = await Project.alone({ 'toolyard.config.ts': 'throw new Error("ran")' })
    const old = project.path('.config/toolyard/trusted.json')
    await mkdir(dirname(old), { recursive: true })
    await writeFile(old, JSON.stringify([project.path('work')]))
    const { code, err } = await project.run(['ls'])
    assert.equal(code, 2)
    assert.match(err, /was trusted by its path: content counts now[\s\S]*toolyard trust/)
  })
})

describe('honest work', () => {
  it('asks nothing: other files, the same bytes again, another dependency', async () => {
    await using project = await trusted()
    await project.write('src/app.ts', 'export const unrelated = 2\n')
    await project.write('src/new.ts', 'export const more = 2\n')
    await project.write('src/lib.ts', files['src/lib.ts'])
    await project.write('node_modules/left-pad/index.js', 'module.exports = 1')
    await project.write('README.md', '# words')
    const manifest = JSON.parse(files['package.json']) as object
    await project.write(
      'package.json',
      JSON.stringify({
        ...manifest,
        version: '2.0.0',
        scripts: { test: 'node --test' },
        dependencies: { 'left-pad': '1' },
      }),
    )
    assert.equal((await speak(project)).out, 'trusted\n')
    assert.equal((await project.run(['trust', '--status'])).code, 0)
  })

  it('of a person at a terminal is shown and asked about once', async () => {
    await using project = await trusted()
    await project.write('src/lib.ts', "export const word: string = 'mine'\n")
    const first = project.startOnTerminal(['call', 'speak'])
    await first.says(
      /src\/lib\.ts has changed since it was trusted[\s\S]*\+export const word: string = 'mine'[\s\S]*Trust these changes\?/,
    )
    first.type('y\n')
    assert.match((await first.ended).out, /mine/)
    assert.equal((await speak(project)).out, 'mine\n')
    await project.write('tools/more.ts', files['tools/speak.ts'])
    const second = project.startOnTerminal(['call', 'more'])
    await second.says(/tools\/more\.ts is new[\s\S]*Trust these changes\?/)
    second.type('n\n')
    assert.notEqual((await second.ended).code, 0)
  })

  it('is not what a tool says of itself', async () => {
    await using project = await trusted()
    await project.write('src/lib.ts', "export const word: string = 'evil'\n")
    const env = { TOOLYARD_RUN: 'x' }
    for (const args of [['trust'], ['trust', '--yes'], ['--trust-changes', 'call', 'speak']]) {
      const { code, err } = await project.run(args, { env })
      assert.notEqual(code, 0)
      assert.match(err, /for people to decide/)
    }
    const status = await project.run(['--json-output', 'trust', '--status'], { env })
    assert.deepEqual(json(status)['changes'], [{ path: 'src/lib.ts', kind: 'changed' }])
  })
})
