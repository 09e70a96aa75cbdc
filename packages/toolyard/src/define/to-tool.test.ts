import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolContext, toolFromClass, toTool } from './index.ts'

const noContext = {} as ToolContext
const run = (value: unknown, input: unknown = {}): unknown => toTool(value).execute(input as never, noContext)

describe('whatever people call a tool', () => {
  it('is itself where it is one already', () => {
    const tool = defineTool({ name: 'a', description: 'b', execute: () => 1 })
    assert.equal(toTool(tool), tool)
  })

  it('may be an object with name, description, parameters and execute', () => {
    const parameters = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
    const like = {
      name: 'a',
      description: 'b',
      parameters,
      execute: ({ input }: { input: string }) => `got ${input}`,
    }
    const { name, description, inputSchema, source } = toTool(like, 'config').manifest
    assert.deepEqual([name, description, inputSchema, source], ['a', 'b', parameters, 'config'])
    assert.equal(run(like, { input: 'x' }), 'got x')
  })

  it('may be an instance whose members are getters, and keeps its this', () => {
    class MyCustomTool {
      #calls = 0
      get name(): string {
        return 'my_custom_tool'
      }
      get description(): string {
        return 'My custom tool'
      }
      get parameters(): object {
        return { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
      }
      execute({ input }: { input: string }): string {
        return `Processed ${++this.#calls}: ${input}`
      }
    }
    const tool = toTool(new MyCustomTool())
    assert.equal(tool.manifest.name, 'my_custom_tool')
    assert.deepEqual(tool.manifest.inputSchema.required, ['input'])
    assert.equal(tool.execute({ input: 'a' } as never, noContext), 'Processed 1: a')
    assert.equal(tool.execute({ input: 'b' } as never, noContext), 'Processed 2: b')
  })

  it('may be a manifest in older words, with its function beside it', () => {
    const manifest = {
      name: 'glob',
      description: 'Finds files.',
      category: 'file',
      parameters: { pattern: String },
      return_schema: { type: 'array' },
      permission_class: 'READ',
      side_effect_scope: 'LOCAL_STATE',
      requires_confirmation: true,
      tags: ['files'],
    }
    const { manifest: made } = toTool(manifest, 'app', async function* () {})
    assert.deepEqual(
      [
        made.permission,
        made.effects,
        made.confirm,
        made.category,
        made.outputSchema,
        made.streaming,
        made.tags,
      ],
      ['read', 'local_state', true, 'file', { type: 'array' }, true, ['files']],
    )
  })

  it('may be that manifest in camelCase', () => {
    const { manifest } = toTool(
      {
        name: 'a',
        description: 'b',
        permissionClass: 'EXTERNAL',
        sideEffectScope: 'DB_WRITE',
        requiresConfirmation: false,
        returnSchema: { type: 'string' },
      },
      'app',
      () => 1,
    )
    assert.deepEqual(
      [manifest.permission, manifest.effects, manifest.confirm, manifest.outputSchema],
      ['external', 'db_write', false, { type: 'string' }],
    )
  })

  const words: [string, string][] = [
    ['READ', 'read'],
    ['WRITE', 'write'],
    ['EXTERNAL', 'external'],
    ['read', 'read'],
  ]
  for (const [old, ours] of words)
    it(`reads permission_class ${old} as ${ours}`, () => {
      assert.equal(
        toTool({ name: 'a', description: 'b', permission_class: old, execute: () => 1 }).manifest.permission,
        ours,
      )
    })
  for (const [old, ours] of [
    ['NONE', 'none'],
    ['LOCAL_STATE', 'local_state'],
    ['DB_WRITE', 'db_write'],
    ['NETWORK', 'network'],
  ])
    it(`reads side_effect_scope ${old} as ${ours}`, () => {
      assert.equal(
        toTool({ name: 'a', description: 'b', side_effect_scope: old, execute: () => 1 }).manifest.effects,
        ours,
      )
    })

  it('refuses a permission that it does not know, by name', () => {
    assert.throws(() => toTool({ name: 'a', description: 'b', permission_class: 'ROOT', execute: () => 1 }), {
      code: 'invalid_definition',
      message: /Tool "a": permission "root" is not known/,
    })
  })

  it('takes input_schema and inputSchema for parameters', () => {
    for (const key of ['input_schema', 'inputSchema', 'parameters'])
      assert.deepEqual(
        toTool({ name: 'a', description: 'b', [key]: { path: String }, execute: () => 1 }).manifest
          .inputSchema.required,
        ['path'],
        key,
      )
  })

  it('takes create and factory for tools with state', async () => {
    const factory = { create: () => ({ execute: () => 'made' }) }
    for (const form of [{ create: factory.create }, { factory }]) {
      const { manifest, implementation } = toTool({ name: 'a', description: 'b', ...form })
      assert.equal(manifest.type, 'STATEFUL')
      assert.ok(implementation.kind === 'stateful')
      assert.equal((await implementation.create()).execute(undefined as never, noContext), 'made')
    }
  })

  it('passes over members that other libraries add', () => {
    assert.equal(run({ name: 'a', description: 'b', execute: () => 1, strict: true, metadata: {} }), 1)
  })

  for (const [key, meant] of [
    ['requires_confirmaton', 'requires_confirmation'],
    ['requireConfirmation', 'requiresConfirmation'],
    ['permision_class', 'permission_class'],
    ['side_effects_scope', 'side_effect_scope'],
    ['inputschema', 'inputSchema'],
    ['isStreeming', 'isStreaming'],
  ] as const) {
    const message = new RegExp(`Tool "a": "${key}" is not a field of a tool`)
    const refusal = { code: 'invalid_definition', tool: 'a', message, hint: new RegExp(`"${meant}"`) }
    it(`refuses ${key} in an object, and means ${meant}`, () => {
      assert.throws(() => toTool({ name: 'a', description: 'b', [key]: true, execute: () => 1 }), refusal)
      assert.throws(() => toTool({ name: 'a', description: 'b', [key]: true }, 'app', () => 1), refusal)
    })
    it(`refuses ${key} in an instance, and means ${meant}`, () => {
      class Misspelt {
        readonly name = 'a'
        readonly description = 'b'
        readonly [key] = true
        execute(): number {
          return 1
        }
      }
      assert.throws(() => toTool(new Misspelt()), refusal)
    })
    it(`refuses a static ${key}, and means ${meant}`, () => {
      class A {
        static readonly description = 'b'
        static readonly [key] = true
        execute(): number {
          return 1
        }
      }
      assert.throws(() => toolFromClass(A), { ...refusal, tool: 'A', message: /Tool "A"/ })
    })
  }

  it('refuses what it does not know in an object, near to nothing', () => {
    assert.throws(() => toTool({ name: 'a', description: 'b', mustBeAsked: true, execute: () => 1 }), {
      message: /"mustBeAsked" is not a field/,
      hint: /confirm/,
    })
  })

  it('reads the words of other frameworks for consent, in an object and in an instance', () => {
    const facts = { name: 'a', description: 'b', execute: () => 1 }
    class Careful {
      readonly name = 'a'
      readonly description = 'b'
      readonly requireApproval = true
      execute(): number {
        return 1
      }
    }
    assert.equal(toTool({ ...facts, needsApproval: true }).manifest.confirm, true)
    assert.equal(toTool({ ...facts, requireApproval: () => true }).manifest.confirm, true)
    assert.equal(toTool(new Careful()).manifest.confirm, true)
  })

  it('leaves an instance and a class their own members', () => {
    class Own {
      static readonly config = {}
      static readonly provider = 'x'
      readonly name = 'own'
      readonly description = 'b'
      readonly config = {}
      readonly provider = 'x'
      readonly resource = 'x'
      readonly version_ = 1
      effect(): number {
        return 1
      }
      execute(): number {
        return this.effect()
      }
    }
    assert.equal(run(new Own()), 1)
    assert.equal(toolFromClass(Own).execute({}, noContext), 1)
  })

  it('refuses two names of a fact that say different things', () => {
    const both = {
      name: 'a',
      description: 'b',
      confirm: false,
      requires_confirmation: true,
      execute: () => 1,
    }
    assert.throws(() => toTool(both), /"confirm" and "requires_confirmation" say different things/)
    assert.equal(toTool({ ...both, confirm: true }).manifest.confirm, true)
    assert.throws(
      () => toTool({ ...both, confirm: () => false }),
      /"confirm" and "requires_confirmation" say different things/,
    )
    assert.throws(
      () => toTool({ ...both, requires_confirmation: false, needsApproval: true }),
      /"confirm" and "needsApproval" say different things/,
    )
  })

  it('reads older words from the statics of a class', () => {
    class Old {
      static readonly description = 'b'
      static readonly permission_class = 'READ'
      static readonly requires_confirmation = true
      execute(): number {
        return 1
      }
    }
    const { permission, confirm } = toolFromClass(Old).manifest
    assert.deepEqual([permission, confirm], ['read', true])
  })

  it('refuses a category that is no word', () => {
    assert.throws(
      () => toTool({ name: 'a', description: 'b', category: 5, execute: () => 1 }),
      /Tool "a": category must be a string, not 5/,
    )
  })

  it('streams where its manifest says so, whatever its function is', () => {
    const manifest = { name: 'a', description: 'b' }
    const plain = toTool({ ...manifest, is_streaming: true }, 'app', () => 1)
    const generator = toTool({ ...manifest, is_streaming: false }, 'app', async function* () {})
    assert.deepEqual([plain.manifest.streaming, generator.manifest.streaming], [true, false])
  })

  for (const value of [null, undefined, 5, 'tool', () => 1, Date])
    it(`is not ${value === null ? 'null' : `a ${typeof value}`}: ${String(value).slice(0, 12)}`, () => {
      assert.throws(() => toTool(value), {
        code: 'invalid_definition',
        message: /is not a tool/,
        hint: /defineTool/,
      })
    })

  it('is not an object that cannot run', () => {
    assert.throws(() => toTool({ name: 'a', description: 'b' }), /Tool "a": execute is missing/)
  })
})
