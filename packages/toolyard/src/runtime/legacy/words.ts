/**
 * Constants of older code (`ToolType.STATELESS`), each the word that Toolyard itself uses or reads.
 *
 * @module
 */
import type {
  HookPhase as HookPhaseName,
  HookType as HookTypeName,
  ToolType as ToolTypeName,
} from '../../define/index.ts'

/** How a tool runs, for code that writes `ToolType.STATELESS`. */
export const ToolType = {
  STATELESS: 'STATELESS',
  STATEFUL: 'STATEFUL',
  REST: 'REST',
  MCP: 'MCP',
  EXTERNAL: 'EXTERNAL',
} as const satisfies { readonly [Name in ToolTypeName]: Name }
export type ToolType = ToolTypeName

export const HookType = {
  PRE_TOOL_USE: 'PRE_TOOL_USE',
  POST_TOOL_USE: 'POST_TOOL_USE',
  TOOL_ERROR: 'TOOL_ERROR',
  TOOL_SKIP: 'TOOL_SKIP',
} as const satisfies { readonly [Name in HookTypeName]: Name }
export type HookType = HookTypeName

export const HookAction = {
  ALLOW: 'ALLOW',
  DENY: 'DENY',
  ASK: 'ASK',
  MODIFY: 'MODIFY',
  MODIFY_RESULT: 'MODIFY_RESULT',
  SKIP: 'SKIP',
  CONTINUE: 'CONTINUE',
} as const
export type HookAction = keyof typeof HookAction

export const HookPhase = { PRE: 'PRE', POST: 'POST' } as const satisfies {
  readonly [Name in HookPhaseName]: Name
}
export type HookPhase = HookPhaseName

export const PermissionClass = { READ: 'READ', WRITE: 'WRITE', EXTERNAL: 'EXTERNAL' } as const
export const SideEffectScope = {
  NONE: 'NONE',
  LOCAL_STATE: 'LOCAL_STATE',
  DB_WRITE: 'DB_WRITE',
  NETWORK: 'NETWORK',
} as const
