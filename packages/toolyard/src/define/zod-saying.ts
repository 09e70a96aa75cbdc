/**
 * What Zod has against a value, by name. A sentence that the tool's author wrote stays as it is.
 *
 * @module
 */
import type { Saying, SayingKey } from '../kernel/index.ts'
import type { StandardIssue } from './infer.ts'

/** As Zod 4 gives them; nothing in them is certain, for other libraries have issues of their own. */
interface ZodIssue {
  readonly code?: unknown
  readonly expected?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: unknown
  readonly values?: unknown
  readonly format?: unknown
  readonly pattern?: unknown
  readonly divisor?: unknown
  readonly keys?: unknown
}

/** How Zod's own sentences begin. */
const ownWords = /^(?:Invalid |Too (?:small|big)|Unrecognized key)/

export function zodSaying(issue: StandardIssue): Saying | undefined {
  if (!ownWords.test(issue.message)) return undefined
  const facts = issue as ZodIssue
  if (facts.code === 'invalid_type')
    return issue.message.endsWith('received undefined')
      ? { key: 'fieldRequired', values: [] }
      : { key: 'fieldType', values: [String(facts.expected)] }
  if (facts.code === 'too_small' || facts.code === 'too_big') return boundSaying(facts)
  if (facts.code === 'invalid_value' && Array.isArray(facts.values))
    return {
      key: 'fieldChoice',
      values: [facts.values.map((value) => JSON.stringify(value) ?? String(value)).join(', ')],
    }
  if (facts.code === 'invalid_format')
    return facts.format === 'regex'
      ? { key: 'fieldPattern', values: [typeof facts.pattern === 'string' ? facts.pattern : ''] }
      : { key: 'fieldFormat', values: [String(facts.format)] }
  if (facts.code === 'not_multiple_of') return { key: 'fieldMultiple', values: [String(facts.divisor)] }
  if (facts.code === 'unrecognized_keys' && Array.isArray(facts.keys))
    return { key: 'fieldsUnknown', values: [facts.keys.map(String).join(', ')] }
  return facts.code === 'invalid_union' ? { key: 'fieldNoForm', values: [] } : undefined
}

const bounds: Readonly<Record<string, readonly [least: SayingKey, most: SayingKey]>> = {
  string: ['fieldShortest', 'fieldLongest'],
  array: ['fieldFewest', 'fieldMany'],
  set: ['fieldFewest', 'fieldMany'],
}

function boundSaying({ code, origin, minimum, maximum, inclusive }: ZodIssue): Saying {
  const isSmall = code === 'too_small'
  const values = [String(isSmall ? minimum : maximum)]
  const sized = typeof origin === 'string' && Object.hasOwn(bounds, origin) ? bounds[origin] : undefined
  if (sized) return { key: sized[isSmall ? 0 : 1], values }
  if (inclusive === false) return { key: isSmall ? 'fieldAbove' : 'fieldBelow', values }
  return { key: isSmall ? 'fieldLeast' : 'fieldMost', values }
}
