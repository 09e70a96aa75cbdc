/**
 * Reads whatever a tool returned: its text for the model, its data for programs, its pictures.
 *
 * @module
 */
import type { ContentBlock } from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import { type Segments, segmentsOf } from './in-order.ts'

export interface Output {
  readonly text: string
  readonly data: unknown
  readonly blocks: readonly ContentBlock[]
  /** The tool says that it failed: `{ content, isError: true }`. */
  readonly failed: boolean
  /** The text is the data as JSON, and nothing else. */
  readonly isJson?: boolean
  /** Where text stands behind other blocks. */
  readonly segments?: Segments | undefined
}

const none: readonly ContentBlock[] = []

export function readOutput(output: unknown): Output {
  if (typeof output === 'string') return { text: output, data: output, blocks: none, failed: false }
  if (output === undefined || output === null) return { text: '', data: output, blocks: none, failed: false }
  if (
    typeof output === 'object' &&
    'content' in output &&
    (Array.isArray(output.content) || typeof output.content === 'string')
  ) {
    const answer = readAnswer(output)
    if (answer) return answer
  }
  const { text, data } = toJson(output)
  return { text, data, blocks: none, failed: false, isJson: typeof data !== 'string' }
}

/** The text of a string or of plain JSON data; undefined if a closer look is needed. */
export function plainText(output: unknown): string | undefined {
  if (typeof output === 'string') return output
  if (typeof output !== 'object' || output === null || 'content' in output || ArrayBuffer.isView(output))
    return undefined
  try {
    const text = JSON.stringify(output)
    return text === undefined || mayHide(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** `{ content: [blocks] | text, is_error | isError, data | structuredContent }`, as MCP and older tools answer. */
function readAnswer(output: object): Output | undefined {
  const answer = output as Record<string, unknown>
  const failed = answer['isError'] === true || answer['is_error'] === true
  const given = answer['data'] ?? answer['structuredContent']
  const { content } = answer
  if (typeof content === 'string') {
    const marked = failed || 'isError' in answer || 'is_error' in answer
    return marked ? { text: content, data: given ?? content, blocks: none, failed } : undefined
  }
  const parts = content as unknown[]
  if (!parts.every(isBlock)) return undefined
  const text = parts.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const blocks = parts.filter((block) => block.type !== 'text')
  return { text, data: given ?? text, blocks, failed, segments: segmentsOf(parts) }
}

function isBlock(value: unknown): value is ContentBlock {
  if (!isPlainObject(value)) return false
  if (value['type'] === 'text') return typeof value['text'] === 'string'
  if (value['type'] === 'image' || value['type'] === 'audio')
    return typeof value['data'] === 'string' && typeof value['mimeType'] === 'string'
  if (value['type'] === 'resource') return isResource(value['resource'])
  return value['type'] === 'resource_link' && typeof value['uri'] === 'string'
}

function isResource(value: unknown): boolean {
  if (!isPlainObject(value) || typeof value['uri'] !== 'string') return false
  return typeof value['text'] === 'string' || typeof value['blob'] === 'string'
}

/** JSON where it is JSON already; otherwise a copy in which everything else has become something readable. */
function toJson(value: unknown): { text: string; data: unknown } {
  if (typeof value === 'object' && !ArrayBuffer.isView(value)) {
    try {
      const text = JSON.stringify(value)
      if (text !== undefined && !(mayHide(text) && hides(value, 0))) return { text, data: value }
    } catch {
      // A cycle, a BigInt or a throwing getter: the readable copy below.
    }
  }
  const data = readable(value, new Set())
  return { text: typeof data === 'string' ? data : JSON.stringify(data), data }
}

/** Bytes are long as JSON; maps, sets and errors are empty. */
function mayHide(text: string): boolean {
  return (text.length > 26 && text.includes('"type":"Buffer"')) || text.includes('{}')
}

function hides(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > 64) return false
  if (value instanceof Map || value instanceof Set || value instanceof Error || ArrayBuffer.isView(value))
    return true
  return Object.values(value).some((item) => hides(item, depth + 1))
}

function readable(value: unknown, above: Set<object>): unknown {
  switch (typeof value) {
    case 'bigint':
      return value.toString()
    case 'function':
      return `[function ${value.name || 'anonymous'}]`
    case 'symbol':
      return String(value)
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'object':
      return value === null ? null : readableObject(value, above)
    default:
      return value
  }
}

function readableObject(value: object, above: Set<object>): unknown {
  if (above.has(value)) return '[circular]'
  if (above.size > 64) return '[too deep]'
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[binary data, ${value.byteLength} bytes]`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof Error) return `${value.name}: ${value.message}`
  above.add(value)
  const copy =
    'toJSON' in value && typeof value.toJSON === 'function' ? jsonOf(value, above) : copyOf(value, above)
  above.delete(value)
  return copy
}

function jsonOf(value: object, above: Set<object>): unknown {
  try {
    return readable((value as { toJSON(): unknown }).toJSON(), above)
  } catch {
    return copyOf(value, above)
  }
}

function copyOf(value: object, above: Set<object>): unknown {
  if (Array.isArray(value)) return value.map((item) => readable(item, above))
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [String(key), readable(item, above)]))
  if (value instanceof Set) return [...value].map((item) => readable(item, above))
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    try {
      copy[key] = readable((value as Record<string, unknown>)[key], above)
    } catch {
      copy[key] = '[unreadable]'
    }
  }
  return copy
}
