/**
 * Tools that are run by an executor of their plugin: facts and a configuration, no function.
 *
 * Such a tool is a function like any other to everybody else, one that hands its calls to the executor.
 *
 * @module
 */
import { type AnySpec, buildTool, type Tool, type ToolContext } from '../../define/index.ts'
import { didYouMean, isPlainObject, ToolyardError } from '../../kernel/index.ts'
import type { PluginExecutor, PluginTool } from './plugin.ts'

/** Whether this is the definition of such a tool. */
export function isExecutorTool(
  value: unknown,
): value is Readonly<Record<string, unknown>> & { readonly executor: unknown } {
  return isPlainObject(value) && 'executor' in value && !('execute' in value)
}

/** Throws `invalid_definition`. */
export function executorTool(
  { executor: name, config, ...spec }: Readonly<Record<string, unknown>> & { readonly executor: unknown },
  executors: Readonly<Record<string, unknown>>,
): Tool {
  const executor =
    typeof name === 'string' && Object.hasOwn(executors, name)
      ? (executors[name] as PluginExecutor)
      : undefined
  if (!executor) {
    const known = Object.keys(executors)
    throw new ToolyardError(
      'invalid_definition',
      `"${String(name)}" is not an executor of the plugin.${didYouMean(String(name), known)}`,
      {
        hint: `It brings ${known.join(', ') || 'none'}.`,
      },
    )
  }
  const run: RunFunction = (input, context) => executor.execute(seen, input, context)
  const tool = buildTool(
    { ...(spec as AnySpec), execute: executor.streaming ? streaming(run) : run },
    'plugin',
  )
  const seen: PluginTool = Object.freeze({ ...tool, config })
  return tool
}

type RunFunction = (input: unknown, context: ToolContext) => unknown

/** A generator, by which a tool that streams is known. */
function streaming(
  run: RunFunction,
): (input: unknown, context: ToolContext) => AsyncGenerator<unknown, unknown, undefined> {
  return async function* execute(input, context) {
    return yield* (await run(input, context)) as AsyncIterable<unknown>
  }
}
