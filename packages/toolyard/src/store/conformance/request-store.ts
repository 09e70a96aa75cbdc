/** What every `RequestStore` must do. */
import assert from 'node:assert/strict'
import type { ToolResult } from '../../define/index.ts'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { RequestedCall, RequestStore } from '../requests.ts'
import { hostileTexts, idsOf, known, type Opens, readable } from './samples.ts'

function requestOf(id: string, over: Partial<RequestedCall> = {}): RequestedCall {
  return {
    id,
    workspace: '/w',
    queue: 'calls',
    tool: 'probe',
    input: { text: '日本' },
    terms: { timeoutMs: 5 },
    digest: 'd',
    state: 'queued',
    attempt: 0,
    keepMs: 100,
    createdAt: 1,
    updatedAt: 1,
    ...over,
  }
}

function resultOf(callId: string): ToolResult {
  return {
    callId,
    tool: 'probe',
    status: 'ok',
    content: [{ type: 'text', text: 'fine' }],
    data: { n: 1 },
    durationMs: 2,
  }
}

export function describeRequestStore(adapter: string, open: Opens<RequestStore>, suite: Suite): void {
  suite.describe(`RequestStore on ${adapter}`, () => {
    describeRows(open, suite)
    describeMoves(open, suite)
  })
}

function describeRows(open: Opens<RequestStore>, suite: Suite): void {
  suite.it('gives back what was added, by every filter, newest first, and takes an id once', async (test) => {
    const requests = await open(test)
    const full = requestOf('b', { principal: 'ann', agent: 'clerk', threadId: 't', updatedAt: 5 })
    for (const one of [requestOf('a'), full, requestOf('c', { workspace: '/x', state: 'waiting' })])
      assert.equal(await requests.add(one), 'added')
    assert.equal(await requests.add(requestOf('a', { tool: 'other' })), 'taken')
    assert.deepEqual(known(await requests.find('b')), full)
    assert.equal(await requests.find('none'), undefined)
    assert.deepEqual(await idsOf(requests.list({})), ['c', 'b', 'a'])
    assert.deepEqual(await idsOf(requests.list({ workspace: '/w' })), ['b', 'a'])
    assert.deepEqual(await idsOf(requests.list({ principal: 'ann' })), ['b'])
    assert.deepEqual(await idsOf(requests.list({ agent: 'clerk', threadId: 't' })), ['b'])
    assert.deepEqual(await idsOf(requests.list({ threadId: 'other' })), [])
    assert.deepEqual(await idsOf(requests.list({ states: ['waiting'] })), ['c'])
    assert.deepEqual(await idsOf(requests.list({ states: ['queued', 'ended'], updatedBefore: 5 })), ['a'])
    assert.deepEqual(await idsOf(requests.list({ limit: 1 })), ['c'])
    const { input: _input, terms: _terms, ...brief } = full
    assert.deepEqual((await requests.list({ agent: 'clerk', brief: true })).map(known), [brief])
  })

  suite.it('has no room past what one principal may have open, and past all', async (test) => {
    const requests = await open(test)
    const room = { perPrincipal: 2, total: 3 }
    const add = async (id: string, principal: string) => requests.add(requestOf(id, { principal }), room)
    const answers = [await add('a', 'ann'), await add('b', 'ann'), await add('c', 'ann')]
    assert.deepEqual(answers, ['added', 'added', 'full'])
    assert.deepEqual([await add('d', 'bob'), await add('e', 'bob')], ['added', 'full'])
    await requests.end({ id: 'a', attempt: 0 }, { result: resultOf('a'), at: 2 })
    assert.equal(await add('f', 'ann'), 'added')
  })

  suite.it('takes a call back only if it was never claimed', async (test) => {
    const requests = await open(test)
    for (const id of ['a', 'b']) await requests.add(requestOf(id))
    await requests.move({ id: 'b', attempt: 0 }, { state: 'running', attempt: 1, at: 2 })
    assert.deepEqual([await requests.remove('a'), await requests.remove('b')], [true, false])
    assert.deepEqual(await idsOf(requests.list({})), ['b'])
  })

  suite.it('takes texts of every kind', async (test) => {
    const requests = await open(test)
    for (const [index, text] of hostileTexts.entries()) {
      const call = requestOf(`${index}`, { tool: text, principal: text, input: { text }, terms: [text] })
      await requests.add(call)
      const found = await requests.find(`${index}`)
      assert.equal(readable(found?.tool), readable(text))
      assert.equal(readable(found?.principal), readable(text))
      assert.deepEqual([found?.input, found?.terms], [{ text }, [text]])
    }
  })

  suite.it('takes away what is kept no longer, and nothing that has not ended', async (test) => {
    const requests = await open(test)
    for (const id of ['a', 'b', 'c']) await requests.add(requestOf(id))
    await requests.end({ id: 'a', attempt: 0 }, { result: resultOf('a'), at: 10 })
    await requests.end({ id: 'b', attempt: 0 }, { result: resultOf('b'), at: 20 })
    assert.equal(await requests.prune(115), 1)
    assert.deepEqual(await idsOf(requests.list({})), ['c', 'b'])
  })
}

