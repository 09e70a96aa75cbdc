export type { Caller, ResultReader, StoredResult, ThreadState, ToolContext } from './context.ts'
export type {
  FromJsonSchema,
  InferInput,
  JsonSchemaLike,
  SchemaLike,
  ShortForm,
  StandardSchema,
} from './infer.ts'
export { fingerprintOf } from './fingerprint.ts'
export {
  type Effects,
  effectKinds,
  type Permission,
  permissions,
  type ToolExample,
  type ToolManifest,
  type ToolSource,
  type ToolType,
} from './manifest.ts'
export {
  type ContentBlock,
  type ProgressUpdate,
  textOf,
  type ToolEvent,
  type ToolFault,
  type ToolResult,
  type ToolStatus,
} from './result.ts'
export { buildTool, defineTool, withFacts } from './define-tool.ts'
export {
  type AnySpec,
  type Implementation,
  isTool,
  type StatefulInstance,
  type StatefulToolSpec,
  type Tool,
  type ToolFacts,
  type ToolResource,
  type ToolSpec,
} from './tool.ts'
export { firstLine, isToolClass, type ToolClass, type ToolClassOptions, toolFromClass } from './tool-class.ts'
export { toTool, type ToolLike } from './to-tool.ts'
export { type Checked, type ToolSchema, toToolSchema, type ValueIssue } from './tool-schema.ts'
