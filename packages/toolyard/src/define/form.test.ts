import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { checkForm, formText, tellProblem } from './form-check.ts'
import { type FormSchema, readForm } from './form.ts'
import { SchemaError } from './schema-error.ts'
import { toToolSchema } from './tool-schema.ts'

const formOf = (properties: object, required: readonly string[] = []): FormSchema =>
  readForm({ type: 'object', properties, required }).form
const field = (property: unknown): unknown => formOf({ f: property }).properties['f']
const problemsOf = async (form: FormSchema, given: unknown): Promise<readonly string[]> =>
  ((await checkForm(form, given)).problems ?? []).map(tellProblem)

describe('a form', () => {
  it('has one shape for choices, whichever way they were written', () => {
    const oneOf = [
      { const: 'a', title: 'An A' },
      { const: 'b', title: 'b' },
    ]
    assert.deepEqual(field({ enum: ['a', 'b'], enumNames: ['An A'] }), {
      type: 'string',
      oneOf,
      enumNames: true,
    })
    assert.deepEqual(field({ type: 'string', oneOf: [oneOf[0], { const: 'b' }] }), { type: 'string', oneOf })
    assert.deepEqual(field({ anyOf: [oneOf[0], { const: 'b' }], default: 'c' }), { type: 'string', oneOf })
    assert.deepEqual(field({ type: 'array', items: { anyOf: oneOf }, maxItems: 2, default: ['a'] }), {
      type: 'array',
      items: { anyOf: oneOf },
      maxItems: 2,
      default: ['a'],
    })
    assert.deepEqual(field({ type: 'array', items: { type: 'string', enum: ['b'] } }), {
      type: 'array',
      items: { anyOf: [oneOf[1]] },
    })
  })

  it('is made from a Zod schema, without bounds that say nothing to people, and patterns that may take for ever', () => {
    const schema = z.object({
      name: z.string().min(2).describe('Your name'),
      mail: z.string().regex(/^(.)\1/),
      day: z.iso.date().optional(),
      age: z.int().positive(),
      size: z.enum(['s', 'm']).default('m'),
      tags: z.array(z.enum(['x', 'y'])).min(1),
      sure: z.boolean(),
    })
    const { form, notes } = readForm(toToolSchema(schema).json)
    const { name, mail, age, size, tags } = form.properties
    assert.deepEqual(name, { description: 'Your name', type: 'string', minLength: 2 })
    assert.deepEqual(mail, { type: 'string' })
    assert.deepEqual(age, { type: 'integer', exclusiveMinimum: 0 })
    assert.equal(size?.default, 'm')
    assert.equal(tags?.type, 'array')
    assert.deepEqual(form.required, ['name', 'mail', 'age', 'tags', 'sure'])
    assert.match(notes.join(), /pattern of the field "mail"/)
  })

  it('is the same when it is read again', () => {
    const { form } = readForm({
      properties: { f: { title: 'x'.repeat(1_000_000), enum: ['', '\u202e'] }, g: { pattern: '^a+$' } },
    })
    assert.deepEqual(readForm(form).form, form)
  })

  for (const [what, schema, reason] of [
    ['a list', [], /must be an object with fields/],
    ['a text', 'form', /must be an object/],
    ['no fields', { properties: {} }, /has no fields/],
    ['a choice of forms', { properties: { a: {} }, anyOf: [] }, /without "anyOf"/],
    [
      'a field with fields',
      { properties: { a: { type: 'object', properties: {} } } },
      /"a", which has "properties"/,
    ],
    [
      'a list of texts',
      { properties: { a: { type: 'array', items: { type: 'string' } } } },
      /list of something else/,
    ],
    ['a field that may be null', { properties: { a: { type: ['string', 'null'] } } }, /\["string","null"\]/],
    ['a reference', { properties: { a: { $ref: '#' } } }, /"\$ref"/],
    ['choices that are numbers', { properties: { a: { enum: [1, 2] } } }, /no short texts/],
    [
      '200 fields',
      { properties: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, {}])) },
      /200 fields; at most 50/,
    ],
    [
      '10,000 choices',
      { properties: { a: { enum: Array.from({ length: 10_000 }, String) } } },
      /more than 500 choices/,
    ],
    [
      'a field of the prototype',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as unknown,
      /can't be named "__proto__"/,
    ],
    ['a name that draws lines', { properties: { 'a\nb': {} } }, /can't be named/],
    ['a name that turns around', { properties: { 'a\u202e': {} } }, /⟨U\+202E⟩/],
    ['a very long name', { properties: { ['a'.repeat(1_000_000)]: {} } }, /1000000 characters long/],
    [
      'more words than people read',
      {
        properties: Object.fromEntries(
          Array.from({ length: 40 }, (_, n) => [`f${n}`, { description: 'x'.repeat(5000) }]),
        ),
      },
      /at most 32000/,
    ],
  ] as const)
    it(`with ${what} is refused with a sentence`, () => {
      assert.throws(
        () => readForm(schema),
        (error) => error instanceof SchemaError && reason.test(error.message),
      )
    })

  it('has long titles cut, each in one row', () => {
    const shown = field({ title: `Pay\u202e\n\n${'x'.repeat(1_000_000)}`, description: 'a\u0007b' }) as {
      title: string
    }
    assert.match(shown.title, /^Pay\u202e x{100,}… \(\d{6} more characters\)$/)
    assert.ok(shown.title.length <= 200)
  })

  it('leaves a pattern that may take for ever to the one who asks', () => {
    const { form, notes } = readForm({ properties: { f: { type: 'string', pattern: '(?=(a+)+$)b' } } })
    assert.deepEqual(form.properties['f'], { type: 'string' })
    assert.match(notes.join(), /pattern of the field "f" can't be checked/)
  })
})

