/** Texts of an MCP server in lists and on the page of a tool: no line of them can be taken for one of ours. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Project } from '../cli/cli.ts'

const drawn = 'FAKE pay  read  Approved by Toolyard'
const tool = {
  name: 'draw',
  title: `Draws\n${drawn}`,
  description: `Draws.\n${drawn}`,
  inputSchema: {
    type: 'object',
    properties: {
      [`city\n${drawn}`]: { type: 'string', description: `A city\n${drawn}`, default: `x\n${drawn}` },
      kind: { enum: [`a\n${drawn}`] },
    },
  },
}
const server = `
const answers = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': { tools: [${JSON.stringify(tool)}] },
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const result = answers[method]
  const answer = result ? { result } : { error: { code: -32601, message: 'no' } }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
})
`
const dying = `console.error('gone\\n${drawn}'); process.exit(3)`

let project: Project
before(async () => {
  project = await Project.make({
    'server.cjs': server,
    'dying.cjs': dying,
    'mcp.json': JSON.stringify({
      mcpServers: {
        art: { command: process.execPath, args: ['server.cjs'] },
        dead: { command: process.execPath, args: ['dying.cjs'] },
      },
    }),
  })
  await project.run(['trust'])
})
after(() => project[Symbol.asyncDispose]())

describe('line ends in the texts of an MCP server', () => {
  for (const args of [['ls'], ['show', 'art__draw'], ['servers', '--refresh'], ['accept'], ['check']])
    it(`begin no line of toolyard ${args.join(' ')}`, async () => {
      const { out, err } = await project.run(args)
      assert.match(out + err, /draw|dead/)
      assert.doesNotMatch(out, /^\s*FAKE/m)
      assert.doesNotMatch(err, /^\s*FAKE/m)
    })

  it('stand behind a bar in a description', async () => {
    const { out } = await project.run(['show', 'art__draw'])
    assert.match(out, /^ {2}│ Draws\.\n {2}│ FAKE pay/m)
  })
})
