/**
 * A connection to an MCP server that is an object of this very process.
 *
 * @module
 */
import type { Transport } from '@modelcontextprotocol/client'
import { createAnswers } from './answers.ts'
import type { McpConnection } from './connection.ts'
import { defaultLimits } from './limits.ts'
import { AsideTransport } from './raw-results.ts'

/** An `McpServer` or `Server` of either SDK. */
export interface McpServerLike {
  connect(transport: never): Promise<void>
}

/** The SDK is loaded when it is first called. */
export async function connectInProcess(given: McpServerLike, server: string): Promise<McpConnection> {
  const { McpConnection: Connection } = await import('./connection.ts')
  const [here, there] = linked()
  await given.connect(there as never)
  return Connection.open({
    server,
    transport: new AsideTransport(here),
    limits: defaultLimits,
    direct: undefined,
    isLegacy: false,
    answer: createAnswers({ server, roots: undefined, sampling: undefined, canSample: false }),
    canSample: false,
    hasRoots: false,
    onToolsChanged: () => {},
    onOffersChanged: () => {},
    signal: new AbortController().signal,
    fault: () => undefined,
  })
}

/** Two ends: what one sends, the other gets, as a copy and in its own turn. */
function linked(): [Transport, Transport] {
  const ends: [Transport, Transport] = [end(() => ends[1]), end(() => ends[0])]
  return ends
}

function end(other: () => Transport): Transport {
  let isClosed = false
  const transport: Transport = {
    async start() {},
    async send(message) {
      if (isClosed) throw new Error('the connection is closed')
      const copy = JSON.parse(JSON.stringify(message)) as typeof message
      setImmediate(() => other().onmessage?.(copy))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      transport.onclose?.()
      await other().close()
    },
  }
  return transport
}
