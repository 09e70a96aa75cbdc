/**
 * `@tool()`: marks a class as a tool, for those who like to see it on top of the class.
 *
 * The mark is a property of the class and nothing else: a discovered file's exported classes are read, and
 * `register` takes a marked class, but importing the file registers nothing.
 *
 * @module
 */
import type { ToolContext } from './context.ts'
import type { InferInput, SchemaLike } from './infer.ts'
import { type ExecutableClass, type ToolClassOptions, toolClassBrand } from './tool-class.ts'

export function tool<const S extends SchemaLike>(options: ToolClassOptions<S> = {}) {
  return <Class extends ExecutableClass>(
    toolClass: Class & Fitting<Class, S>,
    _context?: ClassDecoratorContext<Class>,
  ): Class => {
    Object.defineProperty(toolClass, toolClassBrand, { value: Object.freeze({ ...options }) })
    return toolClass
  }
}

/** Nothing more, or a class that runs with the input of its schema: that of the options, or else the static one. */
type Fitting<Class extends ExecutableClass, S> =
  InstanceType<Class> extends { execute(input: InputOf<Class, S>, context: ToolContext): unknown }
    ? unknown
    : new () => { execute(input: InputOf<Class, S>, context: ToolContext): unknown }

type InputOf<Class, S> = SchemaLike extends S
  ? Class extends { readonly inputSchema: infer Own extends SchemaLike }
    ? InferInput<Own>
    : never
  : InferInput<S>
