/**
 * Long answers as resources: a link in the result, and the whole for the client that was given it.
 *
 * @module
 */
import type { ContentBlock, StoredResult } from '../../define/index.ts'
import type { ReadResourceResult, Resource } from './sdk.ts'

const base = 'toolyard://results/'
const mimeType = 'text/plain'
/** Characters that one reading answers: the whole of nearly every result, in a message that clients still take. */
const mostLength = 4_000_000
/** The newest of one client. */
const mostGiven = 1000

export interface GivenResults {
  add(handle: string, tool: string): ContentBlock
  list(): Resource[]
  /** One slice; undefined if this client was given no such result, or it is not kept any more. */
  read(
    uri: string,
    find: (handle: string) => Promise<StoredResult | undefined>,
  ): Promise<ReadResourceResult | undefined>
}

export const resultsTemplate = {
  uriTemplate: `${base}{handle}{?offset}`,
  name: 'stored result',
  description: `The whole of a long answer that this client was given. Of more than ${mostLength} characters the rest is read with offset; "toolyard/next" in _meta names it.`,
  mimeType,
}

export function createGivenResults(): GivenResults {
  const given = new Map<string, string>()
  return {
    add(handle, tool) {
      given.set(handle, tool)
      const [oldest] = given.size > mostGiven ? given.keys() : []
      if (oldest !== undefined) given.delete(oldest)
      return { type: 'resource_link', ...resourceOf(handle, tool) }
    },
    list: () => [...given].map(([handle, tool]) => resourceOf(handle, tool)),
    async read(uri, find) {
      const [, handle = '', offset = '0'] =
        /^toolyard:\/\/results\/([\w-]+)(?:\?offset=(\d{1,10}))?$/.exec(uri) ?? []
      const stored = given.has(handle) ? await find(handle) : undefined
      return stored && { contents: [sliceOf(stored, uri, Number(offset))] }
    },
  }
}

function resourceOf(
  handle: string,
  tool: string,
): { uri: string; name: string; description: string; mimeType: string } {
  return { uri: base + handle, name: handle, description: `The whole answer of ${tool}`, mimeType }
}

function sliceOf(
  { handle, text }: StoredResult,
  uri: string,
  offset: number,
): ReadResourceResult['contents'][number] {
  const end = wholeCharacter(text, offset + mostLength)
  const next = end < text.length ? { 'toolyard/next': `${base}${handle}?offset=${end}` } : {}
  return {
    uri,
    mimeType,
    text: text.slice(wholeCharacter(text, offset), end),
    _meta: { 'toolyard/length': text.length, ...next },
  }
}

/** The nearest place before that does not cut a character in two. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : Math.min(at, text.length)
}
