/**
 * The facts of a REST tool, read once: which parameter goes where, and the parts of the address.
 *
 * @module
 */
import type { HttpMethod, RestFacts, RestParameter } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { serialiseInline } from './serialise.ts'
import { fillTemplate, parametersOf, readTemplate, type Template } from './template.ts'

export interface NamedTemplate {
  readonly name: string
  readonly value: Template
}

export type ParameterPlace = RestParameter & { readonly name: string }

export interface RestPlan {
  readonly facts: RestFacts
  /** Without a slash at its end. */
  readonly base: Template
  /** With a slash at its start, or empty. */
  readonly path: Template
  readonly query: readonly NamedTemplate[]
  readonly headers: readonly NamedTemplate[]
  /** Where every call goes, where neither parameters nor references say. */
  readonly address: string | undefined
  readonly mayHaveBody: boolean
  /** Parameters that a template holds: they go nowhere else. */
  readonly templated: ReadonlySet<string>
  placeOf(parameter: string): ParameterPlace
}

/** Methods whose parameters go into the query where nothing else is said. */
const inQuery: ReadonlySet<HttpMethod> = new Set(['GET', 'HEAD', 'DELETE'])

const mostPlaces = 1000

export function readPlan(facts: RestFacts): RestPlan {
  const [base = '', baseQuery = ''] = splitOnce(facts.baseUrl, '?')
  const [path = '', pathQuery = ''] = splitOnce(facts.path, '?')
  const slash = path === '' || path.startsWith('/') ? '' : '/'
  const query = [...pairsOf(baseQuery), ...pairsOf(pathQuery), ...named(Object.entries(facts.query ?? {}))]
  const headers = named(Object.entries(facts.headers ?? {}))
  const pathTemplate = renamed(readTemplate(slash + path), facts.parameters ?? {})
  const templated = new Set([
    ...parametersOf(pathTemplate),
    ...[...query, ...headers].flatMap(({ value }) => parametersOf(value)),
    ...parametersInBody(facts.bodyTemplate),
  ])
  const usual: ParameterPlace['in'] = inQuery.has(facts.method) ? 'query' : 'body'
  const places = new Map<string, ParameterPlace>()
  const find = (parameter: string): ParameterPlace => {
    const given = facts.parameters?.[parameter]
    if (given) return { ...given, name: given.name ?? parameter }
    return { in: parameter === facts.bodyFrom ? 'body' : usual, name: parameter }
  }
  const baseTemplate = readTemplate(base.replace(/\/+$/, ''))
  const isFixed = baseTemplate.plain !== undefined && pathTemplate.plain !== undefined
  return {
    facts,
    base: baseTemplate,
    path: pathTemplate,
    address: isFixed ? `${baseTemplate.plain}${pathTemplate.plain}` : undefined,
    mayHaveBody: facts.method !== 'GET' && facts.method !== 'HEAD',
    query,
    headers,
    templated,
    placeOf: (parameter) => {
      let place = places.get(parameter)
      if (!place) {
        place = find(parameter)
        // Names that no schema has come from models.
        if (places.size < mostPlaces) places.set(parameter, place)
      }
      return place
    },
  }
}

/** A path speaks of parameters by the names that they have there. */
function renamed({ parts, plain }: Template, parameters: NonNullable<RestFacts['parameters']>): Template {
  const names = new Map(
    Object.entries(parameters)
      .filter(([, place]) => place.in === 'path')
      .map(([parameter, { name = parameter }]) => [name, parameter]),
  )
  return {
    plain,
    parts: parts.map((part) =>
      'text' in part ? part : { parameter: names.get(part.parameter) ?? part.parameter },
    ),
  }
}

/** Parameters that a fixed body holds. */
export function parametersInBody(template: unknown): string[] {
  if (typeof template === 'string') return parametersOf(readTemplate(template))
  if (typeof template !== 'object' || template === null) return []
  return Object.values(template).flatMap(parametersInBody)
}

/**
 * Where a call goes, without its query. Throws `invalid_arguments` for a value that would make it another place: an empty one,
 * or one that leads to the folder above.
 */
export function addressOf(
  { base, path, facts }: RestPlan,
  input: Readonly<Record<string, unknown>>,
  secret: (text: string) => string = (text) => text,
): string {
  const value = (parameter: string): string => {
    const place = facts.parameters?.[parameter]
    const text = serialiseInline(input[parameter], { name: parameter, ...place, in: 'path' })
    if (text === '') throw wrongValue(parameter, 'is empty, and the address needs it', 'Give a value.')
    return text
  }
  const written = fillTemplate(path, { secret, value })
  if (path.plain === undefined && written.split('/').some(isDots))
    throw wrongValue(
      parametersOf(path).join(', '),
      'leads to another place of the address, as "." and ".." do',
      'Give the plain name or number of what is meant.',
    )
  return fillTemplate(base, { secret, value }) + written
}

export function wrongValue(parameter: string, reason: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_arguments', `${parameter} ${reason}.`, { hint, retryable: true })
}

function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment)
}

function splitOnce(text: string, by: string): string[] {
  const at = text.indexOf(by)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)]
}

function pairsOf(query: string): NamedTemplate[] {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return named(pairs.map((pair) => splitOnce(pair, '=').map(decoded) as [string, string?]))
}

function named(entries: readonly (readonly [string, string?])[]): NamedTemplate[] {
  return entries.map(([name, value = '']) => ({ name, value: readTemplate(value) }))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
