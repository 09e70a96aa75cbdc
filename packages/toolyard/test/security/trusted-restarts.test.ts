/** A server that is started again, and files that a library's tools import: what was trusted stays what runs. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, textOf } from '../../src/index.ts'
import { openToolyard, openTrustedPlace, settlePlace, wholeGraph } from '../../src/runtime/index.ts'

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-restarts-')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

/** Speaks just enough of the older protocol; its one tool ends it. */
const server = (word: string): string => `
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
let rest = ''
process.stdin.on('data', (chunk) => {
  rest += chunk
  for (let at = rest.indexOf('\\n'); at >= 0; at = rest.indexOf('\\n')) {
    const { id, method, params } = JSON.parse(rest.slice(0, at))
    rest = rest.slice(at + 1)
    if (method === 'initialize')
      answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } })
    else if (method === 'tools/list')
      answer(id, { tools: ['say', 'end'].map((name) => ({ name, description: name, inputSchema: { type: 'object' } })) })
    else if (method === 'tools/call' && params.name === 'end') process.exit(1)
    else if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: '${word}' }] })
    else if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n')
  }
})
`

describe('a server that has ended', () => {
  it('is not started again when its script has changed, and is once that is trusted', async (t) => {
    const folder = await folderOf(t, { 'work/servers/one.cjs': server('trusted') })
    const workspace = join(folder, 'work')
    const options = {
      workspace,
      mcpServers: { one: { command: process.execPath, args: ['servers/one.cjs'] } },
      policy: { mode: 'bypass' as const, allow: ['one__*'] },
    }
    const request = {
      file: undefined,
      folder: workspace,
      environment: { TOOLYARD_STATE: join(folder, 'state') },
    }
    const place = openTrustedPlace(request)
    settlePlace(place, options)
    place.take(await wholeGraph(place, undefined, options), { keep: false })
    await using yard = await openToolyard(options, place)
    await yard.settled()
    const say = () => yard.call('one__say', {})
    await yard.syncTools()
    for (const name of ['one__say', 'one__end']) await yard.history.accept(name)
    assert.equal(textOf(await say()), 'trusted')
    await writeFile(join(workspace, 'servers/one.cjs'), server('evil'))
    await yard.call('one__end', {})
    const refused = await say()
    assert.equal(refused.error?.code, 'untrusted', JSON.stringify(refused))
    assert.match(refused.error.message, /servers\/one\.cjs has changed since it was trusted/)
    const other = openTrustedPlace(request)
    other.take(await wholeGraph(other, undefined, options), { keep: false })
    await t.waitFor(async () => assert.equal(textOf(await say()), 'evil'), { interval: 100, timeout: 60_000 })
  })
})

describe('createToolyard', () => {
  it('keeps what its tools, hooks and servers import and start from being written', async (t) => {
    const workspace = await folderOf(t, {
      'package.json': '{"type":"module"}',
      'tools/speak.ts': `/** Speaks. */
import { word } from '../src/lib.ts'
import 'installed'
export default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => word }
`,
      'src/lib.ts': "import './deep.ts'\nexport const word = 'x'\n",
      'src/deep.ts': '',
      'src/app.ts': '',
      'servers/one.mjs': "import './part.mjs'\n",
      'servers/part.mjs': '',
      'hooks/check.py': 'import rules\n',
      'hooks/rules.py': '',
      'node_modules/installed/package.json': '{"name":"installed","exports":"./index.js"}',
      'node_modules/installed/index.js': '',
    })
    await using yard = await createToolyard({
      workspace,
      builtins: ['files'],
      toolFolders: ['tools'],
      mcpServers: { one: { command: process.execPath, args: ['servers/one.mjs'], disabled: true } },
      hooks: [
        { name: 'check', type: 'TOOL_SKIP', handler: { command: 'python3', args: ['hooks/check.py'] } },
      ],
      policy: { mode: 'bypass' },
    })
    const write = async (path: string): Promise<string | undefined> =>
      (await yard.call('write_file', { path, content: 'x' })).error?.code
    for (const path of [
      'src/lib.ts',
      'src/deep.ts',
      'servers/part.mjs',
      'hooks/rules.py',
      'node_modules/installed/index.js',
      'node_modules/installed/new.js',
    ])
      assert.equal(await write(path), 'protected_path', path)
    for (const path of ['src/new.ts', 'package.json', 'node_modules/other/index.js'])
      assert.notEqual(await write(path), 'protected_path', path)
  })
})
