/**
 * What came back from an address, as something to show: text in the wanted form, or a picture.
 *
 * @module
 */
import type { HostAccess } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { decodeText } from './decode-text.ts'
import type { PageReader } from './page-reader.ts'
import type { PageText } from './read-html.ts'
import { readText } from './read-text.ts'

export type PageFormat = 'markdown' | 'text' | 'html'

export interface Fetched {
  /** After redirects. */
  readonly url: string
  readonly status: number
  readonly type: string
  readonly title: string
  readonly text: string
  /** What was left out, in words; empty if nothing was. */
  readonly leftOut: readonly string[]
  readonly image?: { readonly data: string; readonly mimeType: string }
}

export interface FetchOptions {
  readonly url: string
  readonly format: PageFormat
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly reader: PageReader
}

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const pageTypes = /^(?:text\/html|application\/xhtml\+xml)$/
const textTypes =
  /^text\/|[/+](?:json|xml|yaml)$|javascript$|^application\/(?:x-)?(?:ndjson|toml|sql|graphql|rss|atom)/
/** Other words of a server's are no type. */
const mediaType = /^\s*([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})\s*(?:;|$)/
/** Text that is not worth a thread. */
const quickBytes = 100_000
const accept = 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.5'

/** Throws `denied` if the guard refuses, `tool_failed` if the answer is no page that can be shown. */
export async function fetchPage(
  net: HostAccess['net'],
  { url, format, timeoutMs, signal, reader }: FetchOptions,
): Promise<Fetched> {
  const response = await net.request({
    url,
    timeoutMs,
    signal,
    headers: { accept, 'accept-language': 'en, *;q=0.5' },
  })
  const bytes = await response.bytes()
  const header = response.headers['content-type'] ?? ''
  const type = mediaType.exec(header)?.[1]?.toLowerCase() ?? guessType(bytes)
  const answer = { url: response.url, status: response.status, type, title: '', leftOut: [] }
  if (response.status >= 400) throw failure(answer, decodeText(bytes.subarray(0, 2000), header).text)
  if (pictures.has(type))
    return { ...answer, text: '', image: { data: Buffer.from(bytes).toString('base64'), mimeType: type } }
  if (type === 'application/pdf') return { ...answer, ...(await reader.read({ kind: 'pdf', bytes }, signal)) }
  if (pageTypes.test(type)) {
    const asked = { kind: 'page', bytes, contentType: header, url: response.url, format } as const
    const page = await reader.read(asked, signal)
    return { ...answer, title: page.title, text: page.text, leftOut: wordsOf(page) }
  }
  if (!textTypes.test(type) && !isText(bytes))
    throw new ToolyardError(
      'tool_failed',
      `${response.url} is ${type || 'a file'} of ${bytes.length} bytes, which is no text`,
      {
        hint: 'Use http_request with save_to to keep it as a file of the workspace.',
      },
    )
  if (bytes.length <= quickBytes) return { ...answer, ...readText(bytes, header) }
  return { ...answer, ...(await reader.read({ kind: 'text', bytes, contentType: header }, signal)) }
}

function wordsOf({ isPart, hidden, isUnsure }: PageText): string[] {
  return [
    ...(isPart ? ['menus and what surrounds the main part'] : []),
    ...(hidden > 0 ? [`${hidden} characters that readers of the page can't see`] : []),
    ...(isUnsure ? ["maybe not all of what readers can't see, for its styles are too many to check"] : []),
  ]
}

function guessType(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (/^\s*<(?:!doctype html|html)/i.test(start)) return 'text/html'
  return isText(bytes) ? 'text/plain' : ''
}

/** No zero byte in the first part, as `grep` and `git` judge it. */
function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8000).includes(0)
}

function failure(
  { url, status }: { readonly url: string; readonly status: number },
  body: string,
): ToolyardError {
  const words = body
    .replaceAll(/<(?:script|style)[\s\S]*?(?:<\/(?:script|style)>|$)/gi, ' ')
    .replaceAll(/<[^>]*(?:>|$)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const code = status === 404 || status === 410 ? 'not_found' : 'tool_failed'
  return new ToolyardError(
    code,
    `${url} answered ${status}${words === '' ? '' : `: ${words.slice(0, 300)}`}`,
    {
      hint:
        status === 401 || status === 403
          ? 'The page needs a login or refuses programs. Look for another source.'
          : status === 429 || status >= 500
            ? 'Try again later, or look for another source.'
            : 'Check the address.',
    },
  )
}
