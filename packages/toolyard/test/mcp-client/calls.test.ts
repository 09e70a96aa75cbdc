import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf, type ToolEvent } from '../../src/index.ts'
import { acceptAll, open, raw, until } from './support.ts'

describe('a tool of an MCP server', () => {
  it('is called under the name of its server, through the pipeline', async () => {
    await using place = await open({ docs: raw() })
    const { yard } = place
    const result = await yard.call('docs__echo', { text: 'hello' })
    assert.deepEqual([result.status, textOf(result)], ['ok', 'echo hello'])
    const manifest = yard.registry.registrations.get('docs__echo')?.manifest
    assert.deepEqual(
      [manifest?.type, manifest?.source, manifest?.permission, manifest?.effects],
      ['MCP', 'mcp', 'external', 'network'],
    )
    const [row] = await yard.calls({ tool: 'docs__echo' })
    assert.equal(row?.status, 'ok', 'it is in the journal')
    assert.equal((await yard.call('docs__echo', { text: 1 })).error?.code, 'invalid_arguments')
  })

  it('is held until somebody accepts it', async () => {
    await using place = await open({ docs: raw() }, { isHeld: true })
    const { yard } = place
    const held = await yard.call('docs__echo', { text: 'x' })
    assert.deepEqual([held.status, held.error?.code], ['held', 'held'])
    assert.deepEqual(yard.definitions('openai'), [], 'no model is shown it')
    await acceptAll(yard)
    assert.equal((await yard.call('docs__echo', { text: 'x' })).status, 'ok')
    assert.ok(yard.definitions('openai').length > 5)
  })

  it('tells a failure in the words of the server', async () => {
    await using place = await open({ docs: raw() })
    const result = await place.yard.call('docs__failure', {})
    assert.deepEqual(
      [result.status, result.error?.code, result.error?.message],
      ['error', 'tool_failed', 'no such city'],
    )
  })

  it('has an answer that is no block of ours shown as it is', async () => {
    await using place = await open({ docs: raw() })
    const result = await place.yard.call('docs__strange', {})
    assert.equal(textOf(result), '{"type":"hologram","depth":3}\nand words')
  })

  it('that breaks the promise of its output schema is told so', async () => {
    await using place = await open({ docs: raw() })
    const result = await place.yard.call('docs__wrong_output', {})
    assert.equal(result.status, 'ok', 'the server did what it was asked')
    assert.match(result.mismatch ?? '', /degrees/)
    assert.match(
      textOf(result),
      /\[The call was made\. Its answer differs from what the tool promises: .*degrees/,
    )
  })

  it('sees the declared variables and a short list of others, and no more', async () => {
    const environment = {
      PATH: process.env['PATH'],
      HOME: '/home/nobody',
      SECRET_OF_OURS: 's3cret',
      TOKEN: 'tok-123456789',
    }
    await using place = await open(
      { docs: raw('plain', { env: { GIVEN: 'yes', KEY: '${TOKEN}', OTHER: '${NOT_SET:-fallback}' } }) },
      { environment },
    )
    const { data } = await place.yard.call('docs__variables', {})
    const seen = JSON.parse(String(data)) as Record<string, string>
    assert.deepEqual([seen['GIVEN'], seen['OTHER'], seen['SECRET_OF_OURS']], ['yes', 'fallback', undefined])
    assert.ok(seen['KEY'] !== undefined, 'the reference is filled in')
    assert.doesNotMatch(JSON.stringify(data), /tok-123456789/, 'and its value is never shown')
  })

  it('whose secret was written down instead of a reference does not show it either', async () => {
    const env = { SERVICE_PASSWORD: 'blue-lorry-77', GIVEN: 'yes' }
    await using place = await open({ docs: raw('plain', { env }) })
    const result = await place.yard.call('docs__variables', {})
    assert.match(JSON.stringify(result), /yes/)
    await place.yard.call('docs__echo', { text: 'blue-lorry-77' })
    assert.doesNotMatch(JSON.stringify([result, await place.yard.calls()]), /blue-lorry/)
  })

  it('whose reference to a variable is not set is told by name, and the others work', async () => {
    await using place = await open({ docs: raw('plain', { env: { KEY: '${NO_SUCH_VARIABLE}' } }), ok: raw() })
    const { yard } = place
    assert.equal((await yard.call('ok__echo', { text: 'x' })).status, 'ok')
    const [problem] = yard.problems
    assert.match(
      problem?.reason ?? '',
      /MCP server "docs", env KEY: the environment variable NO_SUCH_VARIABLE is not set/,
    )
  })
})

describe('a long call', () => {
  it('goes on for as long as it shows progress, though its silence is limited', async () => {
    await using place = await open({ docs: raw('plain', { timeoutMs: 700 }) })
    const events: ToolEvent[] = []
    for await (const event of place.yard.stream('docs__work', {})) events.push(event)
    const progress = events.filter((event) => event.type === 'progress')
    const last = events.at(-1)
    assert.equal(last?.type === 'result' && textOf(last.result), 'worked')
    assert.ok(progress.length > 0)
    assert.deepEqual([progress[0]?.total, progress[0]?.message?.startsWith('step')], [6, true])
  })

  it('is given up after its time of silence, and the server is told', async () => {
    await using place = await open({ docs: raw('plain', { env: { DIARY: 'diary' }, timeoutMs: 300 }) })
    const { yard, folder } = place
    const result = await yard.call('docs__hang', {})
    assert.deepEqual([result.status, result.error?.code], ['timeout', 'timeout'])
    assert.match(result.error?.message ?? '', /MCP server "docs".*300 ms/)
    await until(async () => (await diaryOf(folder)).includes('notifications/cancelled'))
    assert.equal((await yard.call('docs__echo', { text: 'x' })).status, 'ok', 'the server is still there')
  })

  it('that is cancelled is cancelled at the server', async () => {
    await using place = await open({ docs: raw('plain', { env: { DIARY: 'diary' } }) })
    const { folder } = place
    const stop = new AbortController()
    const call = place.yard.call('docs__hang', {}, { signal: stop.signal })
    await until(async () => (await diaryOf(folder)).includes('"name":"hang"'))
    stop.abort()
    assert.equal((await call).status, 'cancelled')
    await until(async () => (await diaryOf(folder)).includes('notifications/cancelled'))
  })
})

function diaryOf(folder: string): Promise<string> {
  return readFile(join(folder, 'diary'), 'utf8')
}
