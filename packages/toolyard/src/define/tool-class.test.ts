import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { tool } from './decorators.ts'
import { defineTool, firstLine, isToolClass, type ToolContext, toolFromClass, toTool } from './index.ts'

const noContext = {} as ToolContext

class ReadFile {
  /**
   * Reads the content of a file.
   *
   * Not for folders.
   */
  static readonly inputSchema = z.object({ path: z.string() })
  readonly prefix = 'content of '
  execute({ path }: { path: string }): string {
    return this.prefix + path
  }
}

describe('toolFromClass', () => {
  it('takes the name from the class in snake_case and the description from the first line of its comment', () => {
    const { manifest } = toolFromClass(ReadFile)
    assert.deepEqual(
      [manifest.name, manifest.description, manifest.type, manifest.source],
      ['read_file', 'Reads the content of a file.', 'STATELESS', 'app'],
    )
    assert.deepEqual(Object.keys(manifest.inputSchema.properties ?? {}), ['path'])
  })

  it('runs execute on one instance', () => {
    assert.equal(toolFromClass(ReadFile).execute({ path: 'a' }, noContext), 'content of a')
    class Counter {
      static readonly description = 'Counts.'
      count = 0
      execute(): number {
        return ++this.count
      }
    }
    const made = toolFromClass(Counter)
    made.execute({}, noContext)
    assert.equal(made.execute({}, noContext), 2)
  })

  it('prefers static facts, takes every one of them, and inherits them', () => {
    class Base {
      static readonly permission = 'read'
      static readonly tags: readonly string[] = ['x']
      execute(): number {
        return 1
      }
    }
    class HTTPGet extends Base {
      /** Not this one. */
      static readonly description = 'Gets a page.'
      static readonly toolName = 'fetch_page'
      static readonly timeoutMs = 5
      static readonly category = 'web'
    }
    const { name, description, permission, tags, timeoutMs, category } = toolFromClass(HTTPGet).manifest
    assert.deepEqual(
      [name, description, permission, tags, timeoutMs, category],
      ['fetch_page', 'Gets a page.', 'read', ['x'], 5, 'web'],
    )
  })

  it('does not take the name or description of its parent', () => {
    class First {
      static readonly toolName = 'first'
      static readonly description = 'First.'
      execute(): number {
        return 1
      }
    }
    class Second extends First {}
    assert.deepEqual(
      [toolFromClass(Second).manifest.name, toolFromClass(Second).manifest.description],
      ['second', ''],
    )
  })

  it('makes one instance per thread where the class says stateful', async () => {
    class Session {
      static readonly description = 'Keeps a session.'
      static readonly stateful = true
      execute(): this {
        return this
      }
    }
    const { manifest, implementation } = toolFromClass(Session)
    assert.equal(manifest.type, 'STATEFUL')
    assert.ok(implementation.kind === 'stateful')
    const [one, other] = [await implementation.create(), await implementation.create()]
    assert.ok(one instanceof Session && one !== other)
  })

  it('knows a generator method as a stream', () => {
    class Tail {
      static readonly description = 'Follows a file.'
      async *execute(): AsyncGenerator<string> {
        yield 'line'
      }
    }
    assert.equal(toolFromClass(Tail).manifest.streaming, true)
  })

  it('refuses a class without execute, by name', () => {
    class Empty {
      readonly run = 1
    }
    assert.throws(() => toolFromClass(Empty as never), {
      code: 'invalid_definition',
      message: /Tool "empty": execute/,
    })
  })
})

describe('@tool()', () => {
  it('marks the class and nothing else: no registry, no instance', () => {
    let made = 0
    class Probe {
      static readonly description = 'Probes.'
      constructor() {
        made++
      }
      execute(): number {
        return 1
      }
    }
    assert.equal(tool()(Probe), Probe)
    assert.ok(isToolClass(Probe))
    assert.equal(made, 0)
    assert.deepEqual(Object.keys(Probe), ['description'])
  })

  it('makes a class that register takes, with options over statics', () => {
    class WriteFile {
      /** Writes a file. */
      static readonly permission = 'read'
      execute(): number {
        return 1
      }
    }
    tool({ permission: 'write', name: 'save', tags: ['files'] })(WriteFile)
    const { name, description, permission, tags } = toTool(WriteFile).manifest
    assert.deepEqual([name, description, permission, tags], ['save', 'Writes a file.', 'write', ['files']])
  })

  it('may ask for one instance per thread', () => {
    class Session {
      static readonly description = 'Keeps a session.'
      execute(): number {
        return 1
      }
    }
    assert.equal(toTool(tool({ stateful: true })(Session)).manifest.type, 'STATEFUL')
  })

  it('is not inherited: a class under a tool is no tool', () => {
    const Base = tool()(
      class {
        execute(): number {
          return 1
        }
      },
    )
    class Derived extends Base {}
    assert.ok(!isToolClass(Derived))
    assert.throws(() => toTool(Derived), { code: 'invalid_definition', message: /without @tool\(\)/ })
  })
})

describe('the first line of a comment', () => {
  it('is the first with words in it', () => {
    assert.equal(firstLine('*\n * \n *  Reads a file.  \n * More.'), 'Reads a file.')
    assert.equal(firstLine(' one line '), 'one line')
    assert.equal(firstLine('\n *\n'), undefined)
    assert.equal(firstLine(undefined), undefined)
  })
})

describe('a class whose execute takes parameters that nothing describes', () => {
  it('is refused with the line to add', () => {
    class ReadLines {
      /** Reads lines. */
      async *execute(
        // which ones
        { path, limit = 10, ...rest }: { path: string; limit?: number },
      ): AsyncGenerator<string> {
        yield `${path} ${limit} ${JSON.stringify(rest)}`
      }
    }
    assert.throws(() => toolFromClass(ReadLines), {
      code: 'invalid_definition',
      message:
        /^Tool "read_lines": execute takes \{ path, limit \}, and inputSchema, which describes them, is missing$/,
      hint: /static inputSchema = \{ path: String, limit: String \}/,
    })
  })

  it('may take nothing, or all of nothing', () => {
    class Ping {
      /** Answers. */
      execute(_input: object, { threadId }: { threadId?: string | undefined }): string {
        return threadId ?? 'pong'
      }
    }
    assert.equal(toolFromClass(Ping).execute({}, noContext), 'pong')
  })
})

describe('a function that reads parameters that nothing describes', () => {
  it('is refused as a class, however it reads them', () => {
    class Member {
      /** Reads. */
      execute(params: { path: string }): string {
        return params.path
      }
    }
    class Pattern {
      /** Reads. */
      execute = (params: { path: string }): string => {
        const { path } = params
        return path
      }
    }
    for (const made of [Member, Pattern])
      assert.throws(() => toolFromClass(made as never), {
        code: 'invalid_definition',
        message: /execute takes \{ path \}, and inputSchema, which describes them, is missing$/,
        hint: /Add static inputSchema = \{ path: String \}, or a Zod schema\./,
      })
  })

  it('is refused by defineTool', () => {
    const spec = { name: 'read', description: 'Reads.', execute: ({ path }: { path: string }) => path }
    assert.throws(() => defineTool(spec as never), {
      message: /^Tool "read": execute takes \{ path \}/,
      hint: /Add inputSchema: \{ path: String \}/,
    })
  })

  it('may look at its input as a whole', () => {
    class Whole {
      /** Tells. */
      execute(input: object): string {
        return JSON.stringify(input)
      }
    }
    assert.equal(toolFromClass(Whole).execute({}, noContext), '{}')
  })
})