function describeMoves(open: Opens<RequestStore>, suite: Suite): void {
  suite.it('lets one of those who claim a call at the same time have it', async (test) => {
    const requests = await open(test)
    await requests.add(requestOf('a'))
    const seen = { id: 'a', attempt: 0 }
    const claims = [1, 2, 3].map(async (at) => requests.move(seen, { state: 'running', attempt: 1, at }))
    assert.equal((await Promise.all(claims)).filter(Boolean).length, 1)
    assert.equal((await requests.find('a'))?.attempt, 1)
    assert.equal((await requests.find('a'))?.state, 'running')
  })

  suite.it('changes nothing for an attempt that was followed by another', async (test) => {
    const requests = await open(test)
    await requests.add(requestOf('a'))
    const seen = { id: 'a', attempt: 0 }
    await requests.move(seen, { state: 'running', attempt: 1, at: 2 })
    assert.equal(await requests.end(seen, { result: resultOf('a'), at: 3 }), false)
    assert.equal(await requests.move(seen, { state: 'waiting', at: 3 }), false)
    const later = { state: 'waiting', at: 3 } as const
    assert.equal(await requests.move({ id: 'a', attempt: 1 }, { ...later, from: 'queued' }), false)
    assert.equal(await requests.move({ id: 'a', attempt: 1 }, { ...later, from: 'running' }), true)
    assert.deepEqual([(await requests.find('a'))?.state, (await requests.find('a'))?.attempt], ['waiting', 1])
  })

  suite.it('ends a call once, with its result, and without its arguments and terms', async (test) => {
    const requests = await open(test)
    const call = requestOf('a', { principal: 'ann' })
    await requests.add(call)
    const seen = { id: 'a', attempt: 0 }
    assert.equal(await requests.end(seen, { result: resultOf('a'), at: 7.5 }), true)
    const { input: _input, terms: _terms, ...facts } = call
    const end = { state: 'ended', result: resultOf('a'), updatedAt: 7.5, endedAt: 7.5, keptUntil: 107.5 }
    assert.deepEqual(known(await requests.find('a')), { ...facts, ...end })
    assert.equal(await requests.end(seen, { result: resultOf('b'), at: 9 }), false)
    assert.equal(await requests.move(seen, { state: 'running', at: 9 }), false)
    assert.equal(await requests.cancel('a', 'late', 9), false)
  })

  suite.it(
    'notes the first reason for which a call is to be cancelled, whichever attempt it is in',
    async (test) => {
      const requests = await open(test)
      await requests.add(requestOf('a'))
      await requests.move({ id: 'a', attempt: 0 }, { state: 'running', attempt: 1, at: 2 })
      assert.equal(await requests.cancel('a', 'first', 3), true)
      assert.equal(await requests.cancel('a', 'second', 4), true)
      assert.equal((await requests.find('a'))?.cancelled, 'first')
      assert.equal(await requests.cancel('none', 'x', 3), false)
    },
  )
}
