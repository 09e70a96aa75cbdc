/** Rules, approvals and the rest of the pipeline, for tools that are endpoints. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ApprovalRequest,
  createToolyard,
  textOf,
  type ToolService,
  type ToolyardOptions,
} from 'toolyard'
import { openService, parameters, type Service } from './service.ts'

/** A Toolyard whose configuration, not its code, brings the tool. */
function configured({ origin, host }: Service, options: ToolyardOptions): Promise<ToolService> {
  return createToolyard({
    network: { allow: [host] },
    rest: [
      {
        name: 'ask',
        description: 'Asks the service.',
        parameters: parameters({ id: { type: 'string' }, q: { type: 'string' } }, ['id']),
        config: { baseUrl: `${origin}/v1`, path: '/items/{id}' },
      },
    ],
    ...options,
  })
}

describe('a rule', () => {
  it('that there is none lets nobody call a tool of the configuration without being asked', async () => {
    await using service = await openService()
    await using yard = await configured(service, {})
    const result = await yard.call('ask', { id: '1' })
    assert.equal(result.status, 'denied')
    assert.deepEqual(service.received, [])
  })

  it('allows by address', async () => {
    await using service = await openService()
    await using yard = await configured(service, {
      policy: {
        allow: [`ask(${service.origin}/v1/items/public-*)`],
        deny: [`ask(${service.origin}/v1/items/*-secret)`],
      },
    })
    assert.equal((await yard.call('ask', { id: 'public-1', q: 'x' })).status, 'ok')
    for (const id of ['other', 'public-secret', 'a/public-1', '../items/public-1'])
      assert.equal((await yard.call('ask', { id })).status, 'denied', id)
    assert.deepEqual(
      service.received.map(({ url }) => url),
      ['/v1/items/public-1?q=x'],
    )
  })

  it('allows everything below an address', async () => {
    await using service = await openService()
    await using yard = await configured(service, { policy: { allow: [`ask(${service.origin}/**)`] } })
    assert.equal((await yard.call('ask', { id: 'a/b' })).status, 'ok')
    await using other = await configured(service, { policy: { allow: ['ask(https://api.example.com/**)'] } })
    assert.equal((await other.call('ask', { id: 'a' })).status, 'denied')
  })
})

describe('a person who is asked', () => {
  it('sees the address that the call goes to', async () => {
    await using service = await openService()
    const asked: ApprovalRequest[] = []
    await using yard = await configured(service, {
      approver: {
        ask: async (request) => {
          asked.push(request)
          return { decision: 'approve', by: 'Ada' }
        },
      },
    })
    assert.equal((await yard.call('ask', { id: '42' })).status, 'ok')
    assert.deepEqual(asked[0]?.resources, [
      { kind: 'url', id: `${service.origin}/v1/items/42`, access: 'read' },
    ])
    assert.equal(asked[0]?.offer, `ask(${service.origin}/v1/items/42)`)
  })
})

describe('a call of a tool that changes something', () => {
  it('waits for one to the same address, and not for others', async () => {
    let running = 0
    let most = 0
    await using service = await openService(async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
      return {}
    })
    await using yard = await createToolyard({ network: { allow: [service.host] } })
    yard.registerRestTool('save', {
      description: 'Saves an item.',
      parameters: parameters({ id: { type: 'string' }, text: { type: 'string' } }, ['id']),
      config: { baseUrl: service.origin, method: 'PUT', path: '/items/{id}' },
    })
    const saves = async (ids: readonly string[]): Promise<void> => {
      most = 0
      const results = await Promise.all(
        ids.map((id, index) => yard.call('save', { id, text: String(index) })),
      )
      assert.ok(results.every(({ status }) => status === 'ok'))
    }
    await saves(['a', 'a', 'a'])
    assert.equal(most, 1)
    await saves(['a', 'b', 'c'])
    assert.ok(most > 1)
  })

  it('is not run twice for one call id', async () => {
    await using service = await openService((_, _response, count) => ({ count }))
    await using yard = await createToolyard({ network: { allow: [service.host] } })
    yard.registerRestTool('add', {
      description: 'Adds an item.',
      config: { baseUrl: service.origin, method: 'POST' },
    })
    const first = await yard.call('add', {}, { callId: 'c1' })
    const second = await yard.call('add', {}, { callId: 'c1' })
    assert.equal(textOf(first), textOf(second))
    assert.equal(service.received.length, 1)
  })
})

describe('a configuration with a tool that is wrong', () => {
  it('names it and loads the others', async () => {
    await using service = await openService()
    await using yard = await createToolyard({
      network: { allow: [service.host] },
      rest: [
        { name: 'bad', description: 'Bad.', config: { baseUrl: 'nowhere' } },
        {
          name: 'good',
          description: 'Good.',
          permission: 'read',
          effects: 'none',
          config: { baseUrl: service.origin },
        },
      ],
    })
    assert.equal((await yard.call('good', {})).status, 'ok')
    assert.equal(yard.registry.has('bad'), false)
    assert.match(JSON.stringify(yard.problems), /config\.baseUrl/)
  })
})
