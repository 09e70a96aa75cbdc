/** MCP over HTTP by hand: requests that no honest client sends. */

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The JSON-RPC message of the response, or of its stream's last event. */
  readonly body: {
    readonly result?: Record<string, unknown>
    readonly error?: { readonly code: number; readonly message: string }
  }
}

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const accept = { accept: 'application/json, text/event-stream' }

export async function send(url: URL, { method = 'POST', headers = {}, body }: Sent): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...accept, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const last = text.includes('data: ') ? (text.split('data: ').at(-1) ?? '') : text
  return {
    status: response.status,
    headers: response.headers,
    body: last === '' ? {} : (JSON.parse(last) as never),
  }
}

const version = '2026-07-28'

/** A request of the era without sessions, by a client that shows forms. */
export function modern(
  to: URL | { readonly url: URL; readonly name: string },
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { url, name } = to instanceof URL ? { url: to, name: 'raw' } : to
  return send(url, {
    headers: {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
      ...(typeof params['uri'] === 'string' && { 'mcp-name': params['uri'] }),
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name, version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        },
      },
    },
  })
}

export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
}

/** The id of a new session. */
export async function openSession(url: URL): Promise<string> {
  const { headers } = await send(url, { body: initialize })
  return headers.get('mcp-session-id') ?? ''
}

export const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }

export interface Block {
  readonly type: string
  readonly text?: string
  readonly uri?: string
}

/** A list of the result; fails where there is none. */
export function listIn({ body }: Answer, name: string): readonly Block[] {
  const list = body.result?.[name]
  if (Array.isArray(list)) return list as Block[]
  throw new Error(`there is no ${name} in ${JSON.stringify(body)}`)
}
