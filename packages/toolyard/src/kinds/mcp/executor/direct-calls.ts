/**
 * Calls of tools over a channel that carries one message after the other, the shortest way there and back.
 *
 * Everything else that is said on the channel is the SDK's business. Its own way for a call looks through every answer
 * twice and keeps a timer for each; a call through us is not to cost more than one without us. Numbers of calls are far
 * above those that the SDK gives out.
 *
 * @module
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isPlainObject, ToolyardError, type JsonObject } from '../../../kernel/index.ts'
import type { RunningCall } from './running-call.ts'

interface PendingCall {
  readonly onProgress: (progress: JsonObject) => void
  readonly resolve: (result: JsonObject) => void
  readonly reject: (error: unknown) => void
}

const firstId = 1_000_000_000
/** What does not say of what type it is, is whole. */
const types = new Set<unknown>(['complete', 'input_required', 'task', undefined])

export class DirectCalls {
  /** What servers of the newer era want with every message; nothing for older ones. */
  envelope: JsonObject | undefined
  readonly #send: (message: JSONRPCMessage) => Promise<void>
  readonly #pending = new Map<number, PendingCall>()
  #next = firstId

  constructor(send: (message: JSONRPCMessage) => Promise<void>) {
    this.#send = send
  }

  /** Answers a result, also one that asks for more. Rejects with an error that has a `code`. */
  request(params: JsonObject, call: RunningCall, onProgress: PendingCall['onProgress']): Promise<JsonObject> {
    const id = this.#next++
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>()
    this.#pending.set(id, { onProgress, resolve, reject })
    call.onStop = (reason) => {
      if (!this.#pending.delete(id)) return
      this.#tell('notifications/cancelled', { requestId: id, reason: String(reason) })
      reject(reason)
    }
    const message = {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { ...params, _meta: { ...this.envelope, progressToken: id } },
    } as const
    this.#send(message).catch((error: unknown) => {
      if (this.#pending.delete(id)) reject(error)
    })
    return promise
  }

  /** Whether a message was the answer to a call, or told of its progress; no other listener is to hear it then. */
  take(message: JsonObject): boolean {
    const { id, method } = message
    if (method === undefined) return this.#answer(Number(id), message)
    if (method !== 'notifications/progress') return false
    const params = isPlainObject(message['params']) ? message['params'] : {}
    const pending = this.#pending.get(Number(params['progressToken']))
    pending?.onProgress(params)
    return pending !== undefined
  }

  /** No answer will come any more. */
  end(): void {
    const error = Object.assign(new Error('Connection closed'), { code: 'CONNECTION_CLOSED' })
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }

  #answer(id: number, { result, error }: JsonObject): boolean {
    const pending = this.#pending.get(id)
    if (!pending) return false
    this.#pending.delete(id)
    if (isPlainObject(error)) pending.reject(faultOf(error))
    else if (!isPlainObject(result)) pending.reject(strange('it is no object'))
    else if (this.envelope && !types.has(result['resultType']))
      pending.reject(strange(`it is of type ${JSON.stringify(result['resultType'])}`))
    else pending.resolve(result)
    return true
  }

  #tell(method: string, params: JsonObject): void {
    const meta = this.envelope && { _meta: this.envelope }
    this.#send({ jsonrpc: '2.0', method, params: { ...params, ...meta } }).catch(() => {})
  }
}

function faultOf({ code, message, data }: JsonObject): Error {
  return Object.assign(new Error(typeof message === 'string' ? message : 'it gave no reason'), {
    code: typeof code === 'number' ? code : 0,
    data,
  })
}

function strange(why: string): ToolyardError {
  return new ToolyardError('tool_failed', `the answer can't be read: ${why}`)
}
