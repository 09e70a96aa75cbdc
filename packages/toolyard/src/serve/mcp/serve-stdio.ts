/**
 * One MCP client on standard input and output, until it hangs up.
 *
 * @module
 */
import type { Readable } from 'node:stream'
import { createIds } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { DirectCalls } from './direct-calls.ts'
import { type LineOutput, LineTransport } from './line-transport.ts'
import { clientOf, createMcpServer, identityOf, type McpServerOptions, tellChanges } from './mcp-server.ts'
import { serveStdio as serve } from './sdk.ts'
import { McpSession } from './session.ts'
import { LineListeners } from './tasks/listen-over-line.ts'

export interface StdioOptions extends McpServerOptions {
  readonly signal: AbortSignal
  readonly input: Readable
  /** Where answers go. */
  readonly output: LineOutput
}

/** Resolves when the client has closed the connection or `signal` aborts; rejects if the connection broke off. */
export async function serveStdio(
  yard: ToolService,
  { signal, input, output, ...options }: StdioOptions,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const session = new McpSession(yard, createIds().next('mcp'))
  const transport = new LineTransport(input, output)
  const direct = new DirectCalls(transport)
  const listeners = new LineListeners(transport, (envelope, speaks) =>
    clientOf(yard, { ...options, agent: options.agent, era: 'modern' }, { ...envelope, session, speaks }),
  )
  transport.take = (message) => listeners.take(message) || direct.take(message)
  const identity = identityOf(options)
  let problem: Error | undefined
  const handle = serve(
    ({ era }) => {
      const made = createMcpServer(yard, {
        ...options,
        agent: options.agent,
        era,
        session: () => session,
        onServed: (server, client) => direct.begin({ server, client, identity }),
      })
      tellChanges(yard, made)
      return made
    },
    { transport, onerror: (error) => (problem = error) },
  )
  const { onclose } = transport
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  transport.onclose = () => {
    onclose?.()
    if (problem === undefined || input.readableEnded || input.destroyed || signal.aborted) resolve()
    else reject(problem)
  }
  const end = (): void => void handle.close().finally(resolve)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    await promise
  } finally {
    listeners.close()
    await session.close()
  }
}
