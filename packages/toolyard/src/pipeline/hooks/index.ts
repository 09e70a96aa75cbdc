export { confirmDangerous, logCalls } from './builtin-hooks.ts'
export { fromHookConfig } from './from-hook-config.ts'
export { type ActiveHook, HookExecutor, hookFailure, isThenable } from './hook-executor.ts'
export { readHookAnswer } from './hook-answer.ts'
