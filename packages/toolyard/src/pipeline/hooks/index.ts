export { confirmDangerous, type ConfirmDangerousOptions, logCalls } from './builtin-hooks.ts'
export {
  type HookAction,
  type HookAnswer,
  type HookCommand,
  type HookContext,
  type HookHandler,
  type HookSpec,
  type HookType,
  hookTypes,
} from './hook.ts'
export { type ActiveHook, HookExecutor, hookFailure, isThenable } from './hook-executor.ts'
export { readHookAnswer } from './hook-answer.ts'
