/**
 * Data that is too long to hand on whole.
 *
 * @module
 */
import { maySayTruncated, type Tool, truncateData } from '../../define/index.ts'
import type { Redactor } from '../../host/index.ts'

/** Characters of an answer past which it is looked through in slices, and of the data that a result holds. */
export const largeText = 1_000_000
/** No secret is longer: it is taken out before a text is cut through it. */
const longestSecret = 65_536

/** The beginning of the data if its tool's output schema can say so, without secrets; else the data itself. */
export function shortData(
  redactor: Pick<Redactor, 'redactValue'>,
  tool: Tool | undefined,
  data: unknown,
): unknown {
  if (!maySayTruncated(tool?.output?.json)) return data
  return truncateData(redactor.redactValue(truncateData(data, largeText + longestSecret)), largeText)
}
