/**
 * `restTool`: an HTTP endpoint becomes a tool.
 *
 * Takes what is known of the endpoint, checks it once, and freezes it; it sends nothing. With no more than a `baseUrl` the
 * endpoint is asked with GET and the parameters are its query.
 *
 * @module
 */
import {
  type AnySpec,
  buildRemoteTool,
  type Refuse,
  type RestFacts,
  type SharedSchemas,
  type Tool,
  type ToolResource,
  type ToolSource,
} from '../../../define/index.ts'
import { isPlainObject, maxDelayMs, tellValue, ToolyardError } from '../../../kernel/index.ts'
import { checkFacts } from './check-config.ts'
import { checkPlaces } from './check-places.ts'
import { addressOf, readPlan, type RestPlan } from './rest-plan.ts'

/** All that a request is made of; `timeout`, `maxRetries` and `retryDelay` are older names of `totalMs` and parts of `retry`. */
export interface RestConfig extends Partial<RestFacts> {
  readonly baseUrl: string
  /** Milliseconds. */
  readonly timeout?: number
  /** How often it is tried again after the first time. */
  readonly maxRetries?: number
  /** Milliseconds. */
  readonly retryDelay?: number
}

/** What a call touches is known: the address that it goes to. */
export interface RestToolSpec extends Omit<AnySpec, 'execute' | 'create' | 'factory' | 'resources'> {
  readonly name: string
  readonly description: string
  /** What the model gives, as JSON Schema; `inputSchema` is another name of it. */
  readonly parameters?: unknown
  readonly config: RestConfig
}

/** Longer than any call may take by default: the endpoint's own limit tells more than the call's. */
const defaultCallMs = 120_000
const defaultAttempts = 3

/** Throws `invalid_definition`. */
export function restTool(spec: RestToolSpec, source: ToolSource = 'app', shared?: SharedSchemas): Tool {
  const { config, parameters, ...given } = isPlainObject(spec) ? spec : ({} as RestToolSpec)
  const refuse: Refuse = (field, reason, hint) => {
    const label = given.name ? `Tool "${given.name}"` : 'This tool'
    throw new ToolyardError('invalid_definition', `${label}: ${field} ${reason}`, { hint, tool: given.name })
  }
  if (!isPlainObject(config))
    refuse('config', `must be an object, not ${tellValue(config)}`, "Write config: { baseUrl: 'https://…' }.")
  if (parameters !== undefined && given.inputSchema !== undefined)
    refuse('parameters and inputSchema', 'are both given', 'Keep one of the two.')
  for (const field of ['execute', 'create', 'factory', 'resources'])
    if ((given as Readonly<Record<string, unknown>>)[field] !== undefined)
      refuse(field, 'is not for endpoints: what they do and touch is in config', 'Leave it out.')
  const facts = readFacts(config, refuse)
  const plan = readPlan(facts)
  const isSafe = facts.method === 'GET' || facts.method === 'HEAD'
  if (!isSafe && given.effects !== undefined && given.effects !== 'network')
    refuse(
      'effects',
      `"${given.effects}" can't be said of ${facts.method}, which may change something elsewhere`,
      "Write effects: 'network', or leave it out.",
    )
  const tool = buildRemoteTool(
    {
      idempotent: isIdempotent(facts),
      ...timeLimit(facts),
      ...given,
      resources: resourcesOf(plan, isSafe || given.permission === 'read'),
      ...(parameters !== undefined && { inputSchema: parameters }),
    },
    source,
    {
      implementation: { kind: 'rest', rest: facts },
      text: `${facts.method} ${facts.baseUrl}${facts.path}`,
      streaming: facts.stream === 'sse' || facts.stream === 'ndjson',
      shared,
    },
  )
  checkPlaces(plan, tool.input, refuse)
  return tool
}

function readFacts(config: RestConfig, refuse: Refuse): RestFacts {
  const { timeout, maxRetries, retryDelay, ...given } = config
  if (given.baseUrl === undefined)
    refuse('config.baseUrl', 'is missing', "Write baseUrl: 'https://api.example.com'.")
  for (const [name, value] of Object.entries({ timeout, maxRetries, retryDelay }))
    if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= maxDelayMs))
      refuse(`config.${name}`, `${tellValue(value)} is not a number that it can have`, 'Use a whole number.')
  if (timeout !== undefined && given.timeoutMs !== undefined)
    refuse('config.timeout and config.timeoutMs', 'are both given', 'Keep one of the two.')
  if (timeout !== undefined && given.totalMs !== undefined)
    refuse('config.timeout and config.totalMs', 'are both given', 'Keep one of the two.')
  const retry = {
    ...(maxRetries !== undefined && { attempts: maxRetries + 1 }),
    ...(retryDelay !== undefined && { delayMs: retryDelay }),
    ...given.retry,
  }
  const method =
    typeof given.method === 'string' ? (given.method.toUpperCase() as RestFacts['method']) : 'GET'
  const facts: RestFacts = {
    path: '',
    ...given,
    method: given.method === undefined ? 'GET' : method,
    ...(timeout !== undefined && { timeoutMs: timeout, totalMs: timeout }),
    ...(Object.keys(retry).length > 0 && { retry }),
  }
  checkFacts(facts, refuse)
  return Object.freeze(facts)
}

function isIdempotent({ method, idempotencyHeader }: RestFacts): boolean {
  return (method !== 'POST' && method !== 'PATCH') || idempotencyHeader !== undefined
}

/** Where all attempts together may take longer than a call may by default. */
function timeLimit({ timeoutMs, totalMs, retry }: RestFacts): { readonly timeoutMs?: number } {
  const all = totalMs ?? (timeoutMs ?? 0) * (retry?.attempts ?? defaultAttempts)
  return all > defaultCallMs ? { timeoutMs: Math.min(all, maxDelayMs) } : {}
}

/** What a call touches: the address without its query. */
function resourcesOf(plan: RestPlan, reads: boolean): NonNullable<AnySpec['resources']> {
  const access = reads ? 'read' : 'write'
  const at = (id: string): readonly ToolResource[] => [{ kind: 'url', id, access }]
  if (plan.path.plain === undefined)
    return (input: Readonly<Record<string, unknown>>) => {
      try {
        return at(addressOf(plan, input))
      } catch {
        // Such a call is refused before anything is sent, with a better reason than any rule has.
        return at(plan.facts.baseUrl)
      }
    }
  const always = at(addressOf(plan, {}))
  return () => always
}
