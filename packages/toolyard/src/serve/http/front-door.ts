/**
 * The way of every request: host and origin, route, caller, shapes, handler, answer. What goes wrong on the way is told in one form,
 * and every request is logged and counted once.
 *
 * @module
 */
import { jsonText, ToolyardError } from '../../kernel/index.ts'
import { nothingAt, targetOf } from './base-path.ts'
import { type HttpCaller, requireRole, unknownCaller } from './caller.ts'
import { checkRequest } from './check-request.ts'
import type { HostGuard } from './host-guard.ts'
import type { HttpExchange, HttpResponse } from './message.ts'
import type { RouteMatch, Router } from './router.ts'
import type { Gate } from './running-requests.ts'
import { type Reply, sendJson } from './send.ts'
import type { HttpServices } from './services.ts'
import { errorBody, errorOf, retryAfterOf, statusOf } from './status.ts'

export interface FrontDoor {
  readonly services: HttpServices
  readonly router: Router
  readonly guard: HostGuard
  readonly gate: Gate
  /** Whatever has no route: the files of the console, MCP. Answers whether it took the request. */
  readonly others: (exchange: HttpExchange, path: string) => Promise<boolean>
}

interface HandledRequest {
  readonly exchange: HttpExchange
  readonly startedAt: number
  /** From the base path on, without its query. */
  path: string
  route: string
  caller: HttpCaller | undefined
  fault: string | undefined
}

export function createFrontDoor(door: FrontDoor): (exchange: HttpExchange) => void {
  return (exchange) => {
    door.services.outbox.expect()
    const startedAt = performance.now()
    const visit: HandledRequest = {
      exchange,
      startedAt,
      path: '',
      route: '',
      caller: undefined,
      fault: undefined,
    }
    void receive(door, visit).then(
      () => note(door, visit),
      (thrown: unknown) => {
        answerFault(door, visit, thrown)
        note(door, visit)
      },
    )
  }
}

async function receive(door: FrontDoor, visit: HandledRequest): Promise<void> {
  const { exchange } = visit
  const { request } = exchange
  door.guard.check(request)
  const { path, search } = targetOf(request, door.services.basePath)
  visit.path = path
  turnAway(door, exchange, path)
  const found = door.router(request.method === 'HEAD' ? 'GET' : (request.method ?? ''), path)
  if (found && 'route' in found) return follow(door, visit, { match: found, search })
  if (found) return refuseMethod(door, visit, found.allowed)
  if (await door.others(exchange, path)) return
  throw nothingAt(path, door.services.basePath)
}

async function follow(
  { services }: FrontDoor,
  visit: HandledRequest,
  { match, search }: { readonly match: RouteMatch; readonly search: string },
): Promise<void> {
  const { exchange } = visit
  const { request, response } = exchange
  const { route } = match
  visit.route = route.path
  let caller: HttpCaller = unknownCaller
  if (route.access !== 'anyone') {
    const known = services.authenticate(exchange)
    caller = known instanceof Promise ? await known : known
    visit.caller = caller
    requireRole(caller, route)
  }
  const checked = await checkRequest(match, { request, search, room: services.bodies })
  if ('error' in checked) {
    const { error, details } = checked
    sendJson(response, {
      status: statusOf(error.code),
      body: jsonText(services.yard.installation.redact(errorBody(error, details))),
    })
    return
  }
  const answer = route.handle(services, { ...checked, caller, request, response })
  const value = answer instanceof Promise ? ((await answer) as unknown) : answer
  if (value === undefined) return
  const { status } = route
  const body = jsonText(value)
  response.statusCode = status
  services.outbox.add(() => answerOrEnd(response, { status, body }))
}

/** What is said of the server itself is also said while it ends. */
const aboutTheServer: readonly string[] = ['/healthz', '/readyz', '/metrics']

function turnAway({ gate }: FrontDoor, exchange: HttpExchange, path: string): void {
  const reason = gate.admit(exchange)
  if (reason === undefined) return
  if (reason === 'full')
    throw new ToolyardError('unavailable', 'there are too many connections to this server', {
      hint: 'Try again in a moment, and close connections that are not used.',
      retryable: true,
    })
  if (!aboutTheServer.includes(path))
    throw new ToolyardError('closed', 'the server is shutting down', {
      hint: 'Try again in a moment.',
      retryable: true,
    })
}

function refuseMethod(
  { services }: FrontDoor,
  { exchange: { request, response }, path }: HandledRequest,
  allowed: readonly string[],
): void {
  const error = new ToolyardError(
    'method_not_allowed',
    `${path.slice(0, 200)} does not take ${request.method ?? 'this method'}`,
    { hint: `Use ${allowed.join(', ')}.` },
  )
  sendJson(response, {
    status: statusOf(error.code),
    body: jsonText(services.yard.installation.redact(errorBody(error))),
    headers: ['Allow', allowed.join(', ')],
  })
}

function answerFault({ services }: FrontDoor, visit: HandledRequest, thrown: unknown): void {
  const { request, response } = visit.exchange
  const { error, unforeseen } = errorOf(thrown)
  visit.fault = unforeseen
  if (response.headersSent) {
    response.destroy()
    return
  }
  const isLeftOver = !request.complete && request.stream === undefined
  answerOrEnd(response, {
    status: statusOf(error.code),
    body: jsonText(services.yard.installation.redact(errorBody(error))),
    headers: [
      // What is still on its way is not waited for.
      ...(isLeftOver ? ['Connection', 'close'] : []),
      ...(error.code === 'unauthorised' ? ['WWW-Authenticate', 'Bearer'] : []),
      ...retryAfterOf(error),
    ],
  })
}

/** Other parts of the application may have changed the response: one that can't be answered is ended, and the process goes on. */
function answerOrEnd(response: HttpResponse, reply: Reply): void {
  try {
    sendJson(response, reply)
  } catch {
    response.destroy()
  }
}

/** A log that fails is the application's own, and no reason to end its process. */
function note(door: FrontDoor, visit: HandledRequest): void {
  try {
    noteRequest(door, visit)
  } catch {
    // There is nowhere else to tell it.
  }
}

function noteRequest({ services }: FrontDoor, visit: HandledRequest): void {
  const { exchange, path, route, caller, startedAt, fault } = visit
  const { request, response } = exchange
  services.metrics.noteRequest(response.statusCode)
  services.log({
    method: request.method ?? '',
    path: services.yard.installation.redact(path),
    route,
    status: response.statusCode,
    ms: performance.now() - startedAt,
    caller: caller?.name,
    role: caller?.role,
    fault: services.yard.installation.redact(fault),
  })
}
