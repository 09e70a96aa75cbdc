/** A process that is killed between sending and the answer: the message is sent once, and its call is `unknown`. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, type ToolyardOptions } from 'toolyard'
import { openServer, secrets } from './platform-server.ts'

describe('a message whose sender is killed', () => {
  it('is unknown afterwards and not sent again', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-crash-'))
    test.after(() => rm(folder, { recursive: true, force: true }))
    const arrived = Promise.withResolvers<void>()
    const server = await openServer(test, async () => {
      arrived.resolve()
      // The platform has it, and its answer never comes.
      await new Promise(() => undefined)
      return {}
    })
    const options: ToolyardOptions = {
      builtins: ['collab'],
      workspace: folder,
      database: `sqlite:${join(folder, 'yard.db')}`,
      environment: { ...secrets },
      channels: { ops: { platform: 'telegram', url: server.origin, token: '${BOT_TOKEN}', to: '42' } },
      network: { allow: [server.host] },
    }
    const program = `
      import { createToolyard } from 'toolyard'
      const yard = await createToolyard(${JSON.stringify(options)})
      await yard.call('message', { content: 'once' }, { callId: 'call-1' })`
    const child = spawn(
      process.execPath,
      ['--conditions=@toolyard/source', '--input-type=module', '--eval', program],
      { cwd: import.meta.dirname, stdio: ['ignore', 'inherit', 'inherit'] },
    )
    const ended = once(child, 'close')
    await Promise.race([arrived.promise, ended])
    child.kill('SIGKILL')
    await ended
    await using yard = await createToolyard(options)
    const result = await yard.call('message', { content: 'once' }, { callId: 'call-1' })
    assert.equal(result.status, 'unknown', JSON.stringify(result))
    assert.equal(result.error?.code, 'duplicate_call')
    assert.equal(server.heard.length, 1)
  })
})
