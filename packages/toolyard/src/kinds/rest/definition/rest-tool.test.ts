import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RestFacts, Tool } from '../../../define/index.ts'
import { type RestConfig, restTool, type RestToolSpec } from './index.ts'

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
}

function toolOf(config: Partial<RestConfig> = {}, more: Partial<RestToolSpec> = {}): Tool {
  return restTool({
    name: 'weather',
    description: 'Weather of a city.',
    parameters,
    ...more,
    config: { baseUrl: 'https://api.example.com', ...config },
  })
}

function factsOf({ implementation }: Tool): RestFacts {
  assert.ok(implementation.kind === 'rest')
  return implementation.rest
}

describe('a REST tool', () => {
  it('is defined by name, description, parameters and a base URL with headers and a timeout', () => {
    const tool = toolOf({
      baseUrl: 'https://api.example.com/v1',
      headers: { 'X-Key': '${KEY}' },
      timeout: 5000,
    })
    const { type, source, permission, effects, idempotent, streaming, inputSchema, via } = tool.manifest
    assert.deepEqual(
      { type, source, permission, effects, idempotent, streaming },
      {
        type: 'REST',
        source: 'app',
        permission: 'external',
        effects: 'network',
        idempotent: true,
        streaming: false,
      },
    )
    assert.deepEqual(inputSchema, parameters)
    assert.equal(via?.text, 'GET https://api.example.com/v1')
    assert.deepEqual(factsOf(tool), {
      baseUrl: 'https://api.example.com/v1',
      headers: { 'X-Key': '${KEY}' },
      method: 'GET',
      path: '',
      timeoutMs: 5000,
      totalMs: 5000,
    })
  })

  it('takes the facts of every tool', () => {
    const { manifest, provided } = toolOf(
      { method: 'POST' },
      {
        permission: 'write',
        confirm: true,
        tags: ['x'],
        category: 'news',
        timeoutMs: 1000,
        provided: ['days'],
        outputSchema: { type: 'object' },
      },
    )
    const { permission, confirm, tags, category, timeoutMs } = manifest
    assert.deepEqual(
      { permission, confirm, tags, category, timeoutMs },
      {
        permission: 'write',
        confirm: true,
        tags: ['x'],
        category: 'news',
        timeoutMs: 1000,
      },
    )
    assert.deepEqual(provided, ['days'])
    assert.deepEqual(Object.keys(manifest.inputSchema.properties ?? {}), ['city'])
    assert.ok(manifest.outputSchema)
  })

  it('is idempotent by its method, or by a key', () => {
    for (const [method, expected] of [
      ['GET', true],
      ['HEAD', true],
      ['PUT', true],
      ['DELETE', true],
      ['POST', false],
      ['PATCH', false],
    ] as const)
      assert.equal(toolOf({ method }).manifest.idempotent, expected, method)
    assert.equal(toolOf({ method: 'POST', idempotencyHeader: 'Idempotency-Key' }).manifest.idempotent, true)
    assert.equal(toolOf({ method: 'POST' }, { idempotent: true }).manifest.idempotent, true)
  })

  it('may say of a GET that it has no effects, and of nothing else', () => {
    assert.equal(toolOf({}, { permission: 'read', effects: 'none' }).manifest.effects, 'none')
    assert.throws(
      () => toolOf({ method: 'DELETE' }, { effects: 'none' }),
      /effects "none" can't be said of DELETE/,
    )
  })

  it('has another fingerprint where it is reached otherwise', () => {
    const prints = [{}, { path: '/x' }, { method: 'POST' }, { headers: { a: 'b' } }] as const
    const all = new Set(prints.map((config) => toolOf(config).manifest.fingerprint))
    assert.equal(all.size, 4)
  })

  it('knows the older names of its settings', () => {
    const facts = factsOf(toolOf({ timeout: 100, maxRetries: 4, retryDelay: 50, method: 'get' as 'GET' }))
    assert.equal(facts.method, 'GET')
    assert.deepEqual([facts.timeoutMs, facts.totalMs], [100, 100])
    assert.deepEqual(facts.retry, { attempts: 5, delayMs: 50 })
  })

  it('may take longer than other calls where its attempts do', () => {
    assert.equal(toolOf({ timeoutMs: 100_000 }).manifest.timeoutMs, 300_000)
    assert.equal(toolOf({ timeoutMs: 5000 }).manifest.timeoutMs, undefined)
    assert.equal(toolOf({ timeoutMs: 100_000, totalMs: 200_000 }).manifest.timeoutMs, 200_000)
    assert.equal(toolOf({ timeout: 100_000 }).manifest.timeoutMs, undefined)
  })
})

describe('what a REST tool touches', () => {
  const touched = (config: Partial<RestConfig>, input: object, more: Partial<RestToolSpec> = {}): unknown =>
    toolOf(config, more).resources?.(input as never, { workspace: '/' })

  it('is its address, without the query', () => {
    assert.deepEqual(
      touched({ path: '/v1/{city}?x=1', query: { a: 'b' } }, { city: 'Rome/Lazio', days: 1 }),
      [{ kind: 'url', id: 'https://api.example.com/v1/Rome%2FLazio', access: 'read' }],
    )
    assert.deepEqual(touched({ method: 'POST', path: 'v1' }, { city: 'Rome' }), [
      { kind: 'url', id: 'https://api.example.com/v1', access: 'write' },
    ])
  })

  it('is read where the author says that it is only read', () => {
    assert.deepEqual(touched({ method: 'POST' }, {}, { permission: 'read' }), [
      { kind: 'url', id: 'https://api.example.com', access: 'read' },
    ])
  })

  it('shows references as they are written', () => {
    assert.deepEqual(touched({ baseUrl: 'https://${TENANT}.example.com' }, {}), [
      { kind: 'url', id: 'https://${TENANT}.example.com', access: 'read' },
    ])
  })
})
