/**
 * Data that is too long to hand on whole.
 *
 * @module
 */
import { maySayTruncated, type Tool, truncateData } from '../../define/index.ts'
import type { Redactor } from '../../host/index.ts'

/** Characters of an answer past which it is looked through in slices, and of the data that a result holds. */
export const largeText = 1_000_000

/** The beginning of large data, without secrets; undefined if its tool's output schema can't say that it was cut. */
export function shortData(
  redactor: Pick<Redactor, 'redactValue'>,
  tool: Tool | undefined,
  data: unknown,
): unknown {
  if (!maySayTruncated(tool?.output?.json)) return undefined
  const redact = (part: unknown): unknown => redactor.redactValue(part)
  return redact(truncateData(data, largeText, redact))
}
