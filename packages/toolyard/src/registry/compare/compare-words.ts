/**
 * What two versions of a schema tell without deciding anything: descriptions, titles, defaults, words of other libraries.
 *
 * Places are compared with the same place of the other version; one that came or went is reported as a whole elsewhere. None
 * of these changes breaks a caller.
 *
 * @module
 */
import { decides, isSchema, type JsonSchema, schemaHolder, sortedKeys } from '../../kernel/index.ts'
import { quote, shownValue } from './change-words.ts'
import { step, type Versions } from './comparison-walk.ts'
import { sameJson } from './json-measure.ts'
import { changeOf, type ManifestChange } from './manifest-change.ts'

/** Marks of a dialect, and places for schemas that are told of where they are used. */
const silent = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$comment',
  '$vocabulary',
  '$dynamicAnchor',
  '$recursiveAnchor',
])

export function compareWords(path: string, schemas: Versions<unknown>): ManifestChange[] {
  const changes: ManifestChange[] = []
  walkWords(path, schemas, changes)
  return changes
}

function walkWords(path: string, { before, after }: Versions<unknown>, changes: ManifestChange[]): void {
  if (!isSchema(before) || !isSchema(after)) return
  const [old, now] = [withOneName(before), withOneName(after)]
  for (const keyword of sortedKeys({ ...old, ...now })) {
    const pair = [old[keyword], now[keyword]] as const
    const holds = schemaHolder(keyword)
    if (holds !== undefined) walkInside({ path, keyword, holds }, pair, changes)
    else if (!decides(keyword) && !silent.has(keyword) && !sameJson(...pair))
      changes.push(
        changeOf(`${path}.${keyword}`, pair, { text: textOf(path, keyword, pair), breaking: false }),
      )
  }
}

function walkInside(
  at: { readonly path: string; readonly keyword: string; readonly holds: 'names' | 'schemas' },
  [before, after]: readonly [unknown, unknown],
  changes: ManifestChange[],
): void {
  const path = `${at.path}.${at.keyword}`
  if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, child] of before.entries())
      walkWords(`${path}[${index}]`, { before: child, after: after[index] as unknown }, changes)
  } else if (at.holds === 'schemas') walkWords(path, { before, after }, changes)
  else if (isSchema(before) && isSchema(after)) {
    for (const name of Object.keys(before))
      if (Object.hasOwn(after, name))
        walkWords(step(path, name), { before: before[name], after: after[name] }, changes)
  }
}

/** Draft-07 calls `$defs` otherwise. */
function withOneName(schema: JsonSchema): JsonSchema {
  if (schema['definitions'] === undefined || schema.$defs !== undefined) return schema
  const { definitions, ...rest } = schema
  return { ...rest, $defs: definitions as NonNullable<JsonSchema['$defs']> }
}

function textOf(path: string, keyword: string, [before, after]: readonly [unknown, unknown]): string {
  const place = path
    .replace(/^(?:input|output)Schema\.?/, '')
    .replaceAll(/\.?properties\./g, '.')
    .replace(/^\./, '')
  const subject = place === '' ? `The ${path.startsWith('input') ? 'input' : 'output'}` : quote(place)
  if (keyword === 'default') {
    if (after === undefined) return `${subject} has no default any more; it was ${shownValue(before)}.`
    return `${subject} is ${shownValue(after)} where it is left out${before === undefined ? '' : `, and was ${shownValue(before)}`}.`
  }
  if (keyword === 'deprecated') return `${subject} is ${after === true ? 'now' : 'no longer'} deprecated.`
  const verb = before === undefined ? 'has a new' : after === undefined ? 'has lost its' : 'has another'
  return `${subject} ${verb} ${/^\w+$/.test(keyword) ? keyword : quote(keyword)}.`
}
