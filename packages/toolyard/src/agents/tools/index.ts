export { Definitions } from './definitions.ts'
export { createRunTools, type RunToolsParts, toolsFor } from './run-tools.ts'
export { ShownTools } from './shown-tools.ts'
