/**
 * Keeps what a server says of its tools, and what they answer, out of the hands of the SDK's own checks.
 *
 * Those refuse a whole list for one bad tool, and look through every answer twice. So the definitions of a list and the
 * content of an answer travel past them, as they came, in a place that is not checked; reading them is our business.
 *
 * @module
 */
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import { isPlainObject } from '../../../kernel/index.ts'

const rawKey = 'toolyard/raw'
const farewellMs = 500
/** What is put aside, by what tells one kind of result from another. */
const lists = [
  'tools',
  'content',
  'prompts',
  'resources',
  'resourceTemplates',
  'contents',
  'messages',
] as const

/** A message in which definitions and content are put aside; any other is answered as it is. */
export function putAside(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message)) return message
  const result: unknown = message.result
  if (!isPlainObject(result)) return message
  // What does not say of what type it is, is whole.
  const { resultType = 'complete' } = result
  // The SDK does not know tasks; who asked for the result does.
  if (resultType === 'task') return carry(message, { resultType: 'complete', content: [] }, result)
  const list = lists.find((key) => Array.isArray(result[key]))
  if (list === 'content') return carry(message, { resultType, content: [] }, result)
  return list ? carry(message, { ...result, resultType, [list]: [] }, result) : message
}

/** What was put aside. */
export function rawOf(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const meta = isPlainObject(result) ? result['_meta'] : undefined
  const raw = isPlainObject(meta) ? meta[rawKey] : undefined
  return isPlainObject(raw) ? raw : undefined
}

/** Takes any result: what is in it was put aside. Without a schema the SDK tries its own at every request. */
export const anyResult = {
  '~standard': { version: 1, vendor: 'toolyard', validate: (value: unknown) => ({ value }) },
} as const

function carry(message: JSONRPCMessage, rest: object, raw: object): JSONRPCMessage {
  return { ...message, result: { ...rest, _meta: { [rawKey]: raw } } }
}

/** A transport of the SDK whose messages come with everything put aside. */
export class AsideTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #inner: Transport

  constructor(inner: Transport) {
    const heard: Pick<Transport, 'onclose' | 'onerror' | 'onmessage'> = {
      onclose: () => this.onclose?.(),
      onerror: (error) => this.onerror?.(error),
      onmessage: (message, extra) => this.onmessage?.(putAside(message), extra),
    }
    this.#inner = Object.assign(inner, heard)
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, options)
  }

  /** A server that keeps a session for us is told that it may forget it, and not waited for long. */
  async close(): Promise<void> {
    const inner: Transport & { terminateSession?: () => Promise<void> } = this.#inner
    if (inner.sessionId !== undefined && inner.terminateSession) {
      const told = inner.terminateSession().catch(() => {})
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, farewellMs).unref())])
    }
    await inner.close()
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions)
  }
}
