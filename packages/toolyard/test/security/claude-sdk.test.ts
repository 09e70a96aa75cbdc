/** The Claude Agent SDK runs outside the sandbox: a workspace and the tools in it have no say in what is loaded as it. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, textOf, type ToolService } from '../../src/index.ts'
import type { ToolFault } from '../../src/define/index.ts'
import type { ToolyardOptions } from '../../src/runtime/index.ts'

const sdk = 'node_modules/@anthropic-ai/claude-agent-sdk'
const mcp = 'node_modules/@modelcontextprotocol/sdk'

/** Packages that leave a mark when they are loaded, and a program that is named and never started. */
const packages = {
  [`${sdk}/package.json`]: JSON.stringify({
    name: '@anthropic-ai/claude-agent-sdk',
    type: 'module',
    exports: './sdk.mjs',
    peerDependencies: { '@modelcontextprotocol/sdk': '1' },
  }),
  [`${sdk}/sdk.mjs`]: `import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
const top = join(import.meta.dirname, '../../..')
writeFileSync(join(top, 'loaded'), '')
export function query({ options }) {
  options.spawnClaudeCodeProcess({ command: join(top, 'program'), args: [], cwd: top, env: {} })
}
`,
  [`${mcp}/package.json`]: '{ "name": "@modelcontextprotocol/sdk", "type": "module" }',
  [`${mcp}/server/index.js`]: 'export class Server { setRequestHandler() {} }\n',
  [`${mcp}/types.js`]: '',
  program: '#!/bin/sh\n',
}

interface Opened {
  readonly yard: ToolService
  readonly workspace: string
}

async function open(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  options: ToolyardOptions = {},
): Promise<Opened> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-claude-sdk-')))
  const workspace = join(folder, 'work')
  for (const [name, text] of Object.entries({ 'work/readme.md': '', ...prefixed(files) })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const environment = { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'sk-ant-test-1234567890' }
  const yard = await createToolyard({
    workspace,
    builtins: ['files'],
    policy: { mode: 'bypass' },
    environment: { ...environment, TOOLYARD_STATE: join(folder, 'state') },
    ...options,
  })
  t.after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  const model = 'anthropic/claude-sonnet-5'
  await yard.agents.create({ name: 'worker', prompt: '', runner: 'claude', model })
  return { yard, workspace }
}

function prefixed(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`work/${name}`, text]))
}

async function faultOfRun(yard: ToolService): Promise<ToolFault | undefined> {
  const run = await yard.runs.start({ agent: 'worker', prompt: 'Work.' })
  let fault: ToolFault | undefined
  for await (const event of run.events) if (event.type === 'error') fault = event.error
  return fault
}

describe('the Claude Agent SDK of a workspace', () => {
  it('is not loaded only because a repository brings it along', async (t) => {
    const { yard, workspace } = await open(t, packages)
    const fault = await faultOfRun(yard)
    assert.match(fault?.message ?? '', /needs the package/)
    assert.equal(existsSync(join(workspace, 'loaded')), false)
  })

  for (const [title, first] of Object.entries({
    'the SDK': `${sdk}/package.json`,
    'the MCP SDK beside it': `${mcp}/package.json`,
  }))
    it(`is not loaded where a tool wrote ${title} into the folder that is configured`, async (t) => {
      const before = Object.entries(packages).filter(([name]) => !name.startsWith(dirname(first)))
      const { yard, workspace } = await open(t, Object.fromEntries(before), { claude: { sdkFolder: '.' } })
      for (const [path, content] of Object.entries(packages)) {
        if (!path.startsWith(dirname(first))) continue
        const written = await yard.call('write_file', { path, content })
        assert.equal(written.status, 'ok', textOf(written))
      }
      const fault = await faultOfRun(yard)
      assert.equal(fault?.code, 'untrusted', JSON.stringify(fault))
      assert.equal(existsSync(join(workspace, 'loaded')), false)
    })

  it('can’t be written once it is there, and starts no program that can', async (t) => {
    for (const claude of [{ sdkFolder: '.' }, undefined]) {
      const { yard, workspace } = await open(t, packages, claude && { claude })
      for (const path of [`${sdk}/sdk.mjs`, `${sdk}/more.mjs`, `${mcp}/types.js`]) {
        const written = await yard.call('write_file', { path, content: 'evil()' })
        assert.equal(written.error?.code, 'protected_path', textOf(written))
      }
      const fault = await faultOfRun(yard)
      assert.equal(existsSync(join(workspace, 'loaded')), claude !== undefined)
      if (claude) assert.match(fault?.message ?? '', /program is in a folder that tools can write to/)
    }
  })
})
