/**
 * The package as its users get it: built, packed, installed with npm beside Zod, imported, type-checked, run and served.
 *
 * npm needs its registry or a warm cache.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { dialectNames } from 'toolyard'
import { launchBrowser } from './helpers/browser.ts'
import { builtWorkspace, type Packed, plainEnvironment, repository } from './helpers/built-workspace.ts'

const { version } = readManifest('packages/toolyard')
const temp = mkdtempSync(join(tmpdir(), 'toolyard-package-'))
const project = join(temp, 'project')
after(() => rmSync(temp, { recursive: true, force: true }))

function readManifest(folder: string): { readonly version: string } {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as { version: string }
}

function environment(): Record<string, string> {
  return { ...plainEnvironment(), XDG_STATE_HOME: temp }
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execute(command, args, { cwd, env: environment() })
}

function execute(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
): string {
  return execFileSync(command, args, {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  })
}

/** The program of the package, for somebody who has a home folder of their own. */
const program = {
  command: join(project, 'node_modules/.bin/toolyard'),
  environment: () => ({ ...environment(), HOME: temp }),
}

function toolyard(...args: string[]): string {
  return execute(program.command, args, { cwd: project, env: program.environment() })
}

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "user", "private": true, "type": "module" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] },
    include: ['*.ts', 'tools'],
  }),
  'tools/shout.ts': `import { tool } from 'toolyard/decorators'

/** Says it louder. */
@tool({ permission: 'read', effects: 'none' })
export class Shout {
  static inputSchema = { text: String }
  execute({ text }: { text: string }): string {
    return text.toUpperCase()
  }
}
`,
  'main.ts': `import { createToolyard, defineTool, HookType, ToolType, type ToolResult } from 'toolyard'
import { z } from 'zod'

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  permission: 'read',
  effects: 'none',
  execute: ({ a, b }) => a + b,
})
const plain = defineTool({
  name: 'plain',
  description: 'Takes what a JSON Schema says.',
  inputSchema: { type: 'object', properties: { code: { type: 'string', pattern: '^(a|b)+$' } } },
  permission: 'read',
  effects: 'none',
  execute: ({ code }) => code ?? '',
})
const hookType: HookType = HookType.PRE_TOOL_USE
await using yard = await createToolyard({
  tools: [add, plain],
  toolFolders: ['tools'],
  hooks: [{ name: 'look', type: hookType, handler: () => true }],
})
const results: ToolResult[] = [
  await yard.call('add', { a: 1, b: 2 }),
  await yard.call('plain', { code: 'ab' }),
  await yard.call('shout', { text: 'hello' }),
]
console.log(JSON.stringify([...results.map(({ data }) => data), ToolType.STATEFUL, yard.problems]))
`,
}

/** Where the server says that it is, with the token to come in. */
async function linkOf(output: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const part of output) {
    text += part.toString()
    const [, link] = /"link":\s*"([^"]+)"/.exec(text) ?? []
    if (link !== undefined) return link
  }
  throw new Error(`the server ended before it said where it is: ${text}`)
}

describe('the packed package', () => {
  let packed: Packed

  before(() => {
    const built = builtWorkspace()
    packed = built.packed
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
    }
    const beside = ['zod', '@types/node'].map(
      (name) => `${name}@${readManifest(`node_modules/${name}`).version}`,
    )
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
    run('npm', ['install', '--no-save', ...quiet, built.tarball, ...beside], project)
  })

  it('holds what is built, the console and its source, conformance suites included, and no tests', () => {
    const paths = packed.files.map(({ path }) => path)
    for (const needed of [
      'dist/index.js',
      'dist/index.d.ts',
      'dist/cli/main.js',
      'dist/define/decorators.js',
      'dist/testing/index.js',
      'dist/store/conformance/store.d.ts',
      'assets/console/index.html',
      'CHANGELOG.md',
    ])
      assert.ok(paths.includes(needed), `${needed} is missing`)
    const wrong = paths.filter((path) => /\.test\.|fixtures|(?:^|\/)test\//.test(path))
    assert.deepEqual(wrong, [])
    assert.deepEqual(
      paths.filter(
        (path) =>
          !/^(?:assets\/console|dist|src)\/|^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(path),
      ),
      [],
    )
  })

  it('is imported, with its decorators, and runs tools in code and in files', () => {
    assert.deepEqual(JSON.parse(run(process.execPath, ['main.ts'], project)), [
      3,
      'ab',
      'HELLO',
      'STATEFUL',
      [],
    ])
  })

  it('has types that a strict project takes', () => {
    assert.equal(run('tsc', ['-p', '.'], project), '')
  })

  it('brings a program that starts by itself', () => {
    assert.equal(toolyard('--version').trim(), version)
  })

  it('runs what is loaded on demand: built-in tools, their helper process, definitions of every provider', () => {
    assert.match(toolyard('call', 'read_file', 'path=package.json'), /"name": "user"/)
    assert.match(toolyard('--mode', 'bypass', 'call', 'bash', 'command=echo $((40 + 2))'), /42/)
    for (const dialect of dialectNames)
      assert.match(toolyard('show', 'glob', '--dialect', dialect), /"glob"/, dialect)
  })

  it('reads pages of the web in a thread, with libraries that nobody has to install', async (test) => {
    for (const library of ['linkedom', '@mozilla/readability', '@mdream/js'])
      assert.ok(!existsSync(join(project, 'node_modules', library)), library)
    const server = createServer((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<main><h1>Bread</h1><p>Rye <b>flour</b></p><p style="display:none">unseen</p></main>'),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    test.after(() => server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const folder = join(project, 'web')
    mkdirSync(folder)
    const config = `export default { network: { allow: ['${host}'] } }`
    writeFileSync(join(folder, 'toolyard.config.ts'), config)
    const options = { cwd: folder, env: program.environment() }
    execute(program.command, ['trust', '--yes'], options)
    const args = ['--mode', 'bypass', 'call', 'web_fetch', `url=http://${host}/bread`]
    const { stdout } = await promisify(execFile)(program.command, args, options)
    assert.match(stdout, /# Bread\n\nRye \*\*flour\*\*\n/)
    assert.doesNotMatch(stdout, /unseen/)
  })

  it('serves the console, which a browser shows with the tools of the project', async () => {
    const args = ['--json-output', 'serve', '--port', '0']
    const server = spawn(program.command, args, { cwd: project, env: program.environment() })
    const browser = await launchBrowser()
    try {
      const link = await linkOf(server.stdout)
      const page = await browser.newPage()
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor({ timeout: 60_000 })
      await page.getByRole('link', { name: 'read_file' }).waitFor({ timeout: 60_000 })
    } finally {
      await browser.close()
      const ended = once(server, 'close')
      server.kill('SIGINT')
      await ended
    }
  })

  it('serves MCP', async () => {
    const client = new Client({ name: 'package', version: '1' })
    const { command, environment: env } = program
    await client.connect(new StdioClientTransport({ command, args: ['mcp'], cwd: project, env: env() }))
    const { tools } = await client.listTools()
    assert.ok(tools.some(({ name }) => name === 'read_file'))
    const { content } = await client.callTool({ name: 'read_file', arguments: { path: 'package.json' } })
    assert.match(JSON.stringify(content), /private/)
    await client.close()
  })
})
