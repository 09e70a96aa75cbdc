import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../kernel/index.ts'
import { compileDefinition } from './index.ts'
import { manifestOf } from './support.test.ts'

function strict(schema: JsonSchema): { strict: boolean; notes: string } {
  const { report } = compileDefinition(manifestOf(schema), 'openai', { explanation: 'off' })
  return { strict: report.strict, notes: report.notes.join('\n') }
}

function wide(count: number, child: (index: number) => JsonSchema): JsonSchema {
  const names = Array.from({ length: count }, (_, index) => `p${index}`)
  const properties = Object.fromEntries(names.map((name, index) => [name, child(index)]))
  return { type: 'object', properties, required: names, additionalProperties: false }
}

function nested(levels: number): JsonSchema {
  const schema = levels > 1 ? nested(levels - 1) : { type: 'string' }
  return { type: 'object', properties: { a: schema }, required: ['a'], additionalProperties: false }
}

function words(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}`.padStart(length, 'x'))
}

describe('the limits of OpenAI strict mode', () => {
  const cases: readonly (readonly [string, JsonSchema, JsonSchema, RegExp])[] = [
    [
      '5000 properties',
      wide(5000, () => ({ type: 'string' })),
      wide(5001, () => ({ type: 'string' })),
      /5000 properties/,
    ],
    ['10 levels', nested(10), nested(11), /10 levels/],
    [
      '1000 enum values',
      wide(4, (at) => ({ type: 'string', enum: words(250, 4).map((word) => `${at}${word}`) })),
      wide(5, (at) => ({ type: 'string', enum: words(250, 4).map((word) => `${at}${word}`) })),
      /1000 values/,
    ],
    [
      '15000 characters in an enum of over 250 values',
      wide(1, () => ({ type: 'string', enum: words(300, 50) })),
      wide(1, () => ({ type: 'string', enum: words(300, 51) })),
      /15000 characters/,
    ],
    [
      '120000 characters of names and literals',
      wide(4, (at) => ({ type: 'string', const: `${at}`.padEnd(29_990, 'x') })),
      wide(4, (at) => ({ type: 'string', const: `${at}`.padEnd(30_000, 'x') })),
      /120000 characters/,
    ],
  ]

  for (const [name, within, over, note] of cases) {
    it(`keep a tool of ${name} strict, and send one above it without`, () => {
      assert.deepEqual(strict(within), { strict: true, notes: '' })
      const outcome = strict(over)
      assert.equal(outcome.strict, false)
      assert.match(outcome.notes, note)
    })
  }

  it('count the levels behind references, and do not follow a cycle', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `d${at}`,
        {
          type: 'object',
          properties: { a: at < 11 ? { $ref: `#/$defs/d${at + 1}` } : { type: 'string' } },
          required: ['a'],
        },
      ]),
    )
    assert.match(strict({ ...(chain['d0'] as JsonSchema), $defs: chain }).notes, /10 levels/)
    const list = { type: 'object', properties: { next: { $ref: '#' } } }
    assert.equal(strict(list).strict, true)
  })
})
