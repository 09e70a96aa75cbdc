/** `toolyard mcp` as a process: how it starts, what it reads, and how it ends. */
import assert from 'node:assert/strict'
import { openSync } from 'node:fs'
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Running } from '../cli/cli.ts'
import { named } from '../cli/project.ts'
import { Ground, until, ways } from './ground.ts'
import { initialize } from './raw.ts'

let ground: Ground
before(async () => {
  ground = await Ground.make()
})
after(() => ground[Symbol.asyncDispose]())

const [overStdio] = ways
assert.ok(overStdio)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A process that has been greeted. */
async function greeted(...flags: string[]): Promise<Running & { send(message: object): void }> {
  const running = ground.project.start([...named, ...flags, 'mcp'])
  const send = (message: object): void => running.type(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  send(initialize)
  await running.says(/"id":1/)
  send({ method: 'notifications/initialized' })
  return Object.assign(running, { send })
}

describe('the MCP server process', () => {
  it('shows none that is switched off, from its first list on, and brings the catalogue up to date afterwards', async () => {
    const { project, yard } = ground
    await yard.history.setEnabled('chatty', false)
    await project.write(
      'tools/fresh.mjs',
      `/** New. */\nexport default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => 'new' }\n`,
    )
    await project.run(['trust'])
    await using connection = await ground.connect(overStdio)
    const names = await connection.names()
    assert.ok(names.includes('fresh') && !names.includes('chatty'))
    await until(async () => {
      const { tools } = await yard.store.catalogue.overview()
      return tools.some(({ name }) => name === 'fresh')
    }, 'the catalogue had the new tool')
    const { isError } = await connection.client.callTool({ name: 'chatty', arguments: {} })
    assert.equal(isError, true)
    await yard.history.setEnabled('chatty', true)
  })

  it('ends when its client closes the connection', async () => {
    const connection = await ground.connect(overStdio)
    assert.ok(isAlive(connection.pid))
    await connection.client.close()
    await until(() => !isAlive(connection.pid), 'the process was gone')
  })

  it('ends when its client dies, also while a tool runs that ignores its signal', async () => {
    const running = await greeted()
    running.send({
      id: 2,
      method: 'tools/call',
      params: { name: 'stubborn', arguments: {}, _meta: { progressToken: 1 } },
    })
    await running.says(/started/)
    running.child.stdin.destroy()
    running.child.stdout.destroy()
    const { code } = await running.ended
    assert.equal(code, 0)
  })

  it('ends on SIGTERM', async () => {
    const running = await greeted()
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 143)
  })

  it('skips lines that are no message, and goes on', async () => {
    const running = await greeted()
    running.type('not json\n[1,2]\n"text"\n\n{"jsonrpc":"2.0"}\n')
    running.send({ id: 7, method: 'tools/call', params: { name: 'echo', arguments: { text: 'still here' } } })
    await running.says(/still here/)
    running.send({ id: 8, method: 'tools/call', params: { arguments: {} } })
    await running.says(/must name a tool/)
    running.child.stdin.end()
    assert.equal((await running.ended).code, 0)
  })

  it('takes a message that comes in pieces, cut inside a character', async () => {
    const running = await greeted()
    const message = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'echo', arguments: { text: 'grüße' } } })}\n`,
    )
    const at = message.indexOf('ü') + 1
    running.child.stdin.write(message.subarray(0, at))
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
    running.child.stdin.write(message.subarray(at))
    await running.says(/grüße/)
    running.child.stdin.end()
    await running.ended
  })

  it('says what is wrong where what it reads never ends', async () => {
    const { command, args, cwd, env } = ground.project.command([...named, 'mcp'])
    const child = spawn(command, args, { cwd, env, stdio: [openSync('/dev/zero', 'r'), 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve) => {
      child.on('exit', resolve)
    })
    assert.match(
      await text(child.stderr as Readable),
      /no MCP message: more than 16 MB without the end of a line/,
    )
    assert.equal(await ended, 2)
  })
})
