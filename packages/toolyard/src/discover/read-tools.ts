/**
 * From what a file exports to its tools.
 *
 * Takes exports that `defineTool` made, classes that `@tool()` marked, and a plain definition or an HTTP endpoint as default
 * export.
 * What they leave unsaid comes from the file: its name, its doc comments, the types of a class's parameters, the
 * sub-folder it lies in. One bad export
 * does not spoil the others.
 *
 * @module
 */
import { basename, dirname } from 'node:path'
import {
  type AnySpec,
  buildTool,
  isAiTool,
  isTool,
  isToolClass,
  readToolClass,
  specOfAiTool,
  type Tool,
  withFacts,
} from '../define/index.ts'
import { isPlainObject, toolNamePattern, ToolyardError, toSnakeCase } from '../kernel/index.ts'
import { annotatedInput } from './annotations/annotated-input.ts'
import { docCommentOf } from './doc-comment.ts'
import { importFailure } from './import-failure.ts'
import type { RestToolSpec } from '../kinds/rest/definition/index.ts'

export interface ExportedTool {
  readonly exportName: string
  readonly tool: Tool
}

/** What importing one file came to. */
export interface FileOutcome {
  readonly tools: readonly ExportedTool[]
  readonly failures: readonly ToolyardError[]
}

export interface ToolFile {
  readonly path: string
  readonly category: string | undefined
  readonly source: string
  /** Makes a tool of an endpoint; needed if the file describes one. */
  readonly endpoint?: ((spec: RestToolSpec) => Tool) | undefined
}

export type ModuleExports = Readonly<Record<string, unknown>>

export function readTools(given: ModuleExports, file: ToolFile): FileOutcome {
  const exports = unpacked(given)
  const names = toolExports(exports)
  if (names.length === 0) return { tools: [], failures: mayHaveNone(file) ? [] : [noTool(exports)] }
  const tools: ExportedTool[] = []
  const failures: ToolyardError[] = []
  for (const exportName of names) {
    try {
      const fallback =
        exportName === 'default' || names.length === 1 ? nameOfFile(file.path) : toSnakeCase(exportName)
      const tool = completed(toTool(exports[exportName], { file, exportName, fallback }), {
        file,
        exportName,
        fallback,
      })
      tools.push({ exportName, tool })
    } catch (error) {
      failures.push(importFailure(error, file.path))
    }
  }
  return { tools, failures }
}

/** Files that stand among tools and are none: what sums up a folder, and what `core/` holds for the others. */
function mayHaveNone({ path, category }: ToolFile): boolean {
  return category === 'core' || sumsUp(path)
}

/** `index.ts`, where a package of another language has `__init__`. */
export function sumsUp(path: string): boolean {
  return /^index\.\w+$/.test(basename(path))
}

/** Lists of tools, as bridges to other frameworks make them, tool by tool. */
function unpacked(exports: ModuleExports): ModuleExports {
  const entries = Object.entries(exports).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 && value.every(isTool)
      ? value.map((tool) => [`${name}.${tool.manifest.name}`, tool] as const)
      : [[name, value] as const],
  )
  return Object.fromEntries(entries)
}

/** The exports that are tools, the default first; what is exported twice counts once. */
function toolExports(exports: ModuleExports): string[] {
  const names = Object.keys(exports).filter((name) => name !== 'default' && name !== 'module.exports')
  const seen = new Set<unknown>()
  return ['default', ...names].filter((name) => {
    const value = exports[name]
    const isOne =
      isTool(value) ||
      isToolClass(value) ||
      isAiTool(value) ||
      (name === 'default' && (isDefinition(value) || isEndpoint(value)))
    if (!isOne || seen.has(value)) return false
    seen.add(value)
    return true
  })
}

function isDefinition(value: unknown): value is AnySpec {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return 'execute' in value || 'create' in value || 'factory' in value
}

/** An HTTP endpoint as `rest` of a configuration describes it. */
export function isEndpoint(value: unknown): value is RestToolSpec {
  return isPlainObject(value) && isPlainObject(value['config']) && 'baseUrl' in value['config']
}

function toTool(value: unknown, { file, exportName, fallback }: ExportFacts): Tool {
  if (isTool(value)) return value
  if (file.endpoint && isEndpoint(value)) return file.endpoint(value)
  if (isAiTool(value)) return buildTool(specOfAiTool(value), 'app')
  if (!isToolClass(value)) return buildTool(value as AnySpec, 'app')
  // A class without a name is called "default" by Node and "" by esbuild.
  if (value.name === '' || value.name === 'default')
    Reflect.defineProperty(value, 'name', { value: fallback, configurable: true })
  return readToolClass(value, () => annotatedInput(file.source, exportName))
}

interface ExportFacts {
  readonly file: ToolFile
  readonly exportName: string
  readonly fallback: string
}

function completed(tool: Tool, { file, exportName, fallback }: ExportFacts): Tool {
  const { name, description, category } = tool.manifest
  const doc = description === '' ? docCommentOf(file.source, exportName) : undefined
  const facts = {
    ...(name === '' && { name: fallback }),
    ...(doc !== undefined && { description: doc }),
    // `general` is what a definition gets that names no category.
    ...(category === 'general' && file.category !== undefined && { category: file.category }),
  }
  if (name === '' && !toolNamePattern.test(fallback))
    throw new ToolyardError('invalid_definition', `"${fallback}", from the file's name, is not a tool name`, {
      hint: "Give the tool a name, or start the file's name with a letter.",
    })
  if (description === '' && !doc)
    throw new ToolyardError('invalid_definition', `Tool "${name || fallback}" has no description`, {
      hint: 'Write a doc comment at the top of the file that says what the tool does, or give it a description.',
    })
  return Object.keys(facts).length === 0 ? tool : withFacts(tool, facts)
}

/** `get-weather.ts` → `get_weather`; `weather/index.ts` → `weather`. */
function nameOfFile(path: string): string {
  const name = basename(path).replace(/\.\w+$/, '')
  return toSnakeCase(name === 'index' ? basename(dirname(path)) : name)
}

function noTool(exports: ModuleExports): ToolyardError {
  const isLate = Object.values(exports).some((exported) => exported instanceof Promise)
  const hint = isLate
    ? 'An export is a promise: wait for it, as in `export default await fromMcpServer(server)`.'
    : typeof exports['default'] === 'function' || Object.values(exports).some(mayBeTool)
      ? 'Wrap a function with defineTool({ execute }), a class with toolFromClass, or mark it with @tool().'
      : 'Write `export default defineTool({ … })`; start the name of a helper file with "_".'
  return new ToolyardError('invalid_definition', 'The file exports no tool', { hint })
}

/** A class with `execute` that is not marked as a tool. */
function mayBeTool(exported: unknown): boolean {
  return typeof exported === 'function' && typeof Object(exported.prototype)['execute'] === 'function'
}
