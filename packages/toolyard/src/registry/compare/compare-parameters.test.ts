import { describe, it } from 'node:test'
import { type ComparisonCase, count, judge, object, tagged, text } from './comparison-cases.test.ts'

/** Of one parameter. */
const cases: Readonly<Record<string, ComparisonCase>> = {
  'a whole number that was any number': [
    { type: 'number' },
    count,
    /"a" took a number and now takes a whole number/,
  ],
  'any number that was a whole one': [count, { type: 'number' }],
  'a list of types that lost one': [
    { type: ['string', 'null'] },
    text,
    /"a" took text or null and now takes only text/,
  ],
  'a list of types that gained one': [text, { type: ['string', 'null'] }],
  'null as a branch in place of null as a type': [
    { type: ['string', 'null'] },
    { anyOf: [text, { type: 'null' }] },
  ],
  'another type': [text, { type: 'number' }, /"a" took text and now takes a number/],
  'a type where there was none': [{}, text, /"a" took anything and now takes only text/],
  'no type where there was one': [text, true],
  'nothing at all': [text, false, /"a" took text and now takes nothing/],
  'a value less in a list': [{ enum: ['C', 'F'] }, { enum: ['C'] }, /"a" no longer takes "F"/],
  'a value more in a list': [{ enum: ['C'] }, { enum: ['C', 'F'] }],
  'a list of values in another order': [{ enum: ['C', 'F'] }, { enum: ['F', 'C'] }],
  'a list where any text was taken': [text, { enum: ['C'] }, /"a" took text and now takes only "C"/],
  'any text where there was a list': [{ enum: ['C'] }, text],
  'longer texts than those of the list': [{ enum: ['C', 'ab'] }, { ...text, minLength: 2 }, /can't be shown/],
  'texts that all of the list keep to': [{ enum: ['ab', 'abc'] }, { ...text, minLength: 2, pattern: '^ab' }],
  'a value less that was never taken': [{ enum: ['a', 'abc'], minLength: 2 }, { enum: ['abc'] }],
  'another constant': [{ const: 1 }, { const: 2 }, /"a" must be 2, where it was 1/],
  'a constant in place of a list of one': [{ enum: ['x'] }, { const: 'x' }],
  'a constant where anything was taken': [{}, { const: 'x' }, /now takes only/],
  'true and false as values': [{ type: 'boolean' }, { enum: [true, false] }],
  'only true': [{ type: 'boolean' }, { const: true }, /"a" no longer takes false/],
  'any object in place of a list of objects, which are not looked into': [
    { enum: [{ x: 1 }] },
    object({ x: count }),
    /can't be shown/,
  ],
  'an object more in a list': [{ enum: [{ x: 1 }] }, { enum: [{ x: 1 }, { x: 2 }] }],
  'a bound spelled as exclusive that includes its limit now': [
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'number', minimum: 0 },
  ],
  'a higher minimum': [
    { ...count, minimum: 1 },
    { ...count, minimum: 2 },
    /"a" must be at least 2, where it was 1/,
  ],
  'a lower minimum': [
    { ...count, minimum: 2 },
    { ...count, minimum: 1 },
  ],
  'a new maximum': [count, { ...count, maximum: 9 }, /"a" must now be at most 9/],
  'no maximum any more': [{ ...count, maximum: 9 }, count],
  'an exclusive bound of whole numbers, spelled otherwise': [
    { ...count, minimum: 1 },
    { ...count, exclusiveMinimum: 0 },
  ],
  'an exclusive bound of numbers': [
    { type: 'number', minimum: 0 },
    { type: 'number', exclusiveMinimum: 0 },
    /"a" must now be above 0/,
  ],
  'the bounds that libraries write for any whole number': [
    count,
    { ...count, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  ],
  'a finer step': [
    { ...count, multipleOf: 6 },
    { ...count, multipleOf: 3 },
  ],
  'a coarser step': [
    { ...count, multipleOf: 3 },
    { ...count, multipleOf: 6 },
    /be a multiple of 6, where it was 3/,
  ],
  'a longer least length': [text, { ...text, minLength: 2 }, /"a" must now have at least 2 characters/],
  'a shorter greatest length': [
    { ...text, maxLength: 9 },
    { ...text, maxLength: 8 },
    /at most 8 characters, where it was 9/,
  ],
  'a greater length': [
    { ...text, maxLength: 8 },
    { ...text, maxLength: 9 },
  ],
  'a new pattern': [text, { ...text, pattern: '^a' }, /match the pattern "\^a"; it can't be shown/],
  'another pattern': [
    { ...text, pattern: '^a' },
    { ...text, pattern: '^b' },
    /pattern "\^b", where it was "\^a"/,
  ],
  'no pattern any more': [{ ...text, pattern: '^a' }, text],
  'a new format': [text, { ...text, format: 'email' }, /be of the format "email"/],
  'no format any more': [{ ...text, format: 'email' }, text],
  'narrower items': [{ type: 'array', items: {} }, { type: 'array', items: text }, /"a\[\]" took anything/],
  'wider items': [
    { type: 'array', items: count },
    { type: 'array', items: { type: 'number' } },
  ],
  'fewer items': [{ type: 'array' }, { type: 'array', maxItems: 3 }, /"a" must now have at most 3 items/],
  'more items than there can be': [
    { type: 'array', maxItems: 3 },
    { type: 'array', maxItems: 4, uniqueItems: false },
  ],
  'no item twice': [
    { type: 'array' },
    { type: 'array', uniqueItems: true },
    /"a" must now have no item twice/,
  ],
  'a tuple in the words of draft-07': [
    { type: 'array', items: [text, count], additionalItems: false },
    { type: 'array', prefixItems: [text, count], items: false },
  ],
  'a narrower place in a tuple': [
    { type: 'array', prefixItems: [text, {}] },
    { type: 'array', prefixItems: [text, count] },
    /"a\[1\]" took anything/,
  ],
  'a tuple without more items': [
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [text], items: false },
    /"a\[\]" took anything and now takes nothing/,
  ],
  'something that a list must contain': [
    { type: 'array' },
    { type: 'array', contains: text },
    /keep to "contains"/,
  ],
  'a branch less': [
    { anyOf: [tagged('x'), tagged('y')] },
    { anyOf: [tagged('x')] },
    /"a" no longer takes one of its forms \("kind=\\"y\\""\)/,
  ],
  'a branch more': [{ anyOf: [tagged('x')] }, { anyOf: [tagged('x'), tagged('y')] }],
  'branches in another order': [{ anyOf: [tagged('x'), tagged('y')] }, { anyOf: [tagged('y'), tagged('x')] }],
  'a changed branch, found by its tag': [
    { anyOf: [tagged('x', { r: count }), tagged('y')] },
    { anyOf: [tagged('y'), tagged('x', { r: text })] },
    /"a\.r" took a whole number and now takes text/,
  ],
  'exactly one of branches that nothing fits twice': [
    { anyOf: [tagged('x'), tagged('y')] },
    { oneOf: [tagged('x'), tagged('y'), tagged('z')] },
  ],
  'exactly one of branches that may overlap': [
    { anyOf: [text, { type: ['string', 'null'] }] },
    { oneOf: [text, { type: ['string', 'null'] }] },
    /can't be shown to accept everything that the old one did/,
  ],
  'any of what had to be exactly one': [
    { oneOf: [text, { enum: ['a', 1] }] },
    { anyOf: [text, { enum: ['a', 1] }] },
  ],
  'parts that are written as one': [
    { allOf: [object({ x: text }), object({ y: count }, { required: ['y'] })] },
    object({ x: text, y: count }, { required: ['y'] }),
  ],
  'one part more': [{ allOf: [text] }, { allOf: [text, { maxLength: 5 }] }, /at most 5 characters/],
  'parts closed at the end': [
    { allOf: [object({ x: text })], unevaluatedProperties: false },
    object({ x: text }, { additionalProperties: false }),
  ],
  'something that must not be': [text, { ...text, not: { const: 'x' } }, /"a" must now keep to "not"/],
  'something that need no longer be': [{ ...text, not: { const: 'x' } }, text],
  'a condition': [{}, { if: text, else: { type: 'null' } }, /keep to "if"/],
  'nullable, which no validator knows': [text, { ...text, nullable: true }],
}

describe('comparing parameters', () => {
  for (const [title, [before, after, reason]] of Object.entries(cases))
    it(`${reason ? 'refuses' : 'takes'} ${title}`, () =>
      judge('input', [object({ a: before }), object({ a: after }), reason]))
})
