// The whole public surface of `toolyard`. Named exports only: adding a line here is a promise.
export { defineTool, toolFromClass } from './define/index.ts'
export { ToolyardError } from './kernel/index.ts'
