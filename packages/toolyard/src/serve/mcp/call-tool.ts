/**
 * One `tools/call`: through the pipeline like every call, with its progress, and with the client's person asked in the way of
 * the client's era.
 *
 * In the era of sessions the client is sent a request while its own waits. In the era without, its request is answered with
 * what has to be known, and the call goes on with the client's next one.
 *
 * @module
 */
import type { ContentBlock, ToolResult } from '../../define/index.ts'
import { textOf } from '../../define/index.ts'
import { promisesOutput, renderResult } from '../../dialects/index.ts'
import { digestOf, ToolyardError } from '../../kernel/index.ts'
import type { CallOptions } from '../../pipeline/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { type AskClient, AskedCall, type StartCall } from './asked-call.ts'
import type { McpExchange } from './exchange.ts'
import { personAt, showsForms } from './person.ts'
import { keepTelling, type ReportProgress, reportTo } from './progress.ts'
import {
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from './sdk.ts'
import type { McpSession } from './session.ts'

/** Who calls, and how it can be answered. */
export interface McpClient {
  readonly yard: ToolService
  readonly session: McpSession
  readonly agent: string | undefined
  readonly principal: string
  readonly name: string
  readonly capabilities: ClientCapabilities | undefined
  /** Whether it can be sent requests, or is asked by what it is answered. */
  readonly era: 'legacy' | 'modern'
  /** Whether the person at it may approve calls. */
  readonly approves: boolean
  /** The version of the protocol that it speaks. */
  readonly speaks: string | undefined
}

export interface CalledTool {
  readonly name: string
  readonly input: unknown
  /** How the result is told if it is no tool's: what a prompt or a resource gave. */
  readonly wire?: ((result: ToolResult) => object) | undefined
}

type CallAnswer = CallToolResult | InputRequiredResult

export async function callTool(
  client: McpClient,
  called: CalledTool,
  exchange: McpExchange,
): Promise<CallAnswer> {
  if (client.era === 'modern' && exchange.state !== undefined) return goOn(client, called, exchange)
  const { parked } = client.session
  const mayAsk = showsForms(client.capabilities) || client.capabilities?.sampling !== undefined
  if (!mayAsk || (client.era === 'modern' && !parked.hasRoom)) return start(client, called, { exchange })
  if (client.era === 'legacy') return start(client, called, { exchange, asked: whoIsAsked(client, exchange) })
  const begin: StartCall = (ask, signal) =>
    run(client, called, {
      signal,
      asked: whoIsAsked(client, ask),
      report: reportTo(exchange) && ((event) => call.tell(event)),
    })
  const call = new AskedCall(begin, exchange.responses)
  return nextTurn(client, called, { call, exchange })
}

async function start(
  client: McpClient,
  called: CalledTool,
  { exchange, asked }: { exchange: McpExchange; asked?: WhoIsAsked },
): Promise<CallToolResult> {
  const { signal } = exchange
  return wireResult(client, called, await run(client, called, { signal, asked, report: reportTo(exchange) }))
}

/** The person and the model at a client, as far as it offers them. */
type WhoIsAsked = Pick<CallOptions, 'person' | 'sample'>

function whoIsAsked(client: McpClient, { elicit, sample }: AskClient): WhoIsAsked {
  const { capabilities } = client
  return {
    ...(showsForms(capabilities) && { person: personAt(client, elicit) }),
    ...(capabilities?.sampling !== undefined && { sample }),
  }
}

/** A request that brings what an earlier one was asked for. */
async function goOn(client: McpClient, called: CalledTool, exchange: McpExchange): Promise<CallAnswer> {
  const call = client.session.parked.take(String(exchange.state), () => requestDigest(called))
  if (!call) {
    const message =
      'Invalid or expired requestState: no call of this client with these arguments waits under it. Call again without it.'
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  call.answer(exchange.responses ?? {})
  return nextTurn(client, called, { call, exchange })
}

async function nextTurn(
  client: McpClient,
  called: CalledTool,
  { call, exchange }: { call: AskedCall; exchange: McpExchange },
): Promise<CallAnswer> {
  const turn = await call.turn(exchange.signal, reportTo(exchange))
  if ('result' in turn) return wireResult(client, called, turn.result)
  const requestState = client.session.parked.put(call, requestDigest(called))
  return { resultType: 'input_required', inputRequests: turn.inputRequests, requestState }
}

function requestDigest({ name, input }: CalledTool): string {
  return digestOf({ name, input })
}

interface CallRun {
  readonly signal: AbortSignal
  readonly asked?: WhoIsAsked | undefined
  readonly report: ReportProgress | undefined
}

/** Streams only if the client asked to be told of progress. */
async function run(
  { yard, session, agent, principal }: McpClient,
  { name, input: given, wire }: CalledTool,
  { signal, asked, report }: CallRun,
): Promise<ToolResult> {
  const { threadId, leave } = session
  const isOffer = wire !== undefined
  const options: CallOptions = {
    threadId,
    origin: 'mcp',
    agent,
    principal,
    signal,
    leave,
    isOffer,
    ...asked,
  }
  const input = yard.dialects.of(name, 'mcp')?.decode(given) ?? given
  if (!report) return yard.call(name, input, options)
  const telling = keepTelling(report)
  try {
    for await (const event of yard.stream(name, input, options)) {
      if (event.type === 'result') return event.result
      await telling.report(event)
    }
  } finally {
    telling.stop()
  }
  throw new ToolyardError('internal', `the call of "${name}" ended without a result`)
}

function wireResult(
  { yard, session, speaks }: McpClient,
  { name, wire }: CalledTool,
  result: ToolResult,
): CallToolResult {
  if (wire) return wire(result) as CallToolResult
  if (result.error?.code === 'tool_not_found' && !yard.registry.has(name))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Tool ${name} not found. ${result.error.hint ?? ''}`.trim(),
    )
  const structured = promisesOutput(yard.dialects.of(result.tool, 'mcp'))
  const { handle } = result
  const whole = handle === undefined ? [] : [session.results.add(handle, result.tool)]
  const all = whole.length > 0 ? [...result.content, ...whole] : result.content
  const content = (speaks ?? '') >= allSince ? all : all.map((block) => spoken(block, speaks))
  const shown = content === result.content ? result : { ...result, content }
  return renderResult(shown, 'mcp', { id: result.callId, name, structured })
}

/** Since when clients know a kind of content, and all kinds. */
const knownSince: Readonly<Partial<Record<ContentBlock['type'], string>>> = {
  audio: '2025-03-26',
  resource_link: '2025-06-18',
}
const allSince = '2025-06-18'

/** A block that the client's version of the protocol does not know is told in words. */
export function spoken(block: ContentBlock, version = ''): ContentBlock {
  const since = knownSince[block.type]
  if (since === undefined || version >= since) return block
  return { type: 'text', text: textOf({ content: [block] }) }
}
