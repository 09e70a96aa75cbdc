/**
 * What an HTTP request must be before anything looks at what it says: for one of our hosts, from one of our pages or from no
 * page at all, JSON, and neither long nor deep.
 *
 * @module
 */
import { Buffer, isUtf8 } from 'node:buffer'
import { parseJson } from '../../kernel/index.ts'
import { isJsonContentType } from './sdk.ts'

const limits = { maxBytes: 1_000_000, maxDepth: 64 }

/** Undefined if the request may be looked at. A host without a port stands for all its ports. */
export function refuseForeign(request: Request, hosts: readonly string[] | 'checked'): Response | undefined {
  if (hosts === 'checked') return undefined
  const { headers } = request
  const host = headers.get('host')
  if (host === null || !isAmong(`http://${host}`, hosts))
    return refusalResponse(403, `the host "${shown(host)}" is not served here`)
  const origin = headers.get('origin')
  if (origin !== null && !isAmong(origin, hosts))
    return refusalResponse(403, `pages of "${shown(origin)}" may not call here`)
  return undefined
}

function isAmong(url: string, hosts: readonly string[]): boolean {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.pathname !== '/')
    return false
  return hosts.some((host) => {
    const allowed = host.toLowerCase()
    return parsed.host === allowed || parsed.hostname === allowed
  })
}

export type GuardedBody = { readonly value: unknown } | { readonly refused: Response }

export async function readBody(request: Request): Promise<GuardedBody> {
  if (!isJsonContentType(request.headers.get('content-type')))
    return { refused: refusalResponse(415, 'only JSON is taken: Content-Type must be application/json') }
  const bytes = await readBytes(request)
  if (bytes === undefined)
    return { refused: refusalResponse(413, `at most ${limits.maxBytes} bytes are taken in one request`) }
  if (!isUtf8(bytes)) return { refused: refusalResponse(400, 'Parse error: the body is not UTF-8', -32_700) }
  const parsed = parseJson(bytes.toString(), limits)
  if ('value' in parsed) return parsed
  return { refused: refusalResponse(400, `Parse error: the body ${parsed.problem}`, -32_700) }
}

/** Undefined if it is too long; no more is read than is taken. */
async function readBytes(request: Request): Promise<Buffer | undefined> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > limits.maxBytes) return undefined
  if (Number.isFinite(declared)) return Buffer.from(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > limits.maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** An error of the protocol that belongs to no request. */
export function refusalResponse(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
}

function shown(value: string | null): string {
  return (value ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)
}
