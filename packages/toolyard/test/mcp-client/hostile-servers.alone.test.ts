import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from '../../src/index.ts'
import { open, raw, until } from './support.ts'

describe('a server that misbehaves', () => {
  it('by printing lines that are no messages works all the same', async () => {
    await using place = await open({ docs: raw() })
    assert.equal(textOf(await place.yard.call('docs__junk', {})), 'after the junk')
    assert.equal((await place.yard.call('docs__echo', { text: 'x' })).status, 'ok')
  })

  it('by printing nothing but such lines is ended, and told with the first of them', async () => {
    await using place = await open({ docs: raw('flood'), ok: raw() })
    const told = (): string => place.yard.problems.map(({ reason }) => reason).join()
    await until(() => /prints something else than messages: this is no message/.test(told()))
    assert.equal((await place.yard.call('ok__echo', { text: 'x' })).status, 'ok')
  })

  it('by printing without end on standard error works all the same', async () => {
    await using place = await open({ docs: raw('stderr') })
    const before = process.memoryUsage().rss
    for (let count = 0; count < 50; count++)
      assert.equal((await place.yard.call('docs__echo', { text: `${count}` })).status, 'ok')
    assert.ok(process.memoryUsage().rss - before < 200_000_000)
  })

  it('by answering what nobody asked has that answer dropped', async () => {
    await using place = await open({ docs: raw() })
    assert.equal(textOf(await place.yard.call('docs__wrong_id', {})), 'the right one')
  })

  it('by sending a message of twenty megabytes is ended, and the call fails', async () => {
    await using place = await open({ docs: raw() })
    const { yard } = place
    const result = await yard.call('docs__big', {})
    assert.equal(result.error?.code, 'tool_failed')
    assert.match(result.error?.message ?? '', /sent a message of more than 16000000 bytes/)
    assert.equal((await yard.call('docs__echo', { text: 'x' })).status, 'ok')
  })

  it('by nesting an answer without end fails that call alone', async () => {
    await using place = await open({ docs: raw() })
    const { yard } = place
    for (const tool of ['docs__deep', 'docs__deep_error']) {
      const result = await yard.call(tool, {})
      assert.equal(result.error?.code, 'tool_failed', JSON.stringify(result).slice(0, 300))
    }
    assert.equal((await yard.call('docs__echo', { text: 'x' })).status, 'ok')
  })

  it('by answering twice has the second answer dropped', async () => {
    await using place = await open({ docs: raw() })
    assert.equal(textOf(await place.yard.call('docs__twice', {})), 'first')
    assert.equal((await place.yard.call('docs__echo', { text: 'x' })).status, 'ok')
  })

  it('by naming prototypes in its answer changes nothing of ours', async () => {
    await using place = await open({ docs: raw() })
    await place.yard.call('docs__prototype', {})
    assert.equal(({} as { polluted?: number }).polluted, undefined)
    assert.equal((await place.yard.call('docs__echo', { text: 'x' })).status, 'ok')
  })

  it('by printing a line byte by byte, or progress that is none, works all the same', async () => {
    await using place = await open({ docs: raw() })
    assert.equal(textOf(await place.yard.call('docs__trickle', {})), 'after the trickle')
    assert.equal(textOf(await place.yard.call('docs__progress', {})), 'done')
  })

  it('with links to files of ours in its answer has nothing read', async () => {
    await using place = await open({ docs: raw() })
    const { content } = await place.yard.call('docs__link', {})
    assert.deepEqual(content, [{ type: 'resource_link', uri: 'file:///etc/passwd', name: 'passwords' }])
  })

  it('with escape sequences in its answer has them taken out', async () => {
    await using place = await open({ docs: raw() })
    assert.equal(textOf(await place.yard.call('docs__colours', {})), 'red gnp.exe')
  })
})
