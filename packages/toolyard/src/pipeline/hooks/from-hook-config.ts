/**
 * Hooks in older words (`hook_type`, `filter_names`) as hooks of Toolyard.
 *
 * @module
 */
import { type HookConfig, type HookSpec, outputOf } from '../../define/index.ts'
import { checkKeys, isPlainObject } from '../../kernel/index.ts'

const configKeys = [
  'name',
  'hookType',
  'hook_type',
  'handler',
  'filterNames',
  'filter_names',
  'order',
  'timeoutMs',
  'onFailure',
]

export function isHookConfig(given: HookSpec | HookConfig): given is HookConfig {
  return 'hookType' in given || 'hook_type' in given
}

/** What `yard.hooks.add` makes of such a hook. Throws `invalid_config` where it has a key that no hook has. */
export function fromHookConfig(config: HookConfig): HookSpec {
  if (isPlainObject(config)) checkKeys(config, configKeys, `Hook "${config.name}"`)
  const { name, handler, order, timeoutMs, onFailure } = config
  const type = 'hookType' in config ? config.hookType : config.hook_type
  const tools = config.filterNames ?? config.filter_names
  return {
    name,
    type,
    ...(tools && { tools }),
    ...(order !== undefined && { order }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(onFailure !== undefined && { onFailure }),
    handler: (context) =>
      handler({
        ...context,
        toolName: context.tool,
        tool_name: context.tool,
        phase: type === 'PRE_TOOL_USE' ? 'PRE' : 'POST',
        result: context.result && outputOf(context.result),
      }),
  }
}
