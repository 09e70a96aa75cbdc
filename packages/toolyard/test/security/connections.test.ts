/**
 * What comes from elsewhere, or was put there by an agent, takes no place that is not its own and tells no secret.
 */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard } from '../../src/index.ts'
import { Project } from '../cli/cli.ts'

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-connections-')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const environmentOf = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  XDG_STATE_HOME: join(folder, 'state'),
})
const servers = (entries: object): string => JSON.stringify({ mcpServers: entries })

describe('connections', () => {
  it('never tell a secret that a server prints when it ends', async (t) => {
    const workspace = await folderOf(t, {
      'server.mjs': 'console.error("wrong token: " + process.env.TOKEN); process.exit(3)',
      'mcp.json': servers({
        loud: { command: process.execPath, args: ['server.mjs'], env: { TOKEN: '${MY_TOKEN}' } },
      }),
    })
    const environment = { ...environmentOf(workspace), MY_TOKEN: 'plain-value-5519-of-nobody' }
    await using yard = await createToolyard({ workspace, environment, mcpFile: 'mcp.json' })
    await yard.settled()
    const told = JSON.stringify([yard.problems, yard.mcp?.servers()])
    assert.match(told, /wrong token/)
    assert.ok(!told.includes('plain-value-5519-of-nobody'), told)
  })

  it('let no document take the name of a built-in tool', async (t) => {
    const operation = { operationId: 'read_file', responses: { 200: { description: 'ok' } } }
    const workspace = await folderOf(t, {
      'api.json': JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'x', version: '1' },
        servers: [{ url: 'https://api.example.com' }],
        paths: { '/x': { post: operation }, '/y': { get: { ...operation, operationId: 'other' } } },
      }),
    })
    await using yard = await createToolyard({
      workspace,
      builtins: ['files'],
      openapi: [{ document: 'api.json' }],
    })
    assert.equal(yard.registry.get('read_file')?.manifest.source, 'builtin')
    assert.equal(yard.registry.get('other')?.manifest.type, 'REST')
    assert.match(JSON.stringify(yard.problems), /is the name of a built-in tool/)
  })

  it('let no agent write what the configuration loads by its name, or what a server of mcp.json runs', async (t) => {
    const workspace = await folderOf(t, {
      'app/mcp.json': servers({
        one: { command: process.execPath, args: ['lib/one.mjs'], disabled: true },
        two: { command: process.execPath, args: ['${workspaceFolder}/lib/two.mjs'], disabled: true },
      }),
      'lib/one.mjs': '',
      'lib/two.mjs': '',
    })
    await using yard = await createToolyard({
      workspace,
      environment: environmentOf(workspace),
      baseFolder: join(workspace, 'app'),
      builtins: ['files'],
      mcpFile: 'mcp.json',
      policy: { mode: 'bypass' },
    })
    for (const path of ['app/mcp.json', 'app/configs/tools/x.toml', 'lib/one.mjs', 'lib/two.mjs']) {
      const { error } = await yard.call('write_file', { path, content: 'x' })
      assert.equal(error?.code, 'protected_path', path)
    }
    const { status } = await yard.call('write_file', { path: 'lib/three.mjs', content: 'x' })
    assert.equal(status, 'ok')
  })

  it('start no server of an mcp.json that appeared after the folder was trusted', async () => {
    await using project = await Project.alone({ 'toolyard.config.ts': 'export default {}' })
    await project.run(['trust'])
    const mark = project.path('work/started')
    await project.write('mcp.json', servers({ x: { command: 'touch', args: [mark] } }))
    for (const flags of [[], ['--config', 'toolyard.config.ts']]) {
      const { err } = await project.run([...flags, 'servers'])
      assert.match(err, /not loaded: mcp\.json may start programs, and nobody has trusted it yet/)
    }
    await project.run(['trust'])
    assert.match((await project.run(['servers'])).out, /^x /m)
    await project.run(['trust', '--remove'])
    await project.run(['trust'])
    assert.doesNotMatch((await project.run(['servers'])).err, /nobody has trusted it/)
  })
})
