/** Commands beside a server that does not answer: none of them waits for it longer than it says. */
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard } from '../../src/index.ts'
import { json, Project, type Ran } from '../cli/cli.ts'
import { initialize } from '../mcp-server/raw.ts'
import { raw } from './support.ts'

const fixture = resolve(import.meta.dirname, 'fixtures/raw-server.ts')
const configOf = (servers: object): string =>
  `export default { builtins: [], toolFolders: ['tools'], mcpServers: ${JSON.stringify(servers)} }\n`
const hello = `/** Says hello. */
export default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => 'hello' }
`
const server = (mode: string): object => ({ command: process.execPath, args: [fixture, mode] })
const named = ['--config', 'toolyard.config.ts']
/** Whoever waits for the server waits fifteen seconds; a start alone may take some on a busy machine, so that it is measured. */
let soonMs = 12_000

let project: Project
before(async () => {
  await using alone = await Project.alone({ 'toolyard.config.ts': configOf({}), 'tools/hello.mjs': hello })
  const from = performance.now()
  await alone.run([...named, 'ls'])
  soonMs += 4 * (performance.now() - from)
  project = await Project.alone({
    'toolyard.config.ts': configOf({ mute: server('silent') }),
    'tools/hello.mjs': hello,
  })
})
after(() => project[Symbol.asyncDispose]())

async function soon(args: readonly string[]): Promise<Ran> {
  const from = performance.now()
  const ran = await project.run([...named, ...args])
  const ms = Math.round(performance.now() - from)
  assert.ok(ms < soonMs, `${args.join(' ')} took ${ms} ms: ${ran.err}`)
  return ran
}

describe('beside a silent server', () => {
  it('ls shows the other tools and says which server is still connecting', async () => {
    const { code, out, err } = await soon(['ls'])
    assert.equal(code, 0)
    assert.match(out, /hello/)
    assert.match(err, /still connecting: mute/)
    assert.ok(json<{ tools: object[] }>(await soon(['ls', '--json-output'])).tools.length > 0)
  })

  it('a command about a tool of nobody else’s does not wait at all', async () => {
    for (const args of [
      ['policy', 'explain', 'hello'],
      ['show', 'hello'],
      ['call', 'hello'],
      ['agent', 'ls'],
    ]) {
      const { code, err } = await soon(args)
      assert.equal(code, 0, err)
      assert.doesNotMatch(err, /Waiting for MCP servers|still connecting/)
    }
    const { code, err } = await soon(['call', 'no_such_tool'])
    assert.equal(code, 2)
    assert.doesNotMatch(err, /Waiting for MCP servers/)
  })

  it('serve is ready', async () => {
    const from = performance.now()
    const running = project.start([...named, 'serve', '--port', '0'])
    await running.says(/ready/)
    assert.ok(performance.now() - from < soonMs)
    running.child.kill('SIGTERM')
    await running.ended
  })
})

describe('a server that comes late', () => {
  it('is waited for by a command about its tool alone', async () => {
    const both = { mute: server('silent'), docs: server('plain') }
    await using other = await Project.alone({ 'toolyard.config.ts': configOf(both) })
    const { code, out, err } = await other.run([...named, 'show', 'docs__echo'])
    assert.equal(code, 0, err)
    assert.match(out, /Does echo/)
    assert.doesNotMatch(err, /mute/)
  })

  it('is not held up by four that say nothing', async () => {
    const folder = await Project.alone()
    const silent = Object.fromEntries([1, 2, 3, 4].map((index) => [`mute${index}`, raw('silent')]))
    const yard = await createToolyard({
      workspace: folder.path('work'),
      mcpServers: { ...silent, docs: raw() },
    })
    const { promise, resolve: come } = Promise.withResolvers<void>()
    yard.onToolsChanged(() => yard.registry.has('docs__echo') && come())
    const late = setTimeout(() => come(), soonMs)
    await promise
    clearTimeout(late)
    assert.ok(yard.registry.has('docs__echo'))
    await yard.close()
    await folder[Symbol.asyncDispose]()
  })

  it('has its tools told to an MCP client that has its list already', async () => {
    await using other = await Project.alone({ 'toolyard.config.ts': configOf({ docs: server('gated') }) })
    await writeFile(other.path('work/gate'), '')
    assert.equal((await other.run([...named, 'ls'])).code, 0)
    const accepted = await other.run([...named, 'accept', 'docs__echo'])
    assert.equal(accepted.code, 0, accepted.err)
    await rm(other.path('work/gate'))
    await rm(other.state('mcp-tools.json'), { force: true })
    const from = performance.now()
    const running = other.start([...named, 'mcp'])
    const send = (message: object): void =>
      running.type(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    send(initialize)
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/list' })
    await running.says(/"id":2\b.*\n/)
    assert.ok(performance.now() - from < soonMs)
    assert.doesNotMatch(running.out, /docs__echo/)
    await writeFile(other.path('work/gate'), '')
    await running.says(/notifications\/tools\/list_changed/)
    // It is told of every change, and what it looks for may come with a later one.
    for (let id = 3; !running.out.includes('docs__echo'); id++) {
      send({ id, method: 'tools/list' })
      await running.says(new RegExp(`"id":${id}\\b.*\\n`))
    }
    running.child.stdin.end()
    assert.equal((await running.ended).code, 0)
  })
})
