/**
 * Whatever people call a tool, turned into one.
 *
 * Takes a `defineTool` value, a class marked by `@tool()`, an object (or class instance) with `name`, `description`,
 * `parameters` and `execute`, and the manifest-and-function pair of older code. Property names of
 * other libraries (`parameters`, `input_schema`, `permission_class` …) are read too.
 *
 * @module
 */
import { ToolyardError } from '../kernel/index.ts'
import { buildTool } from './define-tool.ts'
import type { ToolSource } from './manifest.ts'
import { type AnySpec, isTool, type Tool } from './tool.ts'
import { isToolClass, toolFromClass } from './tool-class.ts'

/** The least that `register` takes: what most agent frameworks call a tool. */
export interface ToolLike {
  readonly name: string
  readonly description: string
  readonly parameters?: unknown
  execute(input: never, ...rest: never[]): unknown
}

export function toTool(value: unknown, source: ToolSource = 'app', execute?: unknown): Tool {
  if (isTool(value)) return value
  if (isToolClass(value)) return toolFromClass(value)
  if (typeof value !== 'object' || value === null) {
    throw new ToolyardError('invalid_definition', `${describe(value)} is not a tool`, {
      hint: 'Pass what defineTool() returns, or an object with name, description, parameters and execute.',
    })
  }
  return buildTool(specOf(value as Record<string, unknown>, execute), source)
}

/** Reads by name instead of copying, because the properties may be getters of a class. */
function specOf(from: Record<string, unknown>, executor: unknown): AnySpec {
  const execute = executor ?? from['execute']
  const spec: Record<string, unknown> = {
    name: from['name'],
    title: from['title'],
    description: from['description'],
    category: text(from['category']),
    inputSchema: from['inputSchema'] ?? from['input_schema'] ?? from['parameters'],
    outputSchema: from['outputSchema'] ?? from['return_schema'] ?? from['returnSchema'],
    permission: lower(from['permission'] ?? from['permission_class'] ?? from['permissionClass']),
    effects: lower(from['effects'] ?? from['side_effect_scope'] ?? from['sideEffectScope']),
    confirm: from['confirm'] ?? from['requires_confirmation'] ?? from['requiresConfirmation'],
    idempotent: from['idempotent'],
    timeoutMs: from['timeoutMs'],
    tags: from['tags'],
    version: text(from['version']),
    examples: from['examples'],
    aliases: from['aliases'],
    provided: from['provided'],
    resources: method(from, 'resources'),
    permissionFor: method(from, 'permissionFor'),
    render: method(from, 'render'),
    execute: typeof execute === 'function' ? execute.bind(from) : undefined,
    create: method(from, 'create'),
    factory: from['factory'],
  }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined))
}

function method(from: Record<string, unknown>, name: string): unknown {
  const value = from[name]
  return typeof value === 'function' ? value.bind(from) : undefined
}

/** `READ` and `DB_WRITE` of older code; a wrong word is refused later, by name. */
function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function describe(value: unknown): string {
  return value === null
    ? 'null'
    : typeof value === 'function'
      ? 'A function without @tool()'
      : `A ${typeof value}`
}
