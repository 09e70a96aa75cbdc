/** The stack of a tool that fails by a fault of its own, where developers look: `call --debug`, the story, the server's log. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runVariable } from '../../src/host/index.ts'
import { json, Project } from './cli.ts'

/** Compiled: line 4 here is line 31 of the source. */
const map = {
  version: 3,
  sources: ['../source/break-down.ts'],
  names: [],
  mappings: ';;;AA8BA',
}
const compiled = `/** Breaks down. */
import { defineTool } from 'toolyard'
export default defineTool({ permission: 'read', effects: 'none', execute() {
throw new Error('broken')
} })
//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}
`
const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ toolFolders: ['tools'] })
`
const flags = ['--config', 'toolyard.config.ts', '--trust-changes']

describe('the stack of a tool that fails by a fault of its own', { concurrency: 1 }, () => {
  let project: Project
  before(async () => {
    project = await Project.alone({ 'toolyard.config.ts': config, 'tools/break-down.js': compiled })
  })
  after(() => project[Symbol.asyncDispose]())

  it('is shown with --debug, by the lines of its source, and not without', async () => {
    const plain = await project.run([...flags, 'call', 'break_down', '--id', 'one'])
    assert.equal(plain.code, 1)
    assert.doesNotMatch(plain.err, /break-down/)
    const { err } = await project.run([...flags, 'call', 'break_down', '--debug'])
    assert.match(err, /break_down failed:\n\s+Error: broken\n\s+at .*source\/break-down\.ts:31:/)
    assert.match(err, /tool_failed: broken/)
  })

  it('is part of the story of the call, unless a tool asks for it', async () => {
    const { out } = await project.run([...flags, 'calls', 'one'])
    assert.match(out, /stack\n\s+Error: broken\n\s+at /)
    const env = { [runVariable]: 'call_x' }
    const inside = await project.run([...flags.slice(0, 2), 'calls', 'one', '--json-output'], { env })
    assert.equal(inside.code, 0, inside.out)
    assert.doesNotMatch(inside.out, /break-down\.ts/)
  })

  it('is a line of the server’s log', async () => {
    const server = project.start([...flags, '--json-output', 'serve', '--port', '0'])
    await server.says(/"link":.*\n/)
    const { link } = json<{ link: string }>({ out: server.out, err: '', code: 0 })
    const { origin, hash } = new URL(link)
    await fetch(`${origin}/api/tools/break_down/call`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${hash.slice('#token='.length)}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    await server.says(/a tool failed by a fault of its own/)
    const line = server.err.split('\n').find((text) => text.includes('a tool failed'))
    const note = JSON.parse(line ?? '{}') as { level: string; tool: string; stack: string }
    assert.deepEqual([note.level, note.tool], ['error', 'break_down'])
    assert.match(note.stack, /^Error: broken\n {4}at .*source\/break-down\.ts:31:/)
    server.child.kill('SIGINT')
    await server.ended
  })
})
