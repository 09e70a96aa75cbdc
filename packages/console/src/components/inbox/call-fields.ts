/**
 * What would run, as a person reads it: the lines that Toolyard writes itself, and the arguments as fields. Made from the very text
 * that is approved; what can't be read back whole is shown as that text.
 *
 * @module
 */

export interface CallField {
  readonly name: string
  /** Texts as they are, line ends as lines; everything else as JSON. */
  readonly text: string
}

export interface ReadCall {
  /** Sandbox, targets, notes on letters that look like others. */
  readonly before: readonly string[]
  readonly fields: readonly CallField[]
}

export function readCall(tool: string, text: string): ReadCall | undefined {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${tool} `))
  if (at < 0) return undefined
  try {
    const input = JSON.parse(
      lines
        .slice(at)
        .join('\n')
        .slice(tool.length + 1),
    ) as unknown
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
    const fields = Object.entries(input).map(([name, value]: [string, unknown]) => ({
      name,
      text: textOf(value),
    }))
    return { before: lines.slice(0, at), fields }
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
