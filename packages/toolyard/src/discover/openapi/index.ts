/**
 * OpenAPI documents become REST tools: `openApiTools`.
 *
 * @module
 */
export { openApiTools } from './open-api-tools.ts'
export type { OpenApiSpec } from './spec.ts'
