/** Who may start something, and how often a delivery counts. */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { ended, nowSeconds, openTriggers, post, reference, secret, signed, trigger } from './support.ts'

const hmac = (text: string, key = secret): string => createHmac('sha256', key).update(text).digest('hex')

describe('a signature', () => {
  it('that is missing or wrong is refused as a trigger that does not exist', async (test) => {
    const { site, seen } = await openTriggers(test)
    const body = '{"text":"x"}'
    const good = signed(body)
    const tries: [string, Record<string, string>, string?][] = [
      ['nothing-here', good],
      ['hook', {}],
      ['hook', signed(body, { key: 'wrong' })],
      ['hook', { ...good, 'x-toolyard-nonce': randomUUID() }],
      ['hook', { ...good, 'x-toolyard-timestamp': String(nowSeconds() + 1) }],
      ['hook', { ...good, 'x-toolyard-signature': good['x-toolyard-signature'].slice(3) }],
      ['hook', { ...good, 'x-toolyard-signature': good['x-toolyard-signature'].toUpperCase() }],
      ['hook', { 'x-hub-signature-256': `sha256=${hmac(body)}` }],
      ['hook', good, '{"text":"y"}'],
      ['hook', good, '{"text": "x"}'],
      ['__proto__', good],
      ['constructor', good],
      ['%68ook%00', good],
      ['hook', { authorization: `Bearer ${site.token('admin')}` }],
      ['hook', signed(body, { nonce: 'short' })],
      ['hook', signed(body, { nonce: 'a.b-0123456789abcdef' })],
    ]
    const answers = await Promise.all(
      tries.map(([name, headers, sent = body]) => post(`${site.url}/api/triggers/${name}`, sent, headers)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      tries.map(() => 401),
    )
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1)
    assert.deepEqual(seen, [])
    assert.equal((await post(`${site.url}/api/triggers/hook`, body, good)).status, 202)
  })

  it('that is old, or of the future, is refused', async (test) => {
    const { site } = await openTriggers(test, { windowMs: 60_000 })
    for (const at of [nowSeconds() - 70, nowSeconds() + 70, 0]) {
      const { status, body } = await trigger(site, {}, { at })
      assert.equal(status, 401)
      assert.match(body.error?.message ?? '', /too long ago/)
    }
    assert.equal((await trigger(site, {}, { at: nowSeconds() - 30 })).status, 202)
  })

  it('counts once for a nonce, whatever comes with it', async (test) => {
    const { site, seen } = await openTriggers(test)
    const nonce = randomUUID()
    const first = await trigger(site, { text: 'one' }, { nonce })
    await ended(site, first.body.callId)
    for (const [text, at] of [
      ['one', nowSeconds()],
      ['one', nowSeconds() + 1],
      ['two', nowSeconds()],
    ] as const) {
      const again = await trigger(site, { text }, { nonce, at })
      assert.deepEqual([again.status, again.body], [202, { callId: first.body.callId, duplicate: true }])
    }
    assert.equal(seen.length, 1)
  })

  it('counts once for many requests at the same time', async (test) => {
    const { site, seen } = await openTriggers(test)
    const nonce = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trigger(site, { text: 'x' }, { nonce })),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    assert.equal(answers.filter(({ body }) => !body.duplicate).length, 1)
    await ended(site, answers[0]?.body.callId)
    assert.equal(seen.length, 1)
  })

  it('counts once also for a tool that only reads, and for a call that was denied', async (test) => {
    const { site } = await openTriggers(
      test,
      { read: { tool: 'echo', secret: reference }, denied: { tool: 'record', secret: '${OTHER_SECRET}' } },
      { policy: { deny: ['record'] } },
    )
    const nonce = randomUUID()
    for (const [name, key, status] of [
      ['read', secret, 'ok'],
      ['denied', 'another-secret-9876543210', 'denied'],
    ] as const) {
      const first = await trigger(site, { text: 'x' }, { name, nonce, key })
      assert.equal(first.status, 202)
      assert.equal((await ended(site, first.body.callId)).status, status)
      assert.equal((await trigger(site, { text: 'x' }, { name, nonce, key })).body.duplicate, true)
    }
    assert.equal((await site.yard.calls({})).length, 2)
  })

  it('of GitHub counts once, whatever id of a delivery is written beside it', async (test) => {
    const { site, seen } = await openTriggers(test, { signature: 'github' })
    const body = '{"zen":"Keep it logically awesome.","hook_id":1}'
    const send = (id: string, text = body) =>
      post(`${site.url}/api/triggers/hook`, text, {
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-event': 'ping',
        'x-github-delivery': id,
        'x-hub-signature-256': `sha256=${hmac(text)}`,
      })
    const id = randomUUID()
    assert.deepEqual(
      [
        (await send(id)).body.duplicate,
        (await send(id)).body.duplicate,
        (await send(randomUUID())).body.duplicate,
      ],
      [false, true, true],
    )
    const other = await send(randomUUID(), '{"zen":"Design for failure.","hook_id":1}')
    assert.equal(other.body.duplicate, false)
    await ended(site, other.body.callId)
    assert.equal(seen.length, 2)
  })

  it('of Stripe counts once for an event, and not when it is old', async (test) => {
    const { site, seen } = await openTriggers(test, { signature: 'stripe' })
    const body = '{\n  "id": "evt_1Nx",\n  "object": "event",\n  "type": "charge.succeeded"\n}'
    const send = (at: number, text = body) =>
      post(`${site.url}/api/triggers/hook`, text, {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${at},v1=${hmac(`${at}.${text}`)},v0=${'6'.repeat(64)}`,
      })
    const first = await send(nowSeconds())
    assert.deepEqual([first.status, first.body.duplicate], [202, false])
    assert.equal((await send(nowSeconds() + 2)).body.duplicate, true)
    assert.equal((await send(nowSeconds() - 400, body.replace('1Nx', '2'))).status, 401)
    await ended(site, first.body.callId)
    assert.equal(seen.length, 1)
  })

  it('of two triggers whose secrets turn out to be the same counts for none', async (test) => {
    const specs = {
      one: { tool: 'record', secret: reference },
      two: { tool: 'record', secret: '${OTHER_SECRET}' },
    }
    const environment = { TRIGGER_SECRET: secret, OTHER_SECRET: secret }
    const { site, seen } = await openTriggers(test, specs, { environment })
    for (const name of ['one', 'two']) {
      const { status, body } = await trigger(site, {}, { name })
      assert.equal(status, 503)
      assert.match(body.error?.message ?? '', /have the same secret/)
    }
    assert.deepEqual(seen, [])
  })

  it('of one trigger does not count for another', async (test) => {
    const { site } = await openTriggers(test, {
      one: { tool: 'record', secret: reference },
      two: { tool: 'record', secret: '${OTHER_SECRET}' },
    })
    assert.equal((await trigger(site, {}, { name: 'two' })).status, 401)
  })
})
