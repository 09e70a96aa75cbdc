export { canonicalJson, digestOf, sha256, sorted, sortedKeys } from './canonical-json.ts'
export { checkKeys, tellValue } from './check-settings.ts'
export { type Clock, createClock, maxDelayMs } from './clock.ts'
export { type CompiledSchema, compileSchema } from './compile-schema.ts'
export {
  type ErrorCode,
  errorCodes,
  type ErrorDetails,
  faultText,
  hintOf,
  messageOf,
  ToolyardError,
} from './error.ts'
export { framed } from './framed.ts'
export { GrowingBytes } from './growing-bytes.ts'
export { createIds, type Ids } from './ids.ts'
export { defaultJsonLimits, isPlainObject, type JsonLimits, parseJson, prototypeKeys } from './json.ts'
export { parsePath, readPath } from './json-path.ts'
export { checkSchema, readSchema, type SchemaProblem } from './check-schema.ts'
export { childSchemas, type JsonSchema, resolveRef, schemaHolder } from './json-schema.ts'
export { decides, escapeSegment, isSchema } from './json-schema.ts'
export { lenientSchema } from './lenient-schema.ts'
export { lazy, lazyBeside } from './lazy.ts'
export { toolNamePattern, toSnakeCase } from './names.ts'
export { didYouMean, editDistance, nearest } from './near.ts'
export { matchApart } from './match-apart.ts'
export type { OpenMatches } from './matching.ts'
export { compilePattern, type Matcher, quickSteps } from './pattern.ts'
export { requireNode } from './require-node.ts'
export { createSharedCheck, type SharedCheck } from './shared-check.ts'
export { copyWithDefaults, inspect, type Shape, shapeOf, withoutDefaulted } from './shape.ts'
export { boundData, sizeOf } from './bound-data.ts'
export { BoundedText, cutText } from './bounded-text.ts'
export { cleanText, createTextCleaner, visibleText } from './visible-text.ts'
export { version } from './version.ts'
export { createWordReader, isOfSigns, type SoughtWord, type WordReader } from './words.ts'
export { visibleData, visibleJson } from './visible-data.ts'
export { backOffMs } from './back-off.ts'
export { matchGlob } from './glob.ts'
export { Queue } from './queue.ts'
export { pause, settlesWithin } from './pause.ts'
export { createQueryMatcher, type QueryMatcher } from './word-match.ts'
