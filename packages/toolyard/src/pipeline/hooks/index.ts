export { confirmDangerous, logCalls } from './builtin-hooks.ts'
export { type HookAnswer, type HookCommand, type HookContext, type HookSpec, type HookType } from './hook.ts'
export { type ActiveHook, HookExecutor, hookFailure, isThenable } from './hook-executor.ts'
export { readHookAnswer } from './hook-answer.ts'
