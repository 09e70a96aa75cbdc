/**
 * Any value as JSON. What tools return need not have any: whole numbers of any size become texts, what goes in circles is cut.
 *
 * @module
 */
import { messageOf, ToolyardError } from './error.ts'

export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return jsonOfAnything(value)
  }
}

function jsonOfAnything(value: unknown): string {
  /** The objects around the value that is looked at. */
  const around: unknown[] = []
  try {
    return JSON.stringify(value, function (this: unknown, _key, item: unknown) {
      while (around.length > 0 && around.at(-1) !== this) around.pop()
      if (typeof item === 'bigint') return String(item)
      if (typeof item !== 'object' || item === null) return item
      if (around.includes(item)) return '(goes in circles)'
      around.push(item)
      return item
    })
  } catch (error) {
    throw new ToolyardError('internal', `the answer can't be written as JSON: ${messageOf(error)}`, {
      hint: 'Let the tool return plain data.',
    })
  }
}
