export { canonicalJson, digestOf, sha256, sorted, sortedKeys } from './canonical-json.ts'
export { checkKeys, tellValue } from './check-settings.ts'
export { type Clock, createClock, maxDelayMs } from './clock.ts'
export { type CompiledSchema, compileSchema, type OpenMatches } from './compile-schema.ts'
export { type ErrorCode, errorCodes, type ErrorDetails, messageOf, ToolyardError } from './error.ts'
export { GrowingBytes } from './growing-bytes.ts'
export { createIds, type Ids } from './ids.ts'
export { defaultJsonLimits, isPlainObject, type JsonLimits, parseJson, prototypeKeys } from './json.ts'
export { parsePath, readPath } from './json-path.ts'
export { checkSchema, childSchemas, type JsonSchema, resolveRef, schemaHolder } from './json-schema.ts'
export { lazy, lazyBeside } from './lazy.ts'
export { toolNamePattern, toSnakeCase } from './names.ts'
export { didYouMean, editDistance, nearest } from './near.ts'
export { matchApart } from './match-apart.ts'
export { compilePattern, isPlainPattern, type Matcher, quickSteps } from './pattern.ts'
export { requireNode } from './require-node.ts'
export { copyWithDefaults, inspect, type Shape, shapeOf } from './shape.ts'
export { BoundedText, cutText } from './bounded-text.ts'
export { cleanText, createTextCleaner, visibleText } from './visible-text.ts'
export { version } from './version.ts'
export {
  createWordReader,
  isOfSigns,
  signsIn,
  type SoughtWord,
  type SoughtWords,
  type WordReader,
} from './words.ts'
export { visibleData, visibleJson } from './visible-data.ts'
export { createQueryMatcher, type QueryMatcher } from './word-match.ts'
