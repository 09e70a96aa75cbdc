/** Document, 2.2, HookConfig: hooks that refuse, change arguments and change results. */
import type { HookSpec } from 'toolyard'
import { fromHookConfig, HookAction, HookType } from 'toolyard/legacy'

export const refuseSecrets: HookSpec = fromHookConfig({
  name: 'refuse_secrets',
  hookType: HookType.PRE_TOOL_USE,
  filterNames: ['count_lines'],
  handler: async (ctx) =>
    String(ctx.arguments['text']).includes('密码')
      ? { action: HookAction.DENY, message: '文本里有密码' }
      : { action: HookAction.ALLOW },
})

export const addLine: HookSpec = fromHookConfig({
  name: 'add_line',
  hookType: HookType.PRE_TOOL_USE,
  filterNames: ['count_lines'],
  handler: async (ctx) => ({
    action: HookAction.MODIFY,
    modifiedArgs: { text: `${String(ctx.arguments['text'])}\n加一行` },
  }),
})

export const double: HookSpec = fromHookConfig({
  name: 'double',
  hookType: HookType.POST_TOOL_USE,
  filterNames: ['count_lines'],
  handler: async (ctx) => ({ action: HookAction.MODIFY_RESULT, modifiedResult: Number(ctx.result) * 2 }),
})