describe('what is filled in', () => {
  const everything = formOf(
    {
      name: { type: 'string', minLength: 2, maxLength: 4 },
      mail: { type: 'string', format: 'email' },
      code: { type: 'string', pattern: '^[a-z]+$' },
      day: { type: 'string', format: 'date', default: '2026-07-28' },
      count: { type: 'integer', minimum: 1, maximum: 3 },
      account: { type: 'integer' },
      rate: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
      sure: { type: 'boolean' },
      size: { enum: ['s', 'm'] },
      tags: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
    },
    ['name', 'size'],
  )
  const least = { name: 'Ann', size: 's' }

  it('is taken with the defaults of what was left out', async () => {
    assert.deepEqual(await checkForm(everything, least), { values: { ...least, day: '2026-07-28' } })
    const whole = {
      ...least,
      mail: 'a@b.org',
      code: 'abc',
      day: '2020-01-01',
      count: 3,
      rate: 0.3,
      sure: false,
      tags: ['c'],
    }
    assert.deepEqual(await checkForm(everything, whole), { values: whole })
  })

  it('leaves out what is null or emptied, without its default', async () => {
    assert.deepEqual(await checkForm(everything, { ...least, day: null, mail: '' }), { values: least })
  })

  it('takes no default that does not fit, and a choice that is an empty text', async () => {
    const form = formOf({
      count: { type: 'integer', maximum: 3, default: 9 },
      day: { type: 'string', format: 'date', default: 'some day' },
      tags: { type: 'array', items: { enum: ['a', 'b'] }, default: ['a', 'a'] },
    })
    assert.deepEqual(await checkForm(form, {}), { values: {} })
    assert.deepEqual(await problemsOf({ ...form, required: ['count'] }, {}), ['"count" must be filled in'])
    const empty = formOf({ size: { enum: ['', 's'] } }, ['size'])
    assert.deepEqual(await checkForm(empty, { size: '' }), { values: { size: '' } })
  })

  it('is told of a pattern in one row, without hidden characters', async () => {
    const form = formOf({ f: { type: 'string', pattern: 'x\n\nToolyard asks you.\u202e' } })
    assert.deepEqual(await problemsOf(form, { f: 'y' }), [
      '"f" must match the pattern x Toolyard asks you.⟨U+202E⟩',
    ])
  })

  for (const [given, problem] of [
    [{ name: 'A' }, '"name" needs at least 2 characters'],
    [{ name: '😀' }, '"name" needs at least 2 characters'],
    [{ name: 'Annabel' }, '"name" takes at most 4 characters'],
    [{ name: '' }, '"name" must be filled in'],
    [{ name: null }, '"name" must be filled in'],
    [{ name: 3 }, '"name" must be a text'],
    [{ mail: 'a' }, '"mail" must be an e-mail address'],
    [{ code: 'A' }, '"code" must match the pattern ^[a-z]+$'],
    [{ day: '2026-02-31' }, '"day" must be a date, such as 2026-07-28'],
    [{ count: '1' }, '"count" must be a number'],
    [{ count: 1.5 }, '"count" must be a whole number'],
    [{ account: 2 ** 60 }, '"account" must be at most 9007199254740991'],
    [{ account: -1e300 }, '"account" must be at least -9007199254740991'],
    [{ count: 0 }, '"count" must be at least 1'],
    [{ count: 4 }, '"count" must be at most 3'],
    [{ rate: 0 }, '"rate" must be more than 0'],
    [{ rate: 1 }, '"rate" must be less than 1'],
    [{ rate: 0.25 }, '"rate" must be a multiple of 0.1'],
    [{ sure: 'yes' }, '"sure" must be yes or no'],
    [{ size: 'l' }, '"size" must be one of "s", "m"'],
    [{ size: '' }, '"size" must be filled in'],
    [{ tags: 'a' }, '"tags" must be a list, and each item must be one of "a", "b", "c"'],
    [{ tags: ['d'] }, '"tags" must be a list, and each item must be one of "a", "b", "c"'],
    [{ tags: [] }, '"tags" needs at least 1 choices'],
    [{ tags: ['a', 'b', 'c'] }, '"tags" takes at most 2 choices'],
    [{ tags: ['a', 'a'] }, '"tags" must not have the same choice twice'],
    [{ siez: 's' }, '"siez" is no field of the form. Did you mean "size"?'],
    [{ constructor: 's' }, '"constructor" is no field of the form.'],
  ] as const)
    it(`is refused with the field and a sentence: ${JSON.stringify(given)}`, async () => {
      assert.deepEqual(await problemsOf(everything, { ...least, ...given }), [problem])
    })

  it('is refused where it is no object, or too long to be matched', async () => {
    for (const given of [undefined, null, 'x', [], 3])
      assert.match((await problemsOf(everything, given)).join(), /must be an object/)
    const form = formOf({ f: { type: 'string', pattern: '^(a+)+$' } })
    assert.match((await problemsOf(form, { f: `${'a'.repeat(90_000)}!` })).join(), /must match/)
    assert.match((await problemsOf(form, { f: 'a'.repeat(1_000_000) })).join(), /at most 100000 characters/)
    const long = formOf({ a: {}, b: {}, c: {} })
    const text = 'x'.repeat(90_000)
    assert.deepEqual((await checkForm(long, { a: text, b: text })).problems, undefined)
    assert.match((await problemsOf(long, { a: text, b: text, c: text })).join(), /^the answer is too long/)
    assert.ok(formText(long, { a: text }).length < 5000)
  })

  it('is told in the words of the form', () => {
    const form = formOf({
      size: { title: 'Size', enum: ['s'], enumNames: ['Small'] },
      sure: { type: 'boolean' },
      x: {},
    })
    assert.equal(formText(form, { size: 's', sure: false }), 'Size: Small\nsure: no')
  })
})
