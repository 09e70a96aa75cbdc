/** A repository that brings a `.toolyard` folder along: nothing in it counts, and only a person takes a database over. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { createToolyard } from 'toolyard'
import { workspaceState } from '../../src/host/index.ts'
import { json, Project } from '../cli/cli.ts'

const knownToken = `ty_${'k'.repeat(43)}`
const setup = ['call', 'bash', 'command=sh setup.sh'] as const

/** With a database whose grants let `sh setup.sh` run, a token and an agent, as another machine made it. */
async function shipped(more: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await Project.alone({ 'setup.sh': 'echo set up > ran\n', ...more })
  await mkdir(project.path('work/.toolyard'))
  await writeFile(project.path('work/.toolyard/token'), `${knownToken}\n`)
  await mkdir(project.path('elsewhere'))
  await using yard = await createToolyard({
    workspace: project.path('elsewhere'),
    builtins: ['files', 'shell', 'system', 'collab'],
    environment: project.environment,
    database: `sqlite:${project.path('work/.toolyard/toolyard.db')}`,
  })
  await yard.agents.create({ name: 'helper', toolIds: ['bash'] })
  await yard.store.grants.add({
    id: 'gr_shipped',
    rule: 'bash(sh setup.sh)',
    tool: 'bash',
    fingerprint: yard.registry.get('bash')?.manifest.fingerprint ?? '',
    threadId: 'cli',
    by: 'terminal:ann',
    createdAt: 1,
  })
  await yard.store.tokens.add({
    id: 'tok_shipped',
    name: 'x',
    role: 'admin',
    hash: 'a'.repeat(64),
    createdAt: 1,
  })
  return project
}

const hasRun = (project: Project): boolean => existsSync(project.path('work/ran'))

