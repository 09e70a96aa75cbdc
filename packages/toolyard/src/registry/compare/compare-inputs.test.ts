import { describe, it } from 'node:test'
import type { JsonSchema } from '../../kernel/index.ts'
import { type ComparisonCase, count, judge, object, text } from './comparison-cases.test.ts'

const tree = (more: object): JsonSchema => ({
  type: 'object',
  properties: { root: { $ref: '#/$defs/node' } },
  $defs: {
    node: object({ children: { type: 'array', items: { $ref: '#/$defs/node' } }, ...more }),
  },
})

const cases: Readonly<Record<string, ComparisonCase>> = {
  'a new required parameter': [
    object({}),
    object({ a: text }, { required: ['a'] }),
    /"a" is a new required parameter/,
  ],
  'a new optional parameter': [object({ b: text }), object({ a: text, b: text })],
  'the first parameter of a tool that took none': [
    object({}, { additionalProperties: false }),
    object({ a: text }),
  ],
  'a parameter of an object that took any key': [
    object({}),
    object({ a: text }),
    /other keys were free so far/,
  ],
  'a new optional parameter where other keys were free': [
    object({}, { additionalProperties: true }),
    object({ a: text }, { additionalProperties: true }),
    /"a" is a new optional parameter, and other keys were free so far; it can't be shown to accept everything/,
  ],
  'an optional parameter that is required now': [
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    /^"a" is now required\.$/,
  ],
  'a default, which is filled in after the check and so helps nobody': [
    object({ a: text }),
    object({ a: { ...text, default: 'x' } }, { required: ['a'] }),
    /its default does not stand in for it/,
  ],
  'a new parameter with a default that may be left out': [
    object({ b: text }),
    object({ a: { ...text, default: 'x' }, b: text }),
  ],
  'a required parameter that is optional now': [
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
  ],
  'a parameter that went': [
    object({ a: text, b: text }),
    object({ a: text }),
    /"b" is gone; a call may no longer send it/,
  ],
  'a parameter that went, where other keys are taken': [
    object({ a: text, b: text }),
    object({ a: text }, { additionalProperties: true }),
  ],
  'a parameter that went, where other keys must be numbers': [
    object({ a: text, b: text }),
    object({ a: text }, { additionalProperties: { type: 'number' } }),
    /"b" is gone/,
  ],
  'a renamed parameter': [object({ a: text }), object({ b: text }), /"a" is gone/],
  'other keys that are refused now': [
    object({ a: text }, { additionalProperties: true }),
    object({ a: text }, { additionalProperties: false }),
    /The input no longer takes keys that are not listed/,
  ],
  'other keys that were refused without a word, and are refused in words now': [
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
  ],
  'other keys that are taken now': [object({ a: text }), object({ a: text }, { additionalProperties: true })],
  'other keys whose values are bound now': [
    object({}, { additionalProperties: true }),
    object({}, { additionalProperties: text }),
    /only where their values fit a schema/,
  ],
  'an object that did not list its keys': [{ type: 'object' }, object({ a: text }), /no longer takes keys/],
  'a word on the type of the arguments, which are always an object': [
    { properties: { a: text } },
    object({ a: text }),
  ],
  'a pattern of keys that says more now': [
    object({}, { patternProperties: { '^x': text } }),
    object({}, { patternProperties: { '^x': { ...text, minLength: 1 } } }),
    /"\*" must now have at least 1 character/,
  ],
  'keys that another pattern holds to something else': [
    { type: 'object', patternProperties: { '^x': text }, additionalProperties: { type: 'number' } },
    { type: 'object', patternProperties: { y: { type: 'number' } } },
    /keys like "y"/,
  ],
  'keys by pattern that are now like all others': [
    { type: 'object', patternProperties: { '^x': text }, additionalProperties: false },
    { type: 'object', additionalProperties: count },
    /no longer says what keys like "\^x" hold; it can't be shown/,
  ],
  'names of keys that are bound now': [
    { type: 'object' },
    { type: 'object', propertyNames: { pattern: '^a' } },
    /must now keep to "propertyNames"; it can't be shown/,
  ],
  'names of keys that all listed ones keep to, which is not looked at': [
    object({ a: text }),
    object({ a: text }, { propertyNames: { pattern: '^a' } }),
    /must now keep to "propertyNames"; it can't be shown/,
  ],
  'names of keys that may be any text': [
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: text, propertyNames: { type: 'string' } }),
  ],
  'a key that calls for another now': [
    object({ a: text, b: text }),
    object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
    /If there is "a", "b" must be there too/,
  ],
  'a key that calls for another, in the words of draft-07': [
    object({ a: text, b: text }, { dependencies: { a: ['b'] } }),
    object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
  ],
  'a key that calls for one that is required anyway': [
    object({ a: text, b: text }, { required: ['b'] }),
    object({ a: text, b: text }, { required: ['b'], dependentRequired: { a: ['b'] } }),
  ],
  'fewer keys allowed than there are': [
    object({ a: text, b: text }),
    object({ a: text, b: text }, { maxProperties: 1 }),
    /have at most 1 key\b/,
  ],
  'as many keys allowed as there are, which are not counted': [
    object({ a: text, b: text }),
    object({ a: text, b: text }, { maxProperties: 2 }),
    /have at most 2 keys/,
  ],
  'a new optional key in a schema that contains itself': [tree({}), tree({ label: text })],
  'a lost key in a schema that contains itself': [tree({ label: text }), tree({}), /"root.label" is gone/],
  'a narrower key in a schema that contains itself': [
    tree({ label: text }),
    tree({ label: { ...text, maxLength: 3 } }),
    /"root.label" must now have at most 3 characters/,
  ],
  'definitions under their old name': [
    { ...object({ a: { $ref: '#/definitions/x' } }), definitions: { x: text } },
    { ...object({ a: { $ref: '#/$defs/y' } }), $defs: { y: text } },
  ],
  'a reference in place of what it means': [
    object({ a: { ...text, maxLength: 5 } }),
    { ...object({ a: { $ref: '#/$defs/x', maxLength: 5 } }), $defs: { x: text } },
  ],
  'the same reference to something else': [
    { ...object({ a: { not: { $ref: '#/$defs/x' } } }), $defs: { x: text } },
    { ...object({ a: { not: { $ref: '#/$defs/x' } } }), $defs: { x: { type: 'number' } } },
    /"a" must keep to another "not"; it can't be shown to accept everything that the old one did/,
  ],
  'what was proven on the way to something that failed': [
    {
      ...object({ a: object({ q: { $ref: '#/$defs/n' } }), b: { $ref: '#/$defs/m' } }),
      $defs: { n: object({ m: { $ref: '#/$defs/m' }, v: text }), m: object({ n: { $ref: '#/$defs/n' } }) },
    },
    {
      ...object({
        a: { anyOf: [object({ q: { $ref: '#/$defs/n' } }), { type: 'object', additionalProperties: {} }] },
        b: { $ref: '#/$defs/m' },
      }),
      $defs: { n: object({ m: { $ref: '#/$defs/m' }, v: count }), m: object({ n: { $ref: '#/$defs/n' } }) },
    },
    /"b\.n\.v" took text and now takes a whole number/,
  ],
}

describe('comparing inputs', () => {
  for (const [title, example] of Object.entries(cases))
    it(`${example[2] ? 'refuses' : 'takes'} ${title}`, () => judge('input', example))
})
