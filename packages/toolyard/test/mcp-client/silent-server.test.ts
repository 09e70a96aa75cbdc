import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createMcpServers } from '../../src/kinds/mcp/executor/index.ts'
import { createLazyHost } from '../../src/host/index.ts'
import { createClock } from '../../src/kernel/index.ts'
import { createToolyard } from '../../src/index.ts'
import { lives, open, raw, until } from './support.ts'

describe('a server that never says a word', () => {
  it('holds up no start', async () => {
    const workspace = await mkdtemp(join(tmpdir(), 'toolyard-mcp-'))
    const environment = { ...process.env, XDG_STATE_HOME: join(workspace, 'state') }
    const yard = await createToolyard({ workspace, environment, mcpServers: { mute: raw('silent') } })
    assert.equal(yard.mcp?.servers()[0]?.state, 'connecting')
    assert.deepEqual(yard.registry.toolNames, [])
    await yard.close()
    await rm(workspace, { recursive: true, force: true })
  })

  it('holds up no end', async () => {
    await using place = await open({})
    const workspace = place.folder
    const yard = await createToolyard({
      workspace,
      environment: { ...process.env, XDG_STATE_HOME: join(workspace, 'state') },
      mcpServers: { mute: raw('silent', { env: { STARTS: 'starts' } }) },
    })
    const starts = (): Promise<string> => readFile(join(workspace, 'starts'), 'utf8').catch(() => '')
    await until(async () => (await starts()) !== '')
    const from = performance.now()
    await yard.close()
    assert.ok(performance.now() - from < 20_000, 'it would have been waited for')
    assert.deepEqual((await starts()).split('\n').filter(Boolean).map(Number).filter(lives), [])
  })

  it('is given up after a while, and told as a problem', async () => {
    const workspace = await mkdtemp(join(tmpdir(), 'toolyard-mcp-'))
    const host = createLazyHost({ workspace, environment: process.env })
    const clock = createClock()
    await using servers = await createMcpServers({
      servers: { mute: raw('silent') },
      host,
      clock,
      limits: { probeMs: 100, connectMs: 300 },
    })
    await servers.settled()
    assert.deepEqual(
      servers.access.servers().map(({ name, state, tools }) => ({ name, state, tools })),
      [{ name: 'mute', state: 'failed', tools: 0 }],
    )
    assert.match(servers.problems[0]?.reason ?? '', /MCP server "mute" could not be reached: .*timed out/i)
    await servers[Symbol.asyncDispose]()
    await host.close()
    clock.close()
    await rm(workspace, { recursive: true, force: true })
  })
})
