export { canonicalJson, digestOf } from './canonical-json.ts'
export { checkKeys, tellValue } from './check-settings.ts'
export { type Clock, createClock, type Deadline, maxDelayMs } from './clock.ts'
export { type CompiledSchema, compileSchema, type SchemaIssue } from './compile-schema.ts'
export { type ErrorCode, errorCodes, type ErrorDetails, messageOf, ToolyardError } from './error.ts'
export { createIds, type Ids } from './ids.ts'
export {
  defaultJsonLimits,
  isPlainObject,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  parseJson,
  prototypeKeys,
} from './json.ts'
export {
  checkSchema,
  childSchemas,
  type JsonSchema,
  mapChildSchemas,
  resolveRef,
  type SchemaProblem,
} from './json-schema.ts'
export { lazy } from './lazy.ts'
export { toolNamePattern, toSnakeCase } from './names.ts'
export { didYouMean, nearest } from './near.ts'
export { checkPattern, compilePattern, type Matcher } from './pattern.ts'
export { copyWithDefaults, inspect, type Shape, shapeOf, type ShapeProblem } from './shape.ts'
export { BoundedText, cutText } from './bounded-text.ts'
export { cleanText, createTextCleaner, visibleText } from './visible-text.ts'
export { version } from './version.ts'
