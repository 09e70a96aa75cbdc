/**
 * Runs the functions of legacy builtin and native tools: their files are imported on the first call, never before.
 *
 * @module
 */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isTool, type StatefulInstance, type Tool, type ToolContext } from '../../define/index.ts'
import { didYouMean, ToolyardError } from '../../kernel/index.ts'
import { importFailure } from '../import-failure.ts'
import type { FoundFunction } from './read-function.ts'

type AnyFunction = (input: unknown, context: ToolContext) => unknown
type AnyClass = new () => unknown

/** BUILTIN: a function, or an object or class with `execute`. */
export function statelessOf(found: FoundFunction, tool: string): AnyFunction {
  let ready: Promise<AnyFunction> | undefined
  const load = async (): Promise<AnyFunction> => {
    const exported = await importExport(found, tool)
    if (typeof exported === 'function' && !isClass(exported)) return exported as AnyFunction
    const instance = typeof exported === 'function' ? new (exported as AnyClass)() : exported
    return (
      methodOf(instance) ?? refuseFunction(found, tool, 'is neither a function nor something with execute()')
    )
  }
  return async (input, context) => {
    ready ??= load()
    ready.catch(() => {
      ready = undefined
    })
    return (await ready)(input, context)
  }
}

/**
 * NATIVE: a class, or what makes an object: a function without parameters, or something with `create`. A function with
 * parameters is the work itself.
 */
export function statefulOf(found: FoundFunction, tool: string): () => Promise<StatefulInstance> {
  return async () => {
    const exported = await importExport(found, tool)
    if (typeof exported === 'function' && !isClass(exported) && exported.length > 0)
      return { execute: exported as AnyFunction }
    const instance = await make(exported)
    if (methodOf(instance)) return instance as StatefulInstance
    if (typeof instance === 'function') return { execute: instance as AnyFunction }
    return refuseFunction(found, tool, 'gives nothing that has execute()')
  }
}

async function make(exported: unknown): Promise<unknown> {
  if (typeof exported === 'function')
    return isClass(exported) ? new (exported as AnyClass)() : (exported as () => unknown)()
  if (typeof exported === 'object' && exported !== null && 'create' in exported) {
    const { create } = exported
    if (typeof create === 'function') return create.call(exported) as unknown
  }
  return exported
}

async function importExport({ module, exportName }: FoundFunction, tool: string): Promise<unknown> {
  let exports: Readonly<Record<string, unknown>>
  try {
    exports = (await import(pathToFileURL(module).href)) as typeof exports
  } catch (error) {
    const failure = importFailure(error, module)
    throw new ToolyardError('tool_failed', `"${tool}": ${basename(module)}: ${failure.message}`, {
      hint: failure.hint,
      tool,
      cause: error,
    })
  }
  const value = exports[exportName ?? 'default'] ?? (exportName === undefined ? exports[tool] : undefined)
  if (value !== undefined) return isTool(value) ? partsOf(value) : value
  const names = Object.keys(exports)
  const wanted = exportName ?? 'default'
  throw new ToolyardError(
    'tool_failed',
    `"${tool}": ${basename(module)} has no export "${wanted}".${didYouMean(wanted, names)}`,
    { hint: `It exports ${names.join(', ') || 'nothing'}: correct function_path, or export it.`, tool },
  )
}

/** A tool that was written with `defineTool` already. */
function partsOf({ implementation }: Tool): object {
  return implementation.kind === 'stateful'
    ? { create: implementation.create }
    : { execute: implementation.kind === 'function' ? implementation.execute : undefined }
}

function methodOf(instance: unknown): AnyFunction | undefined {
  if (typeof instance !== 'object' || instance === null || !('execute' in instance)) return undefined
  const { execute } = instance
  return typeof execute === 'function' ? (execute.bind(instance) as AnyFunction) : undefined
}

function isClass(value: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value))
}

function refuseFunction({ module, exportName }: FoundFunction, tool: string, reason: string): never {
  throw new ToolyardError(
    'tool_failed',
    `"${tool}": ${exportName ?? 'the default export'} of ${basename(module)} ${reason}`,
    {
      hint: 'Export a function (input, context) => result, or for a tool with state a class with execute(input, context).',
      tool,
    },
  )
}
