import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard } from '../index.ts'
import { codeOf, probe, textOf } from './support.test.ts'

const version = (text: string) => probe(() => text, { description: `Answers ${text}.` })

describe('a thread that was shown definitions', () => {
  it('keeps the version that it was shown, and others get the new one', async () => {
    await using yard = await createToolyard({ tools: [version('one')] })
    yard.definitions('openai', { threadId: 'old' })
    yard.registry.register(version('two'), { replace: true })
    assert.equal(textOf(await yard.call('probe', {}, { threadId: 'old' })), 'one')
    assert.equal(textOf(await yard.call('probe', {}, { threadId: 'new' })), 'two')
    assert.equal(textOf(await yard.call('probe', {})), 'two')
    yard.definitions('openai', { threadId: 'old' })
    assert.equal(textOf(await yard.call('probe', {}, { threadId: 'old' })), 'two')
  })

  it('is told that a tool was removed, while others never knew it', async () => {
    await using yard = await createToolyard({ tools: [version('one')] })
    yard.definitions('openai', { threadId: 'old' })
    yard.registry.unregister('probe')
    assert.equal(codeOf(await yard.call('probe', {}, { threadId: 'old' })), 'stale_tool')
    assert.equal(codeOf(await yard.call('probe', {})), 'tool_not_found')
  })

  it('may use what was added since', async () => {
    await using yard = await createToolyard()
    yard.definitions('openai', { threadId: 't' })
    yard.registry.register(version('one'))
    assert.equal(textOf(await yard.call('probe', {}, { threadId: 't' })), 'one')
  })

  it('keeps its versions inside calls of its calls', async () => {
    const outer = probe((_, context) => context.call('probe', {}).then(textOf), { name: 'outer' })
    await using yard = await createToolyard({ tools: [outer, version('one')] })
    yard.definitions('openai', { threadId: 't' })
    yard.registry.register(version('two'), { replace: true })
    assert.equal(textOf(await yard.call('outer', {}, { threadId: 't' })), 'one')
  })
})

describe('a call that names the fingerprint it was shown', () => {
  it('runs that definition or none', async () => {
    await using yard = await createToolyard({ tools: [version('one')] })
    const fingerprint = yard.registry.get('probe')?.manifest.fingerprint
    assert.equal(textOf(await yard.call('probe', {}, { fingerprint })), 'one')
    yard.registry.register(version('two'), { replace: true })
    const result = await yard.call('probe', {}, { fingerprint })
    assert.deepEqual([codeOf(result), result.error?.retryable], ['stale_tool', true])
  })
})

describe('a change of tools', () => {
  it('does not touch a call that runs', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    await using yard = await createToolyard({ tools: [probe(() => promise)] })
    const call = yard.call('probe', {})
    yard.registry.unregister('probe')
    resolve('finished')
    assert.equal(textOf(await call), 'finished')
  })

  it('is seen by the next call, also through a scope that opens and closes', async () => {
    await using yard = await createToolyard({ tools: [version('base')] })
    assert.equal(textOf(await yard.call('probe', {})), 'base')
    const scope = yard.registry.scope({ name: 'session', override: true })
    scope.register(version('covered'))
    assert.equal(textOf(await yard.call('probe', {})), 'covered')
    scope.close()
    assert.equal(textOf(await yard.call('probe', {})), 'base')
  })

  it('that removes a tool suggests the nearest one', async () => {
    await using yard = await createToolyard({
      tools: [version('one'), probe(() => 1, { name: 'get_weather' })],
    })
    const result = await yard.call('getWeather', {})
    assert.equal(codeOf(result), 'tool_not_found')
    assert.match(textOf(result), /Did you mean "get_weather"/)
    assert.match(textOf(await yard.call('zzz', {})), /Tools: probe, get_weather/)
  })
})
