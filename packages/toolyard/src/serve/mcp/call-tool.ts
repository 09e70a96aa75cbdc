/**
 * One `tools/call`: through the pipeline like every call, with its progress, and with the client's person asked in the way of
 * the client's era.
 *
 * In the era of sessions the client is sent a request while its own waits. In the era without, its request is answered with
 * what has to be known, and the call goes on with the client's next one.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { digestOf, ToolyardError } from '../../kernel/index.ts'
import type { CallOptions } from '../../pipeline/index.ts'
import { type AskClient, AskedCall, type StartCall } from './asked-call.ts'
import type { CalledTool, McpClient } from './client.ts'
import type { McpExchange } from './exchange.ts'
import { personAt, showsForms } from './person.ts'
import { keepTelling, type ReportProgress, reportTo } from './progress.ts'
import { type CallToolResult, type InputRequiredResult, ProtocolError, ProtocolErrorCode } from './sdk.ts'
import { startTask, taskIn } from './tasks/start-task.ts'
import type { CreatedTask, OlderCreatedTask } from './tasks/task-shape.ts'
import { wireResult } from './wire-result.ts'

type CallAnswer = CallToolResult | InputRequiredResult | CreatedTask | OlderCreatedTask

export async function callTool(
  client: McpClient,
  called: CalledTool,
  exchange: McpExchange,
): Promise<CallAnswer> {
  if (client.era === 'modern' && exchange.state !== undefined) return goOn(client, called, exchange)
  const task = await startTask(client, called, exchange.signal)
  if (task) return task
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
): Promise<CallAnswer> {
  const { signal } = exchange
  return answerOf(client, called, await run(client, called, { signal, asked, report: reportTo(exchange) }))
}

/** A tool that began a background call and answers with it is answered as that task. */
async function answerOf(client: McpClient, called: CalledTool, result: ToolResult): Promise<CallAnswer> {
  return (await taskIn(client, result)) ?? wireResult(client, called, result)
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
  if ('result' in turn) return answerOf(client, called, turn.result)
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
