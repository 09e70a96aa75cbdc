/**
 * Notifications of tasks to a client at the other end of a line.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'
import type { McpClient } from '../client.ts'
import { type Envelope, envelopeIn } from '../envelope.ts'
import type { LineTransport } from '../line-transport.ts'
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '../sdk.ts'
import {
  acknowledgedIn,
  acknowledgement,
  followTasks,
  honoured,
  listeningIn,
  type TaskListening,
  withTaskIds,
} from './task-listening.ts'
import { knowsTasks, missingTasks } from './task-shape.ts'

type Message = Readonly<Record<string, unknown>>

interface LineListener {
  readonly client: McpClient
  readonly listening: TaskListening
  readonly ids: Promise<readonly string[]>
  readonly stop: AbortController
}

/** Streams of one connection. */
const mostListeners = 64

export class LineListeners {
  readonly #clientOf: (envelope: Envelope, speaks: string) => McpClient
  readonly #listeners = new Map<unknown, LineListener>()
  readonly #send: (message: Message) => Promise<void>

  /** What the SDK sends over the transport is looked at on its way. */
  constructor(transport: LineTransport, clientOf: (envelope: Envelope, speaks: string) => McpClient) {
    this.#clientOf = clientOf
    const send = transport.send.bind(transport)
    this.#send = (message) => send(message as unknown as JSONRPCMessage)
    transport.send = (message) =>
      'method' in message && message.method === acknowledgement ? this.#acknowledge(message) : send(message)
  }

  /** Whether this answers the message. */
  take(message: Message): boolean {
    const { method, params } = message
    if (method === 'notifications/cancelled' && isPlainObject(params)) this.#end(params['requestId'])
    const listening = listeningIn(message)
    const client = listening && this.#listenerOf(params)
    if (!listening || !client) return false
    if (!knowsTasks(client)) {
      const { code, message: words, data } = missingTasks()
      void this.#send({ jsonrpc: '2.0', id: listening.id, error: { code, message: words, data } }).catch(
        () => {},
      )
      return true
    }
    if (this.#listeners.size < mostListeners) {
      const ids = honoured(client, listening).catch(() => [])
      this.#listeners.set(listening.id, { client, listening, ids, stop: new AbortController() })
    }
    return false
  }

  close(): void {
    for (const id of this.#listeners.keys()) this.#end(id)
  }

  #listenerOf(params: unknown): McpClient | undefined {
    const meta = isPlainObject(params) ? params['_meta'] : undefined
    const version = isPlainObject(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined
    const envelope = typeof version === 'string' ? envelopeIn(meta, version) : undefined
    return envelope && this.#clientOf(envelope, String(version))
  }

  async #acknowledge(message: Message): Promise<void> {
    const listener = this.#listeners.get(acknowledgedIn(message))
    if (!listener) return this.#send(message)
    const ids = await listener.ids
    await this.#send(withTaskIds(message, ids))
    const { signal } = listener.stop
    const tell = (told: Message): Promise<void> => this.#send(told)
    void followTasks(ids, { ...listener, tell, signal })
      .catch(() => {})
      .finally(() => this.#end(listener.listening.id))
  }

  #end(id: unknown): void {
    this.#listeners.get(id)?.stop.abort()
    this.#listeners.delete(id)
  }
}
