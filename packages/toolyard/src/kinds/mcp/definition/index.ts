export { appMcpTool, type McpToolDefinition } from './app-tool.ts'
export { readDefinition } from './definition.ts'
export { hasHeaderMarks } from './header-marks.ts'
export { skeletonOf } from './look-alikes.ts'
export { mcpTools, toolOrigin } from './mcp-tools.ts'
export { offerName, offerTools } from './offer-tools.ts'
export { readPrompts, readResources, readTemplates } from './offers.ts'
export { literalSecrets } from './literal-secrets.ts'
export {
  isProgramSpec,
  type McpOAuthSpec,
  type McpProgramSpec,
  type McpServerSpec,
  type McpUrlSpec,
  type SpecProblem,
  unreadKeys,
  readServerSpec,
} from './server-spec.ts'
export { findingsIn } from './suspicions.ts'
export { serverPrefix, toolNameOf } from './tool-name.ts'
