import { describe, it } from 'node:test'
import { type ComparisonCase, count, judge, object, tagged, text } from './comparison-cases.test.ts'

const required = (properties: object, more: object = {}): object =>
  object(properties, { required: Object.keys(properties), ...more })

const cases: Readonly<Record<string, ComparisonCase>> = {
  'a promised key that went': [
    required({ a: text, b: text }),
    required({ a: text }),
    /"b" is gone from the output, where it was promised/,
  ],
  'a key that was never promised and went': [object({ a: text, b: text }), object({ a: text })],
  'a promised key that may be missing now': [
    required({ a: text }),
    object({ a: text }),
    /"a" is no longer promised/,
  ],
  'a key that is promised now': [object({ a: text }), required({ a: text })],
  'a new key': [required({ a: text }), required({ a: text, b: text })],
  'a new key in an object that was closed': [
    required({ a: text }, { additionalProperties: false }),
    required({ a: text, b: text }, { additionalProperties: false }),
  ],
  'a new key that is not what other keys were': [
    required({ a: text }, { additionalProperties: count }),
    required({ a: text, b: text }, { additionalProperties: count }),
    /"b" is new in the output, and other keys were free so far/,
  ],
  'a key that went, where other keys may be anything': [
    object({ a: text, b: text }),
    object({ a: text }, { additionalProperties: true }),
    /"b" is gone from the output; it may be there as any other key and hold anything/,
  ],
  'a wider type': [
    object({ a: count }),
    object({ a: { type: 'number' } }),
    /"a" was a whole number and is now a number/,
  ],
  'a narrower type': [object({ a: { type: 'number' } }), object({ a: count })],
  'null where there was none': [
    object({ a: text }),
    object({ a: { type: ['string', 'null'] } }),
    /is now text or null/,
  ],
  'no null any more': [object({ a: { anyOf: [text, { type: 'null' }] } }), object({ a: text })],
  'a value more in a list': [
    object({ a: { enum: ['x'] } }),
    object({ a: { enum: ['x', 'y'] } }),
    /"a" may now also be "y"/,
  ],
  'a value less in a list': [object({ a: { enum: ['x', 'y'] } }), object({ a: { enum: ['x'] } })],
  'any text where there was a list': [
    object({ a: { enum: ['x'] } }),
    object({ a: text }),
    /"a" was only "x" and may now be other text/,
  ],
  'a list where there was any text': [object({ a: text }), object({ a: { enum: ['x'] } })],
  'a bound that is gone': [
    object({ a: { ...count, minimum: 0 } }),
    object({ a: count }),
    /"a" is no longer sure to be at least 0/,
  ],
  'a bound that is new': [object({ a: count }), object({ a: { ...count, minimum: 0 } })],
  'a format that is gone': [
    object({ a: { ...text, format: 'uri' } }),
    object({ a: text }),
    /stay within what the old one promised/,
  ],
  'wider items': [
    object({ a: { type: 'array', items: text } }),
    object({ a: { type: 'array' } }),
    /"a\[\]" was text and is now anything/,
  ],
  'a branch more': [
    { anyOf: [tagged('x'), tagged('y')] },
    { anyOf: [tagged('x'), tagged('y'), tagged('z')] },
    /The output may have one more form \("kind=\\"z\\""\)/,
  ],
  'a branch less': [{ anyOf: [tagged('x'), tagged('y')] }, { anyOf: [tagged('x')] }],
}

describe('comparing outputs', () => {
  for (const [title, example] of Object.entries(cases))
    it(`${example[2] ? 'refuses' : 'takes'} ${title}`, () => judge('output', example))
})