describe('a .toolyard folder that came with a repository', { concurrency: 3 }, () => {
  it('grants nothing, and people are told once that it is not used', async () => {
    await using project = await shipped()
    const first = await project.run(setup)
    assert.equal(first.code, 3, first.err)
    assert.match(first.err, /not used: \.toolyard\/ in this folder.*toolyard trust --import/)
    const second = await project.run(setup)
    assert.equal(second.code, 3)
    assert.doesNotMatch(second.err, /not used/)
    assert.ok(!hasRun(project))
    assert.match((await project.run(['grants', '--json-output'])).out, /\[\]/)
  })

  it('brings no token, and its database is left as it is', async () => {
    await using project = await shipped()
    const names = await readdir(project.path('work/.toolyard'))
    const before = await readFile(project.path('work/.toolyard/toolyard.db'))
    const running = project.start(['serve', '--port', '0'])
    running.child.stdin.end()
    await running.says(/#token=\S+\n/)
    const [, url = '', token = ''] = /(http:\/\/[^/\s]+)\/#token=(\S+)/.exec(running.out) ?? []
    const ask = async (value: string): Promise<number> =>
      (await fetch(`${url}/api/info`, { headers: { authorization: `Bearer ${value}` } })).status
    assert.notEqual(token, knownToken)
    assert.deepEqual([await ask(token), await ask(knownToken)], [200, 401])
    running.child.kill('SIGTERM')
    await running.ended
    assert.equal(await readFile(project.path('work/.toolyard/token'), 'utf8'), `${knownToken}\n`)
    assert.deepEqual(await readFile(project.path('work/.toolyard/toolyard.db')), before)
    assert.deepEqual(await readdir(project.path('work/.toolyard')), names)
  })

  it('counts as little where the environment calls it the state, or the home', async () => {
    for (const [name, place] of [
      ['TOOLYARD_STATE', 'work/.toolyard'],
      ['XDG_STATE_HOME', 'work'],
      ['HOME', 'work'],
    ] as const) {
      await using project = await shipped()
      const env = { [name]: project.path(place) }
      const state = workspaceState(project.path('work'), { ...project.environment, ...env })
      await mkdir(state, { recursive: true, mode: 0o700 })
      for (const file of ['toolyard.db', 'token'])
        await writeFile(join(state, file), await readFile(project.path(`work/.toolyard/${file}`)))
      const { code, err } = await project.run(setup, { env })
      assert.equal(code, 2, name)
      assert.match(err, /was not made by Toolyard/)
      assert.ok(!hasRun(project))
    }
  })

  it('gives its calls and agents to a person who imports it, and its rights only where they are asked for', async () => {
    await using project = await shipped()
    const { code, out } = await project.run(['trust', '--import'])
    assert.equal(code, 0)
    assert.match(out, /^Imported 0 calls and 1 agent\.\nLeft out: 1 grant and 1 token, /)
    assert.equal((await stat(project.state('toolyard.db'))).mode & 0o777, 0o600)
    assert.match((await project.run(['agent', 'ls'])).out, /helper/)
    assert.equal((await project.run(setup)).code, 3)
    assert.ok(!hasRun(project))
    const again = await project.run(['trust', '--import', '--with-grants'])
    assert.deepEqual([again.code, /there is a database at .* already/.test(again.err)], [2, true], again.err)

    await rm(project.state(''), { recursive: true })
    const whole = await project.run(['trust', '--import', '--with-grants', '--json-output'])
    assert.deepEqual(
      [json(whole)['grants'], json(whole)['tokens'], json(whole)['withGrants']],
      [1, 1, true],
      whole.err,
    )
    assert.equal((await project.run(setup)).code, 0)
    assert.ok(hasRun(project), 'a grant that was wanted counts')
  })

  it('is imported by people only, and after its configuration was trusted', async () => {
    await using project = await shipped({ 'toolyard.config.ts': 'export default {}' })
    const byTool = await project.run(['trust', '--import'], { env: { TOOLYARD_RUN: 'x' } })
    assert.match(byTool.err, /for people to decide/)
    const elsewhere = { TOOLYARD_RUN: 'x', TOOLYARD_STATE: project.path('other') }
    assert.match((await project.run(['trust', '--import'], { env: elsewhere })).err, /for people to decide/)
    assert.match((await project.run(['trust', '--import'])).err, /not trusted yet/)
    assert.ok(!existsSync(project.state('toolyard.db')))
    await project.run(['trust'])
    assert.equal((await project.run(['trust', '--import'])).code, 0)
    assert.ok(existsSync(project.state('toolyard.db')))
  })

  it('is not imported where it is not what it seems', async () => {
    const change = async (project: Project, sql: string): Promise<void> => {
      const database = new DatabaseSync(project.path('work/.toolyard/toolyard.db'))
      database.exec(sql)
      database.close()
    }
    const file = (project: Project): string => project.path('work/.toolyard/toolyard.db')
    const spoiled: readonly [RegExp, (project: Project) => Promise<void>][] = [
      [/not those of Toolyard/, (project) => change(project, 'create view seen as select * from grants')],
      [
        /not those of Toolyard/,
        (project) => change(project, 'create trigger t after insert on calls begin delete from tokens; end'),
      ],
      [/not those of Toolyard/, (project) => change(project, 'alter table grants add column more text')],
      [/newer Toolyard/, (project) => change(project, "update meta set value = 9999 where key = 'schema'")],
      [
        /is not a database/,
        (project) => writeFile(file(project), 'no database at all, though it has its name'),
      ],
      [
        /is not a regular file/,
        async (project) => {
          await rename(file(project), project.path('moved.db'))
          await symlink(project.path('moved.db'), file(project))
        },
      ],
      [
        /there is no folder/,
        async (project) => {
          await rename(project.path('work/.toolyard'), project.path('moved'))
          await symlink(project.path('moved'), project.path('work/.toolyard'))
        },
      ],
    ]
    await using project = await shipped()
    const kept = await readFile(file(project))
    for (const [reason, spoil] of spoiled) {
      await rm(project.path('work/.toolyard'), { recursive: true, force: true })
      await mkdir(project.path('work/.toolyard'))
      await writeFile(file(project), kept)
      await spoil(project)
      const { code, err } = await project.run(['trust', '--import'])
      assert.notEqual(code, 0, String(reason))
      assert.match(err, reason)
      assert.ok(!existsSync(project.state('toolyard.db')), String(reason))
      assert.deepEqual(
        (await readdir(project.state('')).catch(() => [])).filter((name) => name.includes('import')),
        [],
      )
    }
  })
})

describe('the state of a workspace', { concurrency: 2 }, () => {
  it('is its own, the same through a link, and kept for its owner alone', async () => {
    await using project = await Project.alone()
    await symlink(project.path('work'), project.path('link'))
    await project.run(['sync'])
    await project.run(['agent', 'create', 'helper'], {})
    const workspaces = project.path('.local/state/toolyard/workspaces')
    const through = await project.run(['--workspace', project.path('link'), 'agent', 'ls'])
    assert.match(through.out, /helper/)
    assert.equal((await readdir(workspaces)).length, 1)
    await mkdir(project.path('other'))
    const other = await project.run(['--workspace', project.path('other'), 'agent', 'ls'])
    assert.match(other.out, /^No agents yet/)
    assert.equal((await readdir(workspaces)).length, 2)
    for (const name of await readdir(project.state('')))
      assert.equal((await stat(project.state(name))).mode & 0o777, 0o600, name)
    assert.equal((await stat(project.state(''))).mode & 0o777, 0o700)
  })

  it('stays behind where the folder is moved, and the doctor tells', async () => {
    await using project = await Project.alone()
    await project.run(['agent', 'create', 'helper'])
    const before = project.state('')
    await rename(project.path('work'), project.path('moved'))
    await mkdir(project.path('work'))
    const here = ['--workspace', project.path('moved')]
    const { out } = await project.run([...here, '--wide', 'doctor', '--port', '0'])
    const after = workspaceState(project.path('moved'), project.environment)
    await rm(project.path('work'), { recursive: true })
    assert.match(
      out,
      new RegExp(`state +${after}, made at the first start; also for: ${project.path('work')}`),
    )
    await mkdir(project.path('here'))
    const told = await project.run([...here, '--wide', 'doctor', '--port', '0'], { cwd: '../here' })
    assert.match(told.out, new RegExp(`and for folders that are gone: ${project.path('work')}`))
    assert.match(told.out, new RegExp(`run "mv ${before} ${after}"`))
    await rename(before, after)
    assert.match((await project.run([...here, 'agent', 'ls'], { cwd: '../here' })).out, /helper/)
  })

  it('is shared by servers that start at the same time', async () => {
    await using project = await Project.alone()
    const servers = [1, 2, 3].map(() => project.start(['serve', '--port', '0']))
    for (const server of servers) server.child.stdin.end()
    for (const server of servers) await server.says(/#token=\S+\n/)
    const tokens = new Set(servers.map(({ out }) => /#token=(\S+)/.exec(out)?.[1]))
    for (const { child } of servers) child.kill('SIGTERM')
    for (const { ended } of servers) await ended
    assert.equal(tokens.size, 1)
    assert.ok(tokens.has((await readFile(project.state('token'), 'utf8')).trim()))
  })

  it('is refused where others can write it', async () => {
    await using project = await Project.alone()
    await mkdir(project.path('open'), { mode: 0o700 })
    const env = { TOOLYARD_STATE: project.path('open') }
    assert.equal((await project.run(['sync'], { env })).code, 0)
    await chmod(project.path('open'), 0o777)
    for (const command of [['sync'], ['serve', '--port', '0'], ['--wide', 'doctor', '--port', '0']]) {
      const { code, out, err } = await project.run(command, { env })
      assert.notEqual(code, 0, command[0])
      assert.match(out + err, /can be written by other users/)
    }
  })
})
