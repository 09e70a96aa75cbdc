/**
 * Runs tools that keep an object per thread.
 *
 * @module
 */
import type { Executor, StatefulInstance, Tool, ToolContext } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'

/** The conversations whose objects these are. */
export interface ObjectOwners {
  get(threadId: string): ObjectOwner
}

export interface ObjectOwner {
  /** What is owned under a key, if it is there already. */
  existing(key: string): unknown
  own<T>(key: string, create: () => T | Promise<T>): Promise<T>
  /** Moves the moment from which the conversation counts as idle. */
  touch(now: number): void
}

/** The thread of calls that name none. */
const noThread = 'default'

export class StatefulToolExecutor implements Executor {
  readonly #threads: ObjectOwners
  /** A tool that replaces another of the same name gets an object of its own. */
  readonly #keys = new WeakMap<object, string>()
  #count = 0

  constructor(threads: ObjectOwners) {
    this.#threads = threads
  }

  execute(tool: Tool, input: unknown, context: ToolContext): unknown {
    const { implementation, manifest } = tool
    if (implementation.kind !== 'stateful')
      throw new ToolyardError('internal', `"${manifest.name}" keeps no state`)
    const thread = this.#threads.get(context.threadId ?? noThread)
    if (context.threadId === undefined) thread.touch(context.clock.now())
    const key = this.#keyOf(implementation, manifest.name)
    const existing = thread.existing(key)
    if (existing) return run(existing as StatefulInstance, input, context)
    return thread.own(key, implementation.create).then((instance) => {
      context.signal.throwIfAborted()
      return run(check(instance, manifest.name), input, context)
    })
  }

  #keyOf(implementation: object, name: string): string {
    let key = this.#keys.get(implementation)
    if (key === undefined) this.#keys.set(implementation, (key = `tool:${name}#${this.#count++}`))
    return key
  }
}

function run(instance: StatefulInstance, input: unknown, context: ToolContext): unknown {
  return instance.execute(input as never, context)
}

function check(instance: StatefulInstance, name: string): StatefulInstance {
  if (typeof instance === 'object' && instance !== null && typeof instance.execute === 'function')
    return instance
  throw new ToolyardError('tool_failed', `create() of "${name}" did not give an object with execute()`, {
    hint: 'Return an instance that has an execute(input, context) method.',
  })
}
