import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSharedCheck, readSchema } from '../index.ts'

const pet = {
  type: 'object',
  properties: { name: { type: 'string' }, owner: { $ref: '#/$defs/Owner' } },
}
const owner = { type: 'object', properties: { pets: { type: 'array', items: { $ref: '#/$defs/Pet' } } } }
const text = 'x'.repeat(300_000)

function taking(schema: object, $defs: object): object {
  return { type: 'object', properties: { value: schema }, $defs }
}

const schemas: readonly (readonly [what: string, schema: unknown])[] = [
  ['has no definitions', { type: 'object', properties: { name: { type: 'sting' } } }],
  ['is no object', 'schema'],
  ['is right', taking({ $ref: '#/$defs/Pet' }, { Pet: pet, Owner: owner, Any: {}, Every: true })],
  ['leads nowhere', taking({ $ref: '#/$defs/Cat' }, { Pet: pet, Owner: owner })],
  ['has a definition that leads nowhere', taking({ $ref: '#/$defs/Pet' }, { Pet: pet })],
  [
    'has a definition that is wrong',
    taking({ $ref: '#/$defs/Bad' }, { Bad: { type: 'sting' }, Pet: pet, Owner: owner }),
  ],
  ['has a definition that is no schema', taking({ $ref: '#/$defs/Bad' }, { Bad: 'text' })],
  ['is wrong itself', taking({ $ref: '#/$defs/Pet', minimum: 'one' }, { Pet: pet, Owner: owner })],
  [
    'goes round in a circle',
    taking({ $ref: '#/$defs/One' }, { One: { $ref: '#/$defs/Two' }, Two: { $ref: '#/$defs/One' } }),
  ],
  ['refers to its properties', taking({ type: 'string' }, { Same: { $ref: '#/properties/value' } })],
  ['refers into a definition', taking({ $ref: '#/$defs/Owner/properties/pets' }, { Pet: pet, Owner: owner })],
  [
    'refers into one that has no such place',
    taking({ $ref: '#/$defs/Owner/no' }, { Pet: pet, Owner: owner }),
  ],
  [
    'is too long in all',
    taking({ $ref: '#/$defs/One' }, { One: { description: text }, Two: { description: `${text}.` } }),
  ],
  [
    'is too large in all',
    taking(
      { $ref: '#/$defs/D0' },
      Object.fromEntries(Array.from({ length: 21_000 }, (_, at) => [`D${at}`, {}])),
    ),
  ],
]

describe('a check that remembers definitions', () => {
  for (const [what, schema] of schemas)
    it(`takes a schema that ${what} only if any check does, the first time and again`, () => {
      const isRight = createSharedCheck()
      const answer = isRight(schema)
      assert.ok(!answer || mayBeRight(schema))
      assert.equal(isRight(schema), answer)
    })

  it('says the same whatever it saw before', () => {
    const isRight = createSharedCheck()
    for (const [what, schema] of [...schemas, ...schemas.toReversed()])
      assert.equal(isRight(schema), createSharedCheck()(schema), what)
  })

  it('leaves what refers to names, or is of another draft, to a closer look', () => {
    const isRight = createSharedCheck()
    const plain = taking({ $ref: '#/$defs/One' }, { One: { type: 'string' } })
    assert.equal(isRight(plain), true)
    assert.equal(isRight({ $schema: 'http://json-schema.org/draft-07/schema#', ...plain }), false)
    for (const one of [{ $dynamicRef: '#x' }, { $id: 'a', type: 'string' }, { exclusiveMinimum: true }])
      assert.equal(isRight(taking({ $ref: '#/$defs/One' }, { One: one })), false, JSON.stringify(one))
  })
})

/** Nothing is wrong with it, and it is used as it is. */
function mayBeRight(schema: unknown): boolean {
  const read = readSchema(schema)
  return read.problems.length === 0 && read.schema === schema
}
