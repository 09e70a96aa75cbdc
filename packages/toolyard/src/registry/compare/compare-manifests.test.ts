import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { defineTool, type ToolManifest } from '../../define/index.ts'
import type { JsonSchema } from '../../kernel/index.ts'
import { compareManifests } from './compare-manifests.ts'

const base: ToolManifest = defineTool({
  name: 'get_weather',
  description: 'Tells the weather of a city.',
  inputSchema: z.object({ city: z.string() }),
  outputSchema: z.object({ degrees: z.number() }),
  permission: 'read',
  effects: 'none',
  idempotent: true,
  execute: () => ({ degrees: 1 }),
}).manifest

const compare = (
  after: Partial<ToolManifest>,
  before: Partial<ToolManifest> = {},
): ReturnType<typeof compareManifests> => compareManifests({ ...base, ...before }, { ...base, ...after })

type ManifestFacts = Partial<ToolManifest>
const facts: Readonly<
  Record<string, readonly [before: ManifestFacts, after: ManifestFacts, reason?: RegExp]>
> = {
  'another name': [{}, { name: 'weather' }, /calls to "get_weather" find nothing/],
  'a title': [{}, { title: 'Weather' }],
  'another description': [{}, { description: 'Tells the weather.' }],
  'another category': [{}, { category: 'travel' }],
  'other tags': [{ tags: ['a'] }, { tags: ['b'] }],
  'another version': [{}, { version: '2' }],
  'another source': [{}, { source: 'plugin' }],
  examples: [{}, { examples: [{ input: { city: 'Oslo' } }] }],
  'another time limit': [{ timeoutMs: 5000 }, { timeoutMs: 10 }],
  'more permission': [{}, { permission: 'write' }, /It needs more permission: "read" became "write"/],
  'most permission': [{ permission: 'write' }, { permission: 'external' }, /needs more permission/],
  'less permission': [{ permission: 'external' }, { permission: 'read' }],
  'effects where there were none': [
    {},
    { effects: 'network' },
    /It needs more permission: its effects were "none" and are "network"/,
  ],
  'other effects': [{ effects: 'network' }, { effects: 'db_write' }, /needs more permission/],
  'fewer effects': [{ effects: 'network' }, { effects: 'local_state' }],
  'a question before every call': [{}, { confirm: true }, /asks a person before every call/],
  'no question any more': [{ confirm: true }, {}],
  'calls that can no longer be repeated': [{}, { idempotent: false }, /no longer be repeated safely/],
  'calls that can be repeated': [{ idempotent: false }, {}],
  'a stream': [{}, { streaming: true }],
  'no stream any more': [{ streaming: true }, {}],
  'memory between calls': [{}, { type: 'STATEFUL' }],
  'no memory between calls any more': [
    { type: 'STATEFUL' },
    { type: 'STATELESS' },
    /keeps nothing between the calls/,
  ],
  'another way of running': [{}, { type: 'EXTERNAL' }],
}

describe('comparing manifests', () => {
  for (const [title, [before, after, reason]] of Object.entries(facts))
    it(`${reason ? 'refuses' : 'takes'} ${title}`, () => {
      const { verdict, changes, reasons } = compare(after, before)
      assert.equal(verdict, reason ? 'breaking' : 'compatible')
      assert.equal(changes.length, 1)
      assert.match(reasons.join('\n'), reason ?? /^$/)
    })

  it('finds nothing between a manifest and itself, whatever the order of its keys', () => {
    const none = { verdict: 'compatible', changes: [], reasons: [] }
    assert.deepEqual(compareManifests(base, structuredClone(base)), none)
    const turned = Object.fromEntries(Object.entries(base).toReversed()) as unknown as ToolManifest
    const { type, ...rest } = base.inputSchema
    assert.deepEqual(compareManifests(base, { ...turned, inputSchema: { ...rest, type: type ?? '' } }), none)
    assert.deepEqual(compare({ tags: ['a', 'b'] }, { tags: ['b', 'a'] }), none)
  })

  it('finds nothing between two spellings of one meaning', () => {
    const parameter = (city: JsonSchema): ManifestFacts => ({
      inputSchema: { type: 'object', properties: { city }, required: ['city'] },
    })
    assert.deepEqual(
      compare(
        parameter({ type: ['null', 'string'] }),
        parameter({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      ).changes,
      [],
    )
    assert.deepEqual(
      compare(parameter({ const: 'x' }), parameter({ type: 'string', enum: ['x'] })).changes,
      [],
    )
  })

  it('names the place, what stood there and what stands there', () => {
    const inputSchema = {
      type: 'object',
      properties: { city: { type: ['string', 'null'], description: 'A city.' }, 'a.b': { type: 'number' } },
      required: ['city'],
    }
    const { changes, verdict } = compare({ inputSchema })
    assert.equal(verdict, 'compatible')
    assert.deepEqual(
      changes.map(({ path, kind, before, after }) => [path, kind, before, after]),
      [
        ['inputSchema.properties.city.type', 'changed', 'string', ['null', 'string']],
        ['inputSchema.properties["a.b"]', 'added', undefined, { type: 'number' }],
        ['inputSchema.properties.city.description', 'added', undefined, 'A city.'],
      ],
    )
  })

  it('tells of descriptions and defaults wherever they stand', () => {
    const inputSchema = (word: string, fallback: number): ToolManifest['inputSchema'] => ({
      type: 'object',
      properties: { list: { type: 'array', items: { $ref: '#/$defs/item' } } },
      $defs: {
        item: { anyOf: [{ type: 'number', description: word, default: fallback }, { type: 'null' }] },
      },
    })
    const { changes } = compare(
      { inputSchema: inputSchema('new', 2) },
      { inputSchema: inputSchema('old', 1) },
    )
    assert.deepEqual(
      changes.map(({ path, breaking }) => [path, breaking]),
      [
        ['inputSchema.$defs.item.anyOf[0].default', false],
        ['inputSchema.$defs.item.anyOf[0].description', false],
      ],
    )
    assert.match(changes[0]?.text ?? '', /is 2 where it is left out, and was 1/)
  })

  it('calls an output that is no longer described breaking, and one that is described now compatible', () => {
    const { outputSchema, ...silent } = base
    assert.deepEqual(compareManifests(base, silent).reasons, [
      'The output is no longer described: nothing of it is promised any more.',
    ])
    const described = compareManifests(silent, base)
    assert.equal(described.verdict, 'compatible')
    assert.deepEqual(described.changes[0]?.after, outputSchema)
  })

  it('takes what Zod writes for a new optional parameter and a new key of the output', () => {
    const later = defineTool({
      name: 'get_weather',
      description: 'Tells the weather of a city.',
      inputSchema: z.object({
        city: z.string(),
        days: z.int().min(1).default(1),
        unit: z.enum(['C', 'F']).optional(),
      }),
      outputSchema: z.object({ degrees: z.number(), wind: z.number() }),
      permission: 'read',
      effects: 'none',
      idempotent: true,
      execute: () => ({ degrees: 1, wind: 1 }),
    }).manifest
    assert.equal(compareManifests(base, later).verdict, 'compatible')
    assert.deepEqual(compareManifests(later, base).reasons, [
      '"days" is gone; a call may no longer send it.',
      '"unit" is gone; a call may no longer send it.',
      '"wind" is gone from the output, where it was promised.',
    ])
  })
})
