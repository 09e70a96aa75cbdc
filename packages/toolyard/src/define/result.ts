/**
 * What a call answers. A fault of a tool is a value here, never an exception.
 *
 * @module
 */
import type { ErrorCode, Saying } from '../kernel/index.ts'

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly description?: string
      readonly mimeType?: string
    }
  | { readonly type: 'resource'; readonly resource: EmbeddedResource }

/** A document inside an answer. */
export type EmbeddedResource = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  /** Base64. */
  | { readonly blob: string }
)

export const toolStatuses = [
  'ok',
  'error',
  'denied',
  'held',
  'pending',
  'skipped',
  'cancelled',
  'timeout',
  'unknown',
] as const

export type ToolStatus = (typeof toolStatuses)[number]

export interface ToolFault {
  readonly code: ErrorCode
  /** What happened: names the subject, the value and the rule. */
  readonly message: string
  /** What to do next. */
  readonly hint?: string
  readonly retryable: boolean
  readonly retryAfterMs?: number
  /** Of a call that is `pending`: the request in the inbox, or the run, that it waits for. */
  readonly waitsFor?: string
  /** Of arguments that are not valid: what is wrong, by the path to each value. */
  readonly problems?: readonly ArgumentProblem[]
  /** The message by name, with its values, for those who say it in another language. */
  readonly says?: Saying | undefined
}

export interface ArgumentProblem {
  /** Names and places in lists; empty for the arguments as a whole. */
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly says?: Saying | undefined
}

export interface ToolResult<Data = unknown> {
  readonly callId: string
  readonly tool: string
  readonly status: ToolStatus
  /** For the model: cleaned, redacted, bounded. */
  readonly content: readonly ContentBlock[]
  /** For programs: what the tool returned, where it is structured. */
  readonly data?: Data
  readonly error?: ToolFault
  readonly durationMs: number
  /** Where the whole of a long answer is kept; `read_result` reads it. */
  readonly handle?: string
  /** How `data` differs from what the output schema promises. The call was made and had its effect all the same. */
  readonly mismatch?: string
}

const fine: ReadonlySet<ToolStatus> = new Set(['ok', 'skipped', 'pending'])

/** Whether a model or a framework is told of an error; a call that waits for a person is none. */
export function isFailure(status: ToolStatus): boolean {
  return !fine.has(status)
}

/** Base64 as what it holds: a picture, a sound, or a file. */
export function mediaBlock(data: string, mimeType: string, filename = 'file'): ContentBlock {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType }
  return { type: 'resource', resource: { uri: `file:///${filename}`, mimeType, blob: data } }
}

/** What a tool returned, out of the result around it. */
export function outputOf(result: ToolResult): unknown {
  return result.data ?? textOf(result)
}

/** All text of a result, as one string. */
export function textOf(result: { readonly content: readonly ContentBlock[] }): string {
  const [first] = result.content
  if (result.content.length === 1 && first?.type === 'text') return first.text
  return result.content.map(blockText).join('\n')
}

function blockText(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  if (block.type === 'resource_link') return `[${block.name}](${block.uri})`
  if (block.type === 'resource') return resourceText(block.resource)
  return `[${block.type}: ${block.mimeType}, ${byteLength(block.data)} bytes]`
}

function resourceText(resource: EmbeddedResource): string {
  if ('text' in resource) return resource.text
  return `[${resource.uri}: ${resource.mimeType ?? 'binary data'}, ${byteLength(resource.blob)} bytes]`
}

function byteLength(base64: string): number {
  return Math.ceil((base64.length * 3) / 4)
}

/** What one call tells while it runs. `result` is always last, and there is exactly one. */
export type ToolEvent =
  | { readonly type: 'started'; readonly callId: string; readonly tool: string }
  | ({ readonly type: 'progress'; readonly callId: string } & ProgressUpdate)
  | { readonly type: 'chunk'; readonly callId: string; readonly data: unknown }
  | { readonly type: 'result'; readonly callId: string; readonly result: ToolResult }

export interface ProgressUpdate {
  readonly message?: string
  readonly done?: number
  readonly total?: number
}

/** Reads results that were too long for the model. */
export interface ResultReader {
  read(handle: string): Promise<StoredResult | undefined>
}

export interface StoredResult {
  readonly handle: string
  readonly tool: string
  readonly text: string
  /** Characters between head and tail that were not kept; 0 where the text is whole. */
  readonly dropped: number
  /** Whose it is, if that is known. */
  readonly principal?: string | undefined
}
