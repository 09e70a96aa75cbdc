/**
 * What a route is: one address and method, who may use it, the shapes of what comes in and goes out, and what it does.
 *
 * The tables in `routes/` are all of them. The router, the checks of requests, the OpenAPI document and the tests that hold real
 * answers against it are made from the same entries.
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from './message.ts'
import type { z } from 'zod'
import type { Awaitable } from '../../store/index.ts'
import type { Access, HttpCaller } from './caller.ts'
import type { HttpServices } from './services.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RouteExchange<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly caller: HttpCaller
  readonly request: HttpRequest
  readonly response: HttpResponse
}

/** JSON as handlers may give it: read-only. */
type Plain<T> = T extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Plain<T[Key]> }
    : T

interface RouteFacts {
  readonly method: Method
  /** `/api/tools/:id`. */
  readonly path: string
  /** A sentence for the documentation. */
  readonly summary: string
  readonly access: Access
  /** Whether an agent's token may use it as well, for what is its own. */
  readonly agents?: boolean
  /** Of an answer that went well: 200 if it is absent. */
  readonly status?: number
  /** Bytes that its body may have; a megabyte if it is absent. */
  readonly bodyBytes?: number
  /** Whether it can, or does, answer as an event stream. */
  readonly streams?: 'always' | 'on request'
  /** Whether it answers bytes rather than JSON. */
  readonly answersBytes?: boolean
}

interface RouteSpec<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> extends RouteFacts {
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
  /** Answers the JSON, or undefined if it has written the response itself. Throws a `ToolyardError`. */
  handle(
    this: void,
    services: HttpServices,
    exchange: RouteExchange<z.output<Params>, z.output<Query>, z.output<Body>>,
  ): Awaitable<Plain<z.input<Answer>> | undefined>
}

export interface Route extends RouteFacts {
  readonly agents: boolean
  readonly status: number
  readonly params: z.ZodType | undefined
  readonly query: z.ZodType | undefined
  readonly body: z.ZodType | undefined
  readonly answer: z.ZodType
  handle(this: void, services: HttpServices, exchange: RouteExchange): Awaitable<unknown>
}

export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(spec: RouteSpec<Params, Query, Body, Answer>): Route {
  return {
    agents: false,
    status: 200,
    params: undefined,
    query: undefined,
    body: undefined,
    ...spec,
    handle: spec.handle,
  }
}
