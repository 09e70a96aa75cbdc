import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { annotatedInput } from './annotated-input.ts'

/** What is read of `class Read` with this first parameter, in a file that declares this. */
function read(parameter: string, declared = ''): unknown {
  const found = annotatedInput(
    `${declared}\n@tool()\nexport class Read {\n  async execute(${parameter}, context: ToolContext) { return 1 }\n}\n`,
    'Read',
  )
  return found && (found.problem ?? found.schema)
}

/** `type T0 = … T1 …`, and so on. */
function chain(length: number, body: (next: string) => string): string {
  const types = Array.from({ length }, (_, index) => `type T${index} = ${body(`T${index + 1}`)}`)
  return [...types, `type T${length} = string`].join('\n')
}

describe('parameters from annotations', () => {
  it('reads a pattern with its type, optional members and descriptions', () => {
    assert.deepEqual(
      read(`{ path, limit = 10 }: {
        /** The file to read. */
        path: string
        /**
         * How many lines,
         * at most.
         * @example 10
         */
        limit?: number; deep: boolean | undefined, readonly note: null | string }`),
      {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The file to read.' },
          limit: { type: 'number', description: 'How many lines, at most.' },
          deep: { type: 'boolean' },
          note: { anyOf: [{ type: 'null' }, { type: 'string' }] },
        },
        required: ['path', 'note'],
      },
    )
  })

  it('makes lists of values of unions of literals, and arrays of lists', () => {
    const { properties } = read(`params: {
      mode: 'plain' | "it's" // not | 'this'
      level:
        | 1
        | -2.5
      mixed?: 'a' | 1 | null
      tags: readonly string[]
      grid: Array<number[]>
      either: (string | number)[]
    }`) as { properties: unknown }
    assert.deepEqual(properties, {
      mode: { type: 'string', enum: ['plain', "it's"] },
      level: { type: 'number', enum: [1, -2.5] },
      mixed: { anyOf: [{ enum: ['a', 1] }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'string' } },
      grid: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
      either: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    })
  })

  it('follows interfaces, type aliases and their parents in the same file', () => {
    const declared = `
      interface Base { /** Why. */ explanation: string }
      export interface Params extends Base { 'file-name': Name; place?: Place, [key: string]: unknown }
      type Name = string
      type Place = { line: number } & Partial<{ column: number }>
    `
    assert.deepEqual(read('params: Params', declared), {
      type: 'object',
      properties: {
        explanation: { type: 'string', description: 'Why.' },
        'file-name': { type: 'string' },
        place: {
          type: 'object',
          properties: { line: { type: 'number' }, column: { type: 'number' } },
          required: ['line'],
        },
      },
      required: ['explanation', 'file-name'],
      additionalProperties: {},
    })
  })

  it('lets an interface say more about what it inherits', () => {
    const declared = `
      interface Base { mode: string; path: string }
      interface Params extends Base { mode: 'a' | 'b' }
    `
    assert.deepEqual(read('params: Params & { path: string }', declared), {
      type: 'object',
      properties: { path: { type: 'string' }, mode: { type: 'string', enum: ['a', 'b'] } },
      required: ['path', 'mode'],
    })
  })

  it('reads the fields of a class, and brings their values', () => {
    const declared = `class Params {
      /** Which file. */
      readonly path!: string
      limit = 100
      all: boolean = false
      sort?: 'up' | 'down' = 'up'
    }`
    assert.deepEqual(read('params: Params', declared), {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Which file.' },
        limit: { type: 'number', default: 100 },
        all: { type: 'boolean', default: false },
        sort: { type: 'string', enum: ['up', 'down'], default: 'up' },
      },
      required: ['path'],
    })
  })

  it('knows Record, Pick, Omit, Required and Readonly', () => {
    const declared = 'interface All { a: string; b?: number; c: boolean }'
    assert.deepEqual(read("params: Readonly<Pick<All, 'a' | 'b'>>", declared), {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['a'],
    })
    assert.deepEqual(read("params: Required<Omit<All, 'a'>>", declared), {
      type: 'object',
      properties: { b: { type: 'number' }, c: { type: 'boolean' } },
      required: ['b', 'c'],
    })
    assert.deepEqual(read('params: Record<string, number>'), {
      type: 'object',
      additionalProperties: { type: 'number' },
    })
  })

  it('finds execute among other members, as a method, a generator or a field', () => {
    const members = [
      'async *execute(input: { a: string }) {}',
      'public override async execute(input: { a: string }): Promise<{ b: string }> {}',
      'execute = async ({ a }: { a: string }) => a',
    ]
    for (const member of members) {
      const source = `export default class {\n  #execute = 1; other = { execute(x: { no: string }) {} }\n  helper() { this.execute({ a: '}' }) }\n  ${member}\n}`
      assert.deepEqual(
        annotatedInput(source, 'default'),
        { schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
        member,
      )
    }
  })

  it('takes members by any name', () => {
    assert.deepEqual(
      Object.keys(
        (read('input: { __proto__: string; constructor: string }') as { properties: object }).properties,
      ),
      ['__proto__', 'constructor'],
    )
  })

  it('answers an empty schema where a class says that it takes nothing', () => {
    assert.deepEqual(read('input: {}'), {})
    assert.deepEqual(read('input: Record<string, never>'), {})
  })

  it('answers nothing where nothing is annotated', () => {
    for (const parameter of ['input', '{ path }', '_input: Params', 'input: unknown', 'input: any'])
      assert.equal(read(parameter), undefined, parameter)
    assert.equal(annotatedInput('export class Read extends Base {}', 'Read'), undefined)
    assert.equal(annotatedInput('export class Read { execute() {} }', 'Read'), undefined)
  })

  it('says why it can not read a type, and never guesses', () => {
    const cases: readonly (readonly [string, string, RegExp])[] = [
      [
        'params: Params',
        "import type { Params } from './other.ts'",
        /^uses Params, which is no interface, type or class of this file/,
      ],
      ['params: Params', "import { type Params } from './other.ts'", /^uses Params, which is no interface/],
      [
        'params: Params',
        'interface Params { a: 1 }\ninterface Params { b: 1 }',
        /^uses Params, .* more than once/,
      ],
      ['params: { a: Color }', "enum Color { Red = 'red' }", /^uses Color, which is no interface/],
      ['params: z.infer<typeof schema>', '', /^uses z, which can't be read/],
      ['params: Params<string>', 'interface Params<T> { a: T }', /^uses Params/],
      ['params: { when: Date }', '', /^uses Date, which is no interface/],
      ['params: { run: () => void }', '', /^has "\)" in it/],
      ['params: { run(): void }', '', /^has more than plain fields/],
      ['params: { a: [string, number] }', '', /^has "\[" in it/],
      ["params: { a: All['b'] }", 'interface All { b: string }', /^has "'b'" in it/],
      ['params: { a: keyof All }', 'interface All { b: string }', /^uses keyof/],
      ['params: { a: `x${string}` }', '', /^has "`" in it/],
      ['params: Tree', 'interface Tree { children: Tree[] }', /^uses Tree inside itself/],
      [
        'params: Params',
        'type Params = All extends {} ? { a: 1 } : never\ninterface All {}',
        /^has "extends"/,
      ],
      [
        'params: Params',
        'class Params { constructor(readonly a: string) {} }',
        /^has more than plain fields/,
      ],
      ['params: Params', 'class Params { when = new Date() }', /^gives "when" a value/],
      ['params: string', '', /^is no object/],
      ['params: { a: string } | string', '', /^is no object/],
      ["params: { a: 'x' } & { a: string }", '', /^says different things about "a"/],
      [
        'params: Omit<All, string>',
        'interface All { b: string }',
        /^uses Omit with names that are not listed/,
      ],
      [String.raw`params: { a: 'x\ny' }`, '', /escapes can't be read/],
      ['params: T0', chain(200, (next) => `{ x: ${next} }`), /^is nested too deeply/],
      ['params: T0', chain(20, (next) => `{ x: ${next}; y: ${next} }`), /^uses too many other types/],
      [`params: ${'{ a: '.repeat(30)}string${' }'.repeat(30)}`, '', /^is nested too deeply/],
    ]
    for (const [parameter, declared, reason] of cases)
      assert.match(String(read(parameter, declared)), reason, parameter)
  })

  it('ends at any text, and is quick with long ones', () => {
    const source = `export class Read {\n${'  e = 1\n'.repeat(20_000)}  execute(input: { a: `
    assert.match(String(annotatedInput(source, 'Read')?.problem), /the end of the file/)
    for (let end = 0; end < 90; end++)
      annotatedInput(
        "interface P { a?: 'x' | 1; [k: string]: unknown } export class Read { execute({ a }: P & { b: string[] }) {} }".slice(
          0,
          end,
        ),
        'Read',
      )
  })
})
