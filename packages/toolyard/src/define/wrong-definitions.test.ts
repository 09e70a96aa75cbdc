import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type } from 'arktype'
import { z } from 'zod'
import { defineTool } from './index.ts'

const cycle: Record<string, unknown> = { type: 'object' }
cycle['properties'] = { again: cycle }
const noJson = { '~standard': { version: 1, vendor: 'mini', validate: () => ({ value: 1 }) } }

/** What is written over a good definition, the field that the message names, the reason, and the remedy in the hint. */
const wrong: readonly (readonly [what: string, over: object, field: string, reason: RegExp, remedy: RegExp])[] = [
  ['an unknown field', { inputShema: {} }, 'inputShema', /is not a field/, /Did you mean "inputSchema"/],
  ['a field of nobody', { zzzz: 1 }, 'zzzz', /is not a field/, /Fields: name, title/],
  ['a name with spaces', { name: 'get weather' }, 'name', /"get weather" is not a tool name/, /snake_case/],
  ['an empty name', { name: '' }, 'name', /"" is not a tool name/, /1-64 letters/],
  ['a name that starts with a digit', { name: '2fast' }, 'name', /is not a tool name/, /starting with a letter/],
  ['a name that is too long', { name: 'x'.repeat(65) }, 'name', /is not a tool name/, /1-64/],
  ['a name that is a number', { name: 5 }, 'name', /5 is not a tool name/, /letters/],
  ['an empty description', { description: '  ' }, 'description', /is empty/, /one sentence/],
  ['a description that is no text', { description: 5 }, 'description', /is empty/, /one sentence/],
  ['a title that is no text', { title: 5 }, 'title', /must be a string, not 5/, /short name/],
  ['a category that is no text', { category: {} }, 'category', /must be a string/, /one word/],
  ['a version that is a number', { version: 2 }, 'version', /must be a string, not 2/, /version: '2'/],
  ['an unknown permission', { permission: 'admin' }, 'permission', /"admin" is not known/, /read, write, external/],
  ['permission in capitals', { permission: 'READ' }, 'permission', /"READ" is not known/, /read, write/],
  ['unknown effects', { effects: 'disk' }, 'effects', /"disk" is not known/, /none, local_state, db_write/],
  ['confirm in words', { confirm: 'yes' }, 'confirm', /must be a boolean or a function, not "yes"/, /confirm: true/],
  ['idempotent as a number', { idempotent: 1 }, 'idempotent', /must be a boolean/, /idempotent: true/],
  ['a time of nought', { timeoutMs: 0 }, 'timeoutMs', /0 is not a time/, /from 1 to 2147483647/],
  ['a time with a fraction', { timeoutMs: 1.5 }, 'timeoutMs', /1.5 is not a time/, /whole number/],
  ['a time past all timers', { timeoutMs: 2 ** 31 }, 'timeoutMs', /is not a time/, /milliseconds/],
  ['an endless time', { timeoutMs: Infinity }, 'timeoutMs', /Infinity is not a time/, /milliseconds/],
  ['a time in words', { timeoutMs: '5s' }, 'timeoutMs', /5s is not a time/, /milliseconds/],
  ['tags as one word', { tags: 'weather' }, 'tags', /must be a list/, /tags: \['weather'\]/],
  ['tags that are no words', { tags: [1] }, 'tags', /must be a list/, /tags:/],
  ['examples that are no calls', { examples: [{ city: 'Rome' }] }, 'examples', /must be a list of calls/, /input:/],
  ['examples that are no list', { examples: {} }, 'examples', /must be a list of calls/, /input:/],
  ['aliases as a list', { aliases: ['q'] }, 'aliases', /must map/, /aliases: \{/],
  ['an alias of nothing', { aliases: { q: 'citty' } }, 'aliases', /names "citty"/, /Did you mean "city"/],
  ['provided as one word', { provided: 'city' }, 'provided', /must be a list/, /provided: \[/],
  ['provided that is no parameter', { provided: ['user'] }, 'provided', /names "user"/, /Parameters: city/],
  ['resources that are no function', { resources: [] }, 'resources', /must be a function/, /kind: 'path'/],
  ['permissionFor that is no function', { permissionFor: 'read' }, 'permissionFor', /must be a function/, /permission/],
  ['render that is no function', { render: 'text' }, 'render', /must be a function/, /render:/],
  ['no execute', { execute: undefined }, 'execute', /is missing/, /Add execute\(input, context\)/],
  ['execute that is no function', { execute: 'run' }, 'execute', /is missing/, /Add execute/],
  ['execute and create', { create: () => ({}) }, 'execute and create', /are both given/, /Keep execute/],
  ['create that is no function', { execute: undefined, create: 5 }, 'create', /is not a function/, /create\(\)/],
  ['a factory without create', { execute: undefined, factory: {} }, 'execute', /is missing/, /create\(\)/],
  ['a schema that is a word', { inputSchema: 'string' }, 'inputSchema', /must be a schema, not string/, /Use Zod/],
  ['a schema that is a list', { inputSchema: [] }, 'inputSchema', /not a list/, /Use Zod/],
  ['a schema that is null', { outputSchema: null }, 'outputSchema', /not null/, /Use Zod/],
  ['a schema of a text', { inputSchema: z.string() }, 'inputSchema', /describes string, not an object/, /wrap/],
  ['a union of texts', { inputSchema: z.union([z.string(), z.number()]) }, 'inputSchema', /not an object/, /wrap/],
  ['a list as arguments', { inputSchema: type('string[]') }, 'inputSchema', /describes array/, /wrap/],
  ['a type that JSON lacks', { inputSchema: z.object({ d: z.date() }) }, 'inputSchema', /no JSON Schema form/, /Use Zod/],
  ['a library without JSON Schema', { inputSchema: noJson }, 'inputSchema', /made by "mini"/, /Use Zod/],
  ['a wrong short form', { inputSchema: { a: String, d: Date } }, 'inputSchema', /field "d" must be String/, /Use Zod/],
  ['a wrong JSON Schema type', { inputSchema: { type: 'object', properties: { a: { type: 'int' } } } }, 'inputSchema', /at \/properties\/a "type": "int"/, /Use Zod/],
  ['a schema that contains itself', { inputSchema: cycle }, 'inputSchema', /contains itself/, /Use Zod/],
  ['a pattern that can hang', { inputSchema: { type: 'object', properties: { a: { pattern: '(?=x)' } } } }, 'inputSchema', /linear time/, /Use Zod/],
  ['a reference to nowhere', { inputSchema: { type: 'object', $ref: '#/$defs/x' } }, 'inputSchema', /points nowhere/, /Use Zod/],
] // oxfmt-ignore

describe('a wrong definition', () => {
  const good = {
    name: 'get_weather',
    description: 'Weather.',
    inputSchema: { city: String },
    execute: () => 1,
  }

  it('is none where nothing is written over it', () => {
    assert.equal(defineTool(good).manifest.name, 'get_weather')
  })

  for (const [what, over, field, reason, remedy] of wrong) {
    it(`with ${what} fails with tool, field, reason and remedy`, () => {
      assert.throws(
        () => defineTool({ ...good, ...over } as never),
        (error: { code?: string; message?: string; hint?: string }) => {
          assert.equal(error.code, 'invalid_definition')
          const named = 'name' in over && typeof over.name !== 'string' ? 'This tool' : 'Tool "'
          assert.ok(
            error.message?.startsWith(over && 'name' in over && over.name === '' ? 'This tool' : named),
            error.message,
          )
          assert.ok(
            error.message?.includes(`: ${field}`) || error.message?.includes(`: "${field}"`),
            error.message,
          )
          assert.match(error.message ?? '', reason)
          assert.match(error.hint ?? '', remedy)
          return true
        },
      )
    })
  }

  it('is told at once where it is not an object at all', () => {
    for (const spec of [null, undefined, 5, 'x'])
      assert.throws(() => defineTool(spec as never), { code: 'invalid_definition', hint: /Write defineTool/ })
  })

  it('without a name is called "This tool"', () => {
    assert.throws(() => defineTool({ execute: 5 } as never), /^ToolyardError: This tool: execute is missing/)
  })
})
