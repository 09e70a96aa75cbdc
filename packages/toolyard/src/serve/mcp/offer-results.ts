/**
 * What a prompt, a resource or a completion of a server behind us gave, in the protocol's form. It has gone through the pipeline:
 * texts are in the result's data, bytes in its blocks.
 *
 * @module
 */
import { textOf, type ToolResult } from '../../define/index.ts'
import type { OfferedContents, OfferedMessage } from '../../kinds/mcp/executor/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import { spoken } from './wire-result.ts'
import {
  type CompleteResult,
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from './sdk.ts'

/** Refused by policy or people, or it failed: the protocol has no number of its own for that. */
const refused = -32_000
const ofParams: ReadonlySet<unknown> = new Set(['not_found', 'tool_not_found', 'invalid_arguments'])

/** `speaks` is the version of the protocol that the client knows. */
export function promptOf(result: ToolResult, speaks: string | undefined): GetPromptResult {
  const { description, messages = [] } = dataOf(result) as {
    readonly description?: string
    readonly messages?: readonly OfferedMessage[]
  }
  const told = messages.flatMap(({ role, text, block }) => {
    const content = text === undefined ? result.content[block ?? -1] : ({ type: 'text', text } as const)
    return content ? [{ role, content: spoken(content, speaks) }] : []
  })
  return { ...(description !== undefined && { description }), messages: told }
}

/** `asked` is the address that the client knows, if that is not the server's. */
export function resourceOf(
  result: ToolResult,
  asked: { readonly uri: string; readonly original: string },
): ReadResourceResult {
  if (result.error?.code === 'not_found') throw new ResourceNotFoundError(asked.uri, textOf(result))
  const { contents = [] } = dataOf(result) as { readonly contents?: readonly OfferedContents[] }
  return {
    contents: contents.flatMap(({ block, text, uri, ...about }): ReadResourceResult['contents'] => {
      const known = { ...about, uri: uri === asked.original ? asked.uri : uri }
      if (text !== undefined) return [{ ...known, text }]
      const bytes = result.content[block ?? -1]
      return bytes?.type === 'resource' && 'blob' in bytes.resource
        ? [{ ...known, blob: bytes.resource.blob }]
        : []
    }),
  }
}

export function completionOf(result: ToolResult): CompleteResult {
  const { completion = { values: [] } } = dataOf(result) as Partial<Pick<CompleteResult, 'completion'>>
  return { completion }
}

/** Throws if it did not go well. */
function dataOf({ status, data, error, content }: ToolResult): Readonly<Record<string, unknown>> {
  if (status === 'ok' && isPlainObject(data)) return data
  throw new ProtocolError(
    ofParams.has(error?.code) ? ProtocolErrorCode.InvalidParams : refused,
    textOf({ content }) || 'it gave no answer',
  )
}
