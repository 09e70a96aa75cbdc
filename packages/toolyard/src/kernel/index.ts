export { canonicalJson, digestOf, sha256, sorted, sortedKeys } from './canonical-json.ts'
export { checkKeys, tellValue } from './check-settings.ts'
export { type Clock, createClock, type Deadline, maxDelayMs } from './clock.ts'
export { type CompiledSchema, compileSchema } from './schema/compile-schema.ts'
export {
  type ErrorCode,
  errorCodes,
  type ErrorDetails,
  faultText,
  hintOf,
  messageOf,
  type Saying,
  ToolyardError,
} from './error.ts'
export { framed } from './framed.ts'
export { GrowingBytes } from './growing-bytes.ts'
export { createIds, type Ids } from './ids.ts'
export {
  defaultJsonLimits,
  isPlainObject,
  type JsonLimits,
  type JsonObject,
  parseJson,
  prototypeKeys,
} from './json.ts'
export { parsePath, readPath } from './json-path.ts'
export { checkSchema, readSchema, type SchemaProblem } from './schema/check-schema.ts'
export {
  childSchemas,
  decides,
  escapeSegment,
  isSchema,
  type JsonSchema,
  resolveRef,
  schemaHolder,
} from './schema/json-schema.ts'
export { lenientSchema } from './schema/lenient-schema.ts'
export { lazy, lazyBeside } from './lazy.ts'
export { toolNamePattern, toSnakeCase } from './text/names.ts'
export { didYouMean, editDistance, nearest } from './text/near.ts'
export { jsonText } from './json-text.ts'
export { matchApart } from './schema/match-apart.ts'
export type { OpenMatches } from './schema/matching.ts'
export { checkPattern, compilePattern, type Matcher, quickSteps } from './schema/pattern.ts'
export { requireNode } from './require-node.ts'
export { createSharedCheck, type SharedCheck } from './schema/shared-check.ts'
export { copyWithDefaults, inspect, type Shape, shapeOf, withoutDefaulted } from './schema/shape.ts'
export { boundData, sizeOf } from './text/bound-data.ts'
export { BoundedText, cutText } from './text/bounded-text.ts'
export { cleanText, createTextCleaner, visibleText } from './text/visible-text.ts'
export { version } from './version.ts'
export { createWordReader, isOfSigns, type SoughtWord, type WordReader } from './text/words.ts'
export { visibleData, visibleJson } from './text/visible-data.ts'
export { backOffMs } from './back-off.ts'
export { matchGlob } from './glob.ts'
export { Queue } from './queue.ts'
export { pause, settlesWithin } from './pause.ts'
export { createQueryMatcher, type QueryMatcher } from './text/word-match.ts'
