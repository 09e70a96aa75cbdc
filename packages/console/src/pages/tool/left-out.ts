/**
 * The arguments of a call that was made, to be sent again: without what the journal does not have as it was.
 *
 * @module
 */
import type { CallRecord } from '../../api/types.ts'
import { isRecord } from '../../components/schema/value.ts'

export interface AgainInput {
  readonly input: unknown
  /** Paths of the values that were left out. */
  readonly leftOut: readonly string[]
}

/** Where a secret was taken out, as the journal marks it. */
const redacted = /\[redacted[\]:]|⟨secret\b/
/** Arguments that never became valid are kept in part: what is longer is cut, what is nested is this sign. */
const cutLength = 500
const cutSign = '…'

export function inputAgain({ input, result }: Pick<CallRecord, 'input' | 'result'>): AgainInput {
  const leftOut: string[] = []
  const isPart = result?.error?.code === 'invalid_arguments'
  const isLost = (text: string): boolean =>
    redacted.test(text) || (isPart && (text === cutSign || text.length >= cutLength))
  const copy = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      if (!isLost(value)) return value
      leftOut.push(path)
      return undefined
    }
    if (Array.isArray(value)) return value.map((item, index) => copy(item, join(path, String(index))))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const at = join(path, key)
        // A name may hold a secret too.
        if (redacted.test(key)) return (leftOut.push(at), [])
        return [[key, copy(inner, at)]]
      }),
    )
  }
  return { input: isRecord(input) ? copy(input, '') : {}, leftOut }
}

function join(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`
}
