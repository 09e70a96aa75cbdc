/** The real clients of both SDKs, over stdio: each checks structured content against the schema that it was listed. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Project } from '../cli/cli.ts'

const config = `export default { builtins: ['files', 'shell', 'system'], policy: { mode: 'bypass' } }`

interface Connection extends AsyncDisposable {
  call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
  schemas(): Promise<Map<string, unknown>>
}

let project: Project
before(async () => {
  project = await Project.make({ 'toolyard.config.ts': config, 'a.txt': 'one\ntwo\n' })
  const { code, err } = await project.run(['trust'])
  assert.equal(code, 0, err)
})
after(() => project[Symbol.asyncDispose]())

const info = { name: 'test', version: '1' }

async function connectOld(): Promise<Connection> {
  const client = new OldClient(info)
  await client.connect(new OldTransport({ ...project.command(['mcp']), stderr: 'ignore' }))
  return {
    call: (name, input) => client.callTool({ name, arguments: input }),
    async schemas() {
      const { tools } = await client.listTools()
      return new Map(tools.map((tool) => [tool.name, tool.outputSchema]))
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

async function connectNew(): Promise<Connection> {
  const client = new Client(info)
  await client.connect(new StdioClientTransport({ ...project.command(['mcp']), stderr: 'ignore' }))
  return {
    call: (name, input) => client.callTool({ name, arguments: input }),
    async schemas() {
      const { tools } = await client.listTools()
      return new Map(tools.map((tool) => [tool.name, tool.outputSchema]))
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

describe('structured content of the built-in tools', () => {
  for (const [version, connect] of [
    ['1', connectOld],
    ['2', connectNew],
  ] as const)
    it(`is taken by the client of SDK version ${version}`, async () => {
      await using client = await connect()
      const schemas = await client.schemas()
      for (const name of ['bash', 'process', 'read_file', 'grep', 'git', 'read_result'])
        assert.ok(schemas.get(name), name)
      const rows: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
        ['bash', { command: 'echo hi; exit 3' }, { exit_code: 3, output: 'hi\n' }],
        ['bash', { command: 'seq 100000' }, { exit_code: 0, truncated: true }],
        ['bash', { command: 'sleep 50', background: true }, { status: 'running', session_id: 's1' }],
        ['process', { action: 'kill', session_id: 's1' }, { status: 'exited' }],
        ['read_file', { path: 'a.txt' }, { text: 'one\ntwo', total_lines: 2 }],
        ['grep', { pattern: 'two' }, { files: [{ path: 'a.txt', matches: [{ line: 2, text: 'two' }] }] }],
        ['glob', { pattern: '*.txt' }, { files: ['a.txt'] }],
        ['list_dir', {}, { path: '.' }],
        ['edit_file', { path: 'a.txt', old_string: 'one', new_string: '1' }, { replacements: 1 }],
        ['undo', {}, { files: [{ path: 'a.txt', action: 'restored' }] }],
        ['git', { action: 'status' }, { repository: false }],
        ['lint', {}, { diagnostics: [] }],
      ]
      for (const [name, input, expected] of rows) {
        const { structuredContent, isError } = await client.call(name, input)
        assert.ok(!isError, name)
        assert.partialDeepStrictEqual(structuredContent, expected)
      }
      const late = await client.call('bash', { command: 'sleep 50', timeout_ms: 300 })
      assert.deepEqual([late['isError'], late['structuredContent']], [true, undefined])
    })
})
