/**
 * Whatever people call a tool, turned into one.
 *
 * Takes a `defineTool` value, a class marked by `@tool()`, an object (or class instance) with `name`, `description`,
 * `parameters` and `execute`, and the manifest-and-function pair of older code. Facts are read under the names of
 * other libraries too (`parameters`, `input_schema`, `permission_class` …).
 *
 * @module
 */
import { ToolyardError } from '../kernel/index.ts'
import { isAiTool, specOfAiTool } from './ai-tool.ts'
import { factNames } from './check-spec.ts'
import { buildTool } from './define-tool.ts'
import type { ToolSource } from './manifest.ts'
import { checkMembers, type OtherNames, readFact } from './other-names.ts'
import { type AnySpec, isTool, type Tool } from './tool.ts'
import { dropUndefined, type ExecutableClass, isToolClass, lower, toolFromClass } from './tool-class.ts'

/** What `register` takes. */
export type AnyTool = Tool | ToolLike | StatefulToolLike | ExecutableClass

/** The facts of a tool in the words of older code, without its function. */
export interface ManifestLike extends OtherNames {
  readonly name: string
  readonly description: string
}

/** The least that `register` takes: what most agent frameworks call a tool. */
export interface ToolLike extends ManifestLike {
  execute(input: never, ...rest: never[]): unknown
}

/** The same, with an instance per thread. */
export type StatefulToolLike = ManifestLike &
  ({ create(): unknown } | { readonly factory: { create(): unknown } })

export function toTool(value: unknown, source: ToolSource = 'app', execute?: unknown): Tool {
  if (isTool(value)) return value
  if (isToolClass(value)) return toolFromClass(value)
  if (typeof value !== 'object' || value === null) {
    throw new ToolyardError('invalid_definition', `${describe(value)} is not a tool`, {
      hint: 'Pass what defineTool() returns, or an object with name, description, parameters and execute.',
    })
  }
  if (execute === undefined && isAiTool(value)) return buildTool(specOfAiTool(value), source)
  return buildTool(specOf(value as Record<string, unknown>, execute), source)
}

function specOf(from: Record<string, unknown>, executor: unknown): AnySpec {
  checkMembers(from)
  const execute = executor ?? from['execute']
  const spec: Record<string, unknown> = { name: from['name'], description: from['description'] }
  for (const fact of factNames) spec[fact] = readFact(from, fact)
  return dropUndefined({
    ...spec,
    permission: lower(spec['permission']),
    effects: lower(spec['effects']),
    version: typeof spec['version'] === 'number' ? String(spec['version']) : spec['version'],
    resources: method(from, 'resources'),
    permissionFor: method(from, 'permissionFor'),
    render: method(from, 'render'),
    execute: typeof execute === 'function' ? execute.bind(from) : undefined,
    create: method(from, 'create'),
    factory: from['factory'],
  })
}

function method(from: Record<string, unknown>, name: string): unknown {
  const value = from[name]
  return typeof value === 'function' ? value.bind(from) : undefined
}

function describe(value: unknown): string {
  return value === null
    ? 'null'
    : typeof value === 'function'
      ? 'A function without @tool()'
      : `A ${typeof value}`
}
