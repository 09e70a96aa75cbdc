import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { buildTool, defineTool, isTool, type ToolContext, withFacts } from './index.ts'

const noContext = {} as ToolContext
const streaming = (execute: unknown): boolean => buildTool({ execute }, 'app').manifest.streaming

describe('defineTool', () => {
  it('answers a frozen value with the manifest’s defaults filled in', () => {
    const made = defineTool({ name: 'probe', description: ' Probes. ', execute: () => 1 })
    const { fingerprint, ...facts } = made.manifest
    assert.deepEqual(facts, {
      name: 'probe',
      description: 'Probes.',
      category: 'general',
      type: 'STATELESS',
      source: 'app',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      permission: 'external',
      effects: 'network',
      confirm: false,
      streaming: false,
      idempotent: false,
      tags: [],
      version: '1',
    })
    assert.match(fingerprint, /^[0-9a-f]{64}$/)
    assert.ok(Object.isFrozen(made) && Object.isFrozen(made.manifest) && Object.isFrozen(made.manifest.tags))
    assert.ok(isTool(made))
  })

  it('keeps every fact that is given', () => {
    const examples = [{ title: 'Rome', input: { city: 'Rome' }, output: 21 }]
    const given = {
      name: 'get_weather',
      title: 'Weather',
      description: 'Current weather.',
      category: 'weather',
      permission: 'read',
      effects: 'network',
      confirm: true,
      idempotent: true,
      timeoutMs: 5000,
      tags: ['a', 'b'],
      version: '2.1',
      examples,
    } as const
    const { manifest } = defineTool({
      ...given,
      inputSchema: { city: String },
      outputSchema: z.number(),
      execute: () => 21,
    })
    for (const [fact, value] of Object.entries(given))
      assert.deepEqual(manifest[fact as keyof typeof manifest], value, fact)
    assert.deepEqual(manifest.outputSchema, { type: 'number' })
  })

  it('may leave name and description to the file that it is found in', () => {
    const { manifest } = defineTool({ execute: () => 1 })
    assert.deepEqual([manifest.name, manifest.description], ['', ''])
  })

  it('runs execute with this as the definition', () => {
    const spec = {
      name: 'a',
      description: 'b',
      greeting: 'hi',
      execute(): string {
        return this.greeting
      },
    }
    const { greeting, ...rest } = spec
    const made = buildTool(Object.assign(Object.create({ greeting }) as object, rest), 'app')
    assert.equal(made.execute(undefined as never, noContext), 'hi')
  })

  it('knows a tool that streams by its generator, async or not', () => {
    assert.ok(streaming(async function* () {}))
    assert.ok(streaming(function* () {}))
    assert.ok(!streaming(async () => 1))
    assert.ok(!streaming(() => 1))
  })

  it('takes both forms of a tool that keeps state', async () => {
    class Counter {
      count = 0
      execute(): number {
        return ++this.count
      }
    }
    const created = defineTool({ name: 'a', description: 'b', create: () => new Counter() })
    const factory = {
      made: 0,
      create() {
        this.made++
        return new Counter()
      },
    }
    const byFactory = buildTool({ name: 'a', description: 'b', factory }, 'app')
    for (const { manifest, implementation } of [created, byFactory]) {
      assert.equal(manifest.type, 'STATEFUL')
      assert.ok(implementation.kind === 'stateful')
      assert.equal((await implementation.create()).execute(undefined as never, noContext), 1)
    }
    assert.equal(factory.made, 1)
  })

  it('calls create with this as the definition, like execute', async () => {
    const spec = { name: 'a', description: 'b', tags: ['x'], create() { return { execute: () => this.tags } } } // oxfmt-ignore
    const { implementation } = buildTool(spec, 'app')
    assert.ok(implementation.kind === 'stateful')
    assert.deepEqual((await implementation.create()).execute(undefined as never, noContext), ['x'])
  })

  it('refuses to run a tool with state outside a thread', () => {
    const made = defineTool({ name: 'a', description: 'b', create: () => ({ execute: () => 1 }) })
    assert.throws(() => made.execute({}, noContext), { code: 'tool_failed' })
  })

  it('hides provided parameters from the model and keeps them in the check', async () => {
    const made = defineTool({
      name: 'a',
      description: 'b',
      inputSchema: z.object({ city: z.string(), userId: z.string() }),
      provided: ['userId'],
      execute: () => 1,
    })
    assert.deepEqual(Object.keys(made.manifest.inputSchema.properties ?? {}), ['city'])
    assert.deepEqual(made.manifest.inputSchema.required, ['city'])
    assert.ok('issues' in (await made.input.check({ city: 'Rome' })))
  })

  it('does not care what happens to the lists that it was given', () => {
    const tags = ['a']
    const made = defineTool({ name: 'a', description: 'b', tags, execute: () => 1 })
    tags.push('b')
    assert.deepEqual(made.manifest.tags, ['a'])
  })
})

describe('a tool with other facts', () => {
  const tool = defineTool({ name: 'a', description: 'b', execute: () => 1 })

  it('has them, and a fingerprint that fits', () => {
    const renamed = withFacts(tool, { name: 'c', description: 'd', source: 'builtin', category: 'e' })
    const { name, description, source, category } = renamed.manifest
    assert.deepEqual([name, description, source, category], ['c', 'd', 'builtin', 'e'])
    assert.notEqual(renamed.manifest.fingerprint, tool.manifest.fingerprint)
    assert.equal(
      renamed.manifest.fingerprint,
      defineTool({ name: 'c', description: 'd', execute: () => 1 }).manifest.fingerprint,
    )
  })

  it('is another frozen value that runs the same', () => {
    const renamed = withFacts(tool, { name: 'c' })
    assert.equal(tool.manifest.name, 'a')
    assert.ok(Object.isFrozen(renamed) && Object.isFrozen(renamed.manifest))
    assert.equal(renamed.execute(undefined as never, noContext), 1)
  })
})
