/**
 * `@tool()`: marks a class as a tool, for those who like to see it on top of the class.
 *
 * The mark is a property of the class and nothing else: a discovered file's exported classes are read, and
 * `register` takes a marked class, but importing the file registers nothing.
 *
 * @module
 */
import { type ToolClassOptions, toolClassBrand } from './tool-class.ts'

export function tool(options: ToolClassOptions = {}) {
  return <Class extends abstract new () => unknown>(
    toolClass: Class,
    _context?: ClassDecoratorContext<Class>,
  ): Class => {
    Object.defineProperty(toolClass, toolClassBrand, { value: Object.freeze({ ...options }) })
    return toolClass
  }
}
