/**
 * From the arguments of a call to its request: each parameter in its place, nothing of a secret yet but what is written into
 * fixed texts.
 *
 * @module
 */
import {
  addressOf,
  encode,
  fillTemplate,
  type NameAndValue,
  serialiseInline,
  serialisePairs,
  textOfValue,
  wrongValue,
} from '../definition/index.ts'
import { isPlainObject, ToolyardError } from '../../../kernel/index.ts'
import { buildBody } from './build-body.ts'
import { filler, type RestCall, type RestRequest } from './rest-call.ts'

const accepts = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson, application/json;q=0.5',
  none: 'application/json, text/plain;q=0.9, */*;q=0.8',
} as const

/** Line breaks, and whatever else would end a header or is no sign of one. */
export const notInHeaders = /[^\t\x20-\x7e\x80-\xff]/

/** A request in the making. */
interface RequestDraft {
  readonly query: NameAndValue[]
  readonly headers: Record<string, string>
  cookies: string
  /** Members of the body, once there is one. */
  members: Record<string, unknown> | undefined
}

export function buildRequest(call: RestCall): RestRequest {
  const { plan, input, context } = call
  const { facts } = plan
  const draft: RequestDraft = {
    query: plan.query.length === 0 ? [] : fixedQuery(call),
    headers: { accept: accepts[facts.stream ?? 'none'] },
    cookies: '',
    members: undefined,
  }
  const address = plan.address ?? addressOf(plan, input, filler(call, 'baseUrl'))
  if (plan.headers.length > 0) addFixedHeaders(call, draft.headers)
  const { headers } = draft
  for (const parameter in input) {
    const value = input[parameter]
    if (value !== undefined && !plan.templated.has(parameter)) put(call, draft, { parameter, value })
  }
  if (draft.cookies !== '')
    headers['cookie'] =
      headers['cookie'] === undefined ? draft.cookies : `${headers['cookie']}; ${draft.cookies}`
  if (facts.idempotencyHeader !== undefined)
    headers[facts.idempotencyHeader.toLowerCase()] = context.idempotencyKey
  if (!plan.mayHaveBody) return { address, query: draft.query, headers, body: undefined }
  const { body, type } = buildBody(call, draft.members)
  // A form of several parts is named by the line between them.
  if (body instanceof FormData) delete headers['content-type']
  else if (type !== undefined) headers['content-type'] ??= type
  return { address, query: draft.query, headers, body }
}

function put(
  call: RestCall,
  draft: RequestDraft,
  { parameter, value }: { readonly parameter: string; readonly value: unknown },
): void {
  const { plan } = call
  const place = plan.placeOf(parameter)
  if (place.in === 'body') {
    const isNested = plan.facts.parameters?.[parameter]?.name !== undefined
    setMember((draft.members ??= {}), isNested ? place.name.split('.') : [place.name], value)
  } else if (value === null) return
  else if (place.in === 'query') {
    if (typeof value !== 'object') draft.query.push([place.name, textOfValue(value)])
    else draft.query.push(...checkSpread(call, parameter, serialisePairs(value, place)))
  } else if (place.in === 'header')
    draft.headers[place.name.toLowerCase()] = headerText(
      parameter,
      serialiseInline(value, place, textOfValue),
    )
  else
    draft.cookies = serialisePairs(value, place)
      .reduce((cookies, [name, text]) => `${cookies}; ${encode(name)}=${encode(text)}`, draft.cookies)
      .replace(/^; /, '')
}

/** The members of an object that becomes a query must not be what was said already. */
function checkSpread(
  { plan, input, tool }: RestCall,
  parameter: string,
  pairs: readonly NameAndValue[],
): readonly NameAndValue[] {
  if (!isPlainObject(input[parameter])) return pairs
  const { auth } = plan.facts
  const names = Object.keys({ ...tool.input.json.properties, ...input })
  const taken = new Set([
    ...plan.query.map(({ name }) => name),
    ...names.filter((name) => name !== parameter).map((name) => plan.placeOf(name).name),
    ...(auth?.type === 'api_key' ? [auth.name] : []),
  ])
  const clash = pairs.find(([name]) => taken.has(name))
  if (clash)
    throw wrongValue(`${parameter}.${clash[0]}`, 'is a name that the query has already', 'Leave it out.')
  return pairs
}

function setMember(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) {
    body[first] = value
    return
  }
  const inner = isPlainObject(body[first]) ? body[first] : {}
  body[first] = inner
  setMember(inner, rest, value)
}

/** A pair whose parameter was not given is left out. */
function fixedQuery(call: RestCall): NameAndValue[] {
  const { plan, input } = call
  const value = (name: string): string => textOfValue(input[name])
  return plan.query.flatMap(({ name, value: template }): NameAndValue[] => {
    const [only] = template.parts
    const isLeftOut =
      template.parts.length === 1 &&
      only &&
      'parameter' in only &&
      (input[only.parameter] ?? undefined) === undefined
    return isLeftOut ? [] : [[name, fillTemplate(template, { secret: filler(call, `query.${name}`), value })]]
  })
}

function addFixedHeaders(call: RestCall, headers: Record<string, string>): void {
  const { plan, input } = call
  const value = (parameter: string): string => headerText(parameter, textOfValue(input[parameter]))
  for (const { name, value: template } of plan.headers) {
    const text = template.plain ?? fillTemplate(template, { secret: filler(call, `headers.${name}`), value })
    if (notInHeaders.test(text)) throw badSecret(`config.headers.${name}`)
    if (text !== '') headers[name.toLowerCase()] = text
  }
}

function headerText(parameter: string, text: string): string {
  if (notInHeaders.test(text))
    throw wrongValue(
      parameter,
      'holds a character that no header can have, such as a line break',
      'Leave it out.',
    )
  return text
}

export function badSecret(field: string): ToolyardError {
  return new ToolyardError('unavailable', `${field} holds a character that no header can have.`, {
    hint: 'Check the environment variable that it refers to: a line break at its end is a common slip.',
  })
}
