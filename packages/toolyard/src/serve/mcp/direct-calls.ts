/**
 * Calls over a line that need nothing of the protocol but an answer: they go straight to the pipeline, at half the cost.
 *
 * The SDK opens the connection and serves everything else. Whatever is unusual about a message is left to it: this takes only
 * what it is sure of.
 *
 * @module
 */
import { isPlainObject, messageOf } from '../../kernel/index.ts'
import { callTool } from './call-tool.ts'
import type { McpClient } from './client.ts'
import { envelopeIn, isEnveloped } from './envelope.ts'
import { type McpExchange, sampleMs, sampleRequest, waitingFor } from './exchange.ts'
import type { LineTransport } from './line-transport.ts'
import {
  type ProgressParams,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
  type Server,
} from './sdk.ts'

type Id = string | number
type JsonRpcMessage = Readonly<Record<string, unknown>>

interface JsonRpcAnswer {
  readonly id: Id
  readonly result?: object
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** A connection that the SDK has opened, and who is at its other end. */
export interface OpenedConnection {
  readonly server: Server
  readonly client: McpClient
  readonly identity: { readonly name: string; readonly version: string }
}

export class DirectCalls {
  readonly #transport: LineTransport
  readonly #running = new Map<Id, AbortController>()
  #connection: OpenedConnection | undefined

  constructor(transport: LineTransport) {
    this.#transport = transport
  }

  /** From now on: the SDK has served a request of this connection. */
  begin(connection: OpenedConnection): void {
    this.#connection ??= connection
  }

  /** Whether this answers the message. */
  take(message: JsonRpcMessage): boolean {
    const connection = this.#connection
    const { method, id, params } = message
    if (!connection || !isPlainObject(params)) return false
    if (method === 'notifications/cancelled') return this.#cancel(params['requestId'])
    if (method !== 'tools/call' || !isId(id) || this.#running.has(id)) return false
    const client = clientOf(connection, params)
    const { name, arguments: input = {}, task } = params
    if (!client || typeof name !== 'string' || 'requestState' in params || 'inputResponses' in params)
      return false
    const stop = new AbortController()
    this.#running.set(id, stop)
    callTool(client, { name, input, task }, this.#exchange(connection, params, stop.signal))
      .then(
        (result) => this.#answer(stop, { id, result: encode(connection, result) }),
        (error: unknown) => this.#answer(stop, { id, error: errorOf(error) }),
      )
      .finally(() => this.#running.delete(id))
      .catch(() => {})
    return true
  }

  #cancel(id: unknown): boolean {
    const stop = isId(id) ? this.#running.get(id) : undefined
    stop?.abort()
    return stop !== undefined
  }

  /** Who has cancelled waits for no answer. */
  async #answer({ signal }: AbortController, answer: JsonRpcAnswer): Promise<void> {
    if (!signal.aborted) await this.#transport.send({ jsonrpc: '2.0', ...answer } as never)
  }

  #exchange({ server }: OpenedConnection, { _meta: meta }: JsonRpcMessage, signal: AbortSignal): McpExchange {
    const tell = async (params: ProgressParams): Promise<void> => {
      const message = { jsonrpc: '2.0', method: 'notifications/progress', params } as const
      await this.#transport.send(message).catch(() => {})
    }
    return {
      signal,
      progressToken: isPlainObject(meta) ? meta['progressToken'] : undefined,
      state: undefined,
      responses: undefined,
      tell,
      elicit: (form, until) =>
        server.request({ method: 'elicitation/create', params: form.params }, waitingFor(form, until)),
      sample: (request, until) =>
        server.request(sampleRequest(request), { signal: until, timeout: sampleMs }),
    }
  }
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number'
}

/** Undefined if the request is not of the connection's era, or the SDK should look at what it says of its client. */
function clientOf({ client }: OpenedConnection, { _meta: meta }: JsonRpcMessage): McpClient | undefined {
  if (client.era === 'legacy') return isEnveloped(meta) ? undefined : client
  const envelope = envelopeIn(meta, client.speaks)
  if (!envelope) return undefined
  const { info, capabilities } = envelope
  return { ...client, capabilities, name: info?.name ?? client.name }
}

/** In the era without sessions every result says what it is and whose. */
function encode(
  { client, identity }: OpenedConnection,
  result: Awaited<ReturnType<typeof callTool>>,
): object {
  if (client.era === 'legacy') return result
  return { resultType: 'complete', ...result, _meta: { [SERVER_INFO_META_KEY]: identity } }
}

function errorOf(error: unknown): NonNullable<JsonRpcAnswer['error']> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return {
    code: Number.isSafeInteger(code) ? (code as number) : ProtocolErrorCode.InternalError,
    message: messageOf(error),
    ...(error instanceof ProtocolError && error.data !== undefined && { data: error.data }),
  }
}
