/**
 * A tool call as a provider's model sends it: name, arguments and id, wherever the provider puts them.
 *
 * @module
 */
import type { DialectName } from './dialect.ts'
import { isPlainObject, ToolyardError } from '../kernel/index.ts'

export interface ProviderCall {
  /** Absent if the provider gives none: Gemini may not. */
  readonly id: string | undefined
  readonly name: string
  readonly input: unknown
}

export function readProviderCall(dialect: DialectName, call: unknown): ProviderCall {
  if (!isPlainObject(call)) throw notACall(dialect)
  const inner =
    dialect === 'openai' ? call['function'] : dialect === 'gemini' ? (call['functionCall'] ?? call) : call
  if (!isPlainObject(inner) || typeof inner['name'] !== 'string') throw notACall(dialect)
  const id = dialect === 'openai-responses' ? call['call_id'] : (inner['id'] ?? call['id'])
  const input =
    dialect === 'anthropic' ? inner['input'] : dialect === 'gemini' ? inner['args'] : inner['arguments']
  return { id: typeof id === 'string' ? id : undefined, name: inner['name'], input }
}

function notACall(dialect: DialectName): ToolyardError {
  return new ToolyardError('invalid_arguments', `this is not a tool call in the form of "${dialect}"`, {
    hint: 'Pass the tool calls of the response as they came.',
  })
}
