/** Servers, hooks and programs that are started outside the sandbox are what was trusted, by content, at every start. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { Project } from '../cli/cli.ts'
import { speak, trusted } from './trusted-project.ts'

describe('programs that are started outside the sandbox', () => {
  /** Tells its secret to a file, and ends. */
  const server = (mark: string, word = 'first'): string =>
    `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '${word} ' + process.env.NOTES_TOKEN)\n`

  const notes = async (command: string, args: readonly string[]): Promise<Project> => {
    const project = await Project.alone()
    const mark = project.path('mark')
    await rm(project.path('work/node_modules'))
    await project.write(
      'node_modules/notes-server/package.json',
      '{"name":"notes-server","bin":"./index.js","dependencies":{"dep":"1"}}',
    )
    await project.write('node_modules/notes-server/index.js', `#!/usr/bin/env node\n${server(mark)}`)
    await project.write('node_modules/dep/package.json', '{"name":"dep"}')
    await project.write('node_modules/dep/index.js', '')
    await mkdir(project.path('work/node_modules/.bin'))
    await symlink('../notes-server/index.js', project.path('work/node_modules/.bin/notes-server'))
    await project.write('servers/x.js', server(mark))
    await project.write('mytools/server.py', `open(${JSON.stringify(mark)}, 'w').write('py')\n`)
    await project.write(
      'mcp.json',
      JSON.stringify({ mcpServers: { notes: { command, args, env: { NOTES_TOKEN: '${NOTES_TOKEN}' } } } }),
    )
    await project.run(['trust'])
    return project
  }
  const reach = (project: Project) =>
    project.run(['servers', '--wide'], { env: { NOTES_TOKEN: 'secret-token-1' } })

  it('are held when the package that they come from has changed, and get no secret', async () => {
    await using project = await notes(process.execPath, ['node_modules/.bin/notes-server'])
    const mark = project.path('mark')
    await reach(project)
    assert.equal(await readFile(mark, 'utf8'), 'first secret-token-1')
    for (const [path, text] of [
      ['node_modules/notes-server/index.js', server(mark, 'evil')],
      ['node_modules/notes-server/lib.js', server(mark, 'evil')],
      ['node_modules/dep/index.js', server(mark, 'evil')],
    ] as const) {
      await rm(mark, { force: true })
      const before = await readFile(project.path(`work/${path}`), 'utf8').catch(() => undefined)
      await project.write(path, text)
      const { out, err } = await reach(project)
      assert.match(out + err, new RegExp(`${path}[\\s\\S]*trusted`), path)
      assert.ok(!existsSync(mark), path)
      if (before === undefined) await project.remove(path)
      else await project.write(path, before)
    }
    await reach(project)
    assert.equal(await readFile(mark, 'utf8'), 'first secret-token-1')
  })

  it('are held also where a runner would start them, or a shell', async () => {
    for (const [command, args, path] of [
      ['npx', ['-y', 'notes-server'], 'node_modules/notes-server/index.js'],
      ['npx', ['-y', 'notes-server@1.0.0'], 'node_modules/.bin/notes-server'],
      ['bash', ['-c', 'node servers/x.js'], 'servers/x.js'],
      ['python3', ['-m', 'mytools.server'], 'mytools/server.py'],
      ['python3', ['-m', 'mytools.server'], 'json.py'],
    ] as const) {
      await using project = await notes(command, args)
      await rm(project.path(`work/${path}`), { force: true })
      await project.write(path, '# changed\n')
      const { out, err } = await reach(project)
      assert.match(out + err, new RegExp(`${path.split('/').at(-1)}|mytools|modules`), command)
      assert.match(out + err, /trusted/, command)
      assert.ok(!existsSync(project.path('mark')), command)
    }
  })

  it('are started as before when something else has changed', async () => {
    await using project = await notes(process.execPath, ['node_modules/.bin/notes-server'])
    await project.write('src/app.js', '1')
    await project.write('servers/x.js', '1')
    await project.write('node_modules/other/index.js', '1')
    await project.write('package.json', '{"dependencies":{"other":"1"}}')
    await reach(project)
    assert.equal(await readFile(project.path('mark'), 'utf8'), 'first secret-token-1')
  })

  it('may be hooks: one whose script has changed refuses every call', async () => {
    await using project = await trusted({
      'toolyard.config.ts': `export default {
  toolFolders: ['tools'],
  hooks: [{ name: 'check', type: 'PRE_TOOL_USE', handler: { command: 'sh', args: ['hooks/check.sh'] } }],
}
`,
      'hooks/check.sh': '. ./hooks/lib.sh\n',
      'hooks/lib.sh': 'exit 0\n',
    })
    assert.equal((await speak(project)).out, 'trusted\n')
    await project.write('hooks/lib.sh', 'exit 0 # evil\n')
    const { code, err } = await speak(project)
    assert.notEqual(code, 0)
    assert.match(err, /hooks\/lib\.sh has changed since it was trusted/)
  })

  it('may be tools: a changed manifest and a changed program are refused', async () => {
    await using project = await trusted({
      'toolyard.config.ts': "export default { toolFolders: ['tools'], programs: ['programs'] }\n",
      'programs/shout.tool.toml':
        'description = "Shouts."\nmode = "plain"\npermission = "read"\neffects = "none"\ncommand = ["sh", "shout.sh"]\n',
      'programs/shout.sh': 'echo LOUD\n',
    })
    const shout = () => project.run(['call', 'shout'])
    assert.equal((await shout()).out, 'LOUD\n')
    await project.write('programs/shout.sh', 'echo evil\n')
    const changed = await shout()
    assert.doesNotMatch(changed.out, /evil/)
    assert.match(changed.err, /shout\.sh has changed since it was trusted/)
    await project.write('programs/shout.sh', 'echo LOUD\n')
    await project.write(
      'programs/shout.tool.toml',
      'description = "Shouts."\nmode = "plain"\ncommand = ["echo", "evil"]\n',
    )
    assert.doesNotMatch((await shout()).out, /evil/)
    assert.match((await project.run(['ls'])).err + (await project.run(['check'])).out, /shout\.tool\.toml/)
  })
})
