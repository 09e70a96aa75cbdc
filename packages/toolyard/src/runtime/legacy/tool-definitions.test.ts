import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../../define/index.ts'
import type { StatelessToolDefinition } from './index.ts'
import { withYard } from './support.test.ts'

class Greeter {
  readonly #greeting = 'Hello'
  get description(): string {
    return 'Greets somebody.'
  }
  get parameters(): object {
    return { type: 'object', properties: { who: { type: 'string' } } }
  }
  execute({ who }: { who: string }): string {
    return `${this.#greeting} ${who}`
  }
}

const plain = { description: 'Answers.', parameters: {}, execute: () => 1 }

/** Each wrong definition under the key `key`, and what must be said of it. */
const wrong: readonly (readonly [title: string, definition: object, message: RegExp])[] = [
  [
    'a name that is not its key',
    { ...plain, name: 'other' },
    /Tool "key": its definition has the name "other"/,
  ],
  ['no description', { ...plain, description: undefined }, /Tool "key": description is missing/],
  ['an empty description', { ...plain, description: '' }, /Tool "key": description is empty/],
  ['a description of spaces', { ...plain, description: '  ' }, /Tool "key": description is empty/],
  ['nothing to run', { ...plain, execute: undefined }, /Tool "key": execute is missing/],
  [
    'a misspelt flag',
    { ...plain, requires_confirmaton: true },
    /Tool "key": "requires_confirmaton" is not a field of a tool/,
  ],
  ['a schema that is none', { ...plain, parameters: { type: 'nope' } }, /Tool "key": inputSchema/],
  [
    'a finished tool of another name',
    defineTool({ name: 'other', description: 'Answers.', execute: () => 1 }),
    /its definition has the name "other"/,
  ],
]

describe('a definition registered under a key', () => {
  it('may be an instance of a class, with getters, methods and private fields', () =>
    withYard(async (yard) => {
      yard.registerStatelessTool('greet', new Greeter())
      assert.equal(await yard.execute('greet', { who: 'Ada' }), 'Hello Ada')
    }))

  it('may be an instance of a class that makes one instance per thread', () =>
    withYard(async (yard) => {
      class Counter {
        readonly description = 'Counts.'
        readonly parameters = {}
        create(): { execute(): number } {
          let count = 0
          return { execute: () => ++count }
        }
      }
      yard.registerStatefulTool('counter', new Counter())
      const answers = [await yard.execute('counter', {}, 't'), await yard.execute('counter', {}, 't')]
      assert.deepEqual(answers, ['1', '2'])
    }))

  it('may repeat the key as its name', () =>
    withYard(async (yard) => {
      yard.registerStatelessTool('key', { ...plain, name: 'key' })
      assert.equal(await yard.execute('key'), '1')
    }))

  for (const [title, definition, message] of wrong)
    it(`is refused with ${title}`, () =>
      withYard(async (yard) => {
        const register = (): void => yard.registerStatelessTool('key', definition as StatelessToolDefinition)
        assert.throws(register, { code: 'invalid_definition', tool: 'key', message, hint: /./ })
        assert.equal(yard.registry.has('key'), false)
      }))

  it('is refused under a key that is not a tool name', () =>
    withYard(async (yard) => {
      assert.throws(() => yard.registerStatelessTool('a b', plain), {
        code: 'invalid_definition',
        message: /Tool "a b": this is not a tool name/,
      })
    }))
})
