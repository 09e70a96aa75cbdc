/**
 * Whether every parameter has one place, and every place a parameter.
 *
 * @module
 */
import type { Refuse, Tool } from '../../../define/index.ts'
import { didYouMean } from '../../../kernel/index.ts'
import { parametersInBody, type RestPlan } from './rest-plan.ts'
import { parametersOf } from './template.ts'

export function checkPlaces(plan: RestPlan, { json }: Tool['input'], refuse: Refuse): void {
  const known = json.properties ? Object.keys(json.properties) : undefined
  for (const { field, name } of mentions(plan))
    if (known && !known.includes(name))
      refuse(
        field,
        `names "${name}", which is not a parameter`,
        didYouMean(name, known).trim() || `Parameters: ${known.join(', ') || 'none'}.`,
      )
  checkPath(plan, refuse)
  checkBody(plan, refuse)
  checkTwice(plan, known ?? Object.keys(plan.facts.parameters ?? {}), refuse)
}

interface Mention {
  readonly field: string
  readonly name: string
}

function mentions({ path, query, headers, facts }: RestPlan): Mention[] {
  return [
    ...at('config.path', parametersOf(path)),
    ...query.flatMap(({ name, value }) => at(`config.query.${name}`, parametersOf(value))),
    ...headers.flatMap(({ name, value }) => at(`config.headers.${name}`, parametersOf(value))),
    ...at('config.bodyTemplate', parametersInBody(facts.bodyTemplate)),
    ...at('config.parameters', Object.keys(facts.parameters ?? {})),
    ...at('config.bodyFrom', facts.bodyFrom === undefined ? [] : [facts.bodyFrom]),
  ]
}

function at(field: string, names: readonly string[]): Mention[] {
  return names.map((name) => ({ field, name }))
}

function checkPath({ path, facts }: RestPlan, refuse: Refuse): void {
  const inPath = parametersOf(path)
  for (const [parameter, place] of Object.entries(facts.parameters ?? {})) {
    const isThere = inPath.includes(parameter)
    if (place.in === 'path' && !isThere)
      refuse(
        `config.parameters.${parameter}`,
        `goes into the path, which has no {${place.name ?? parameter}}`,
        `Write it into config.path: "${facts.path}/{${place.name ?? parameter}}".`,
      )
    if (place.in !== 'path' && isThere)
      refuse(
        `config.parameters.${parameter}`,
        `names "${parameter}" a second time: it is in config.path already`,
        'Keep one of the two.',
      )
  }
}

function checkBody({ facts }: RestPlan, refuse: Refuse): void {
  const { bodyFrom, bodyTemplate, method, parameters = {} } = facts
  if (bodyFrom !== undefined && bodyTemplate !== undefined)
    refuse('config.bodyFrom and config.bodyTemplate', 'are both given', 'Keep one of the two.')
  const place = bodyFrom === undefined ? undefined : parameters[bodyFrom]
  if (place && place.in !== 'body')
    refuse(
      `config.parameters.${bodyFrom}`,
      `names "${bodyFrom}" a second time: it is the body`,
      'Keep one of the two.',
    )
  if (method !== 'GET' && method !== 'HEAD') return
  const inBody = Object.keys(parameters).find((name) => parameters[name]?.in === 'body')
  if (bodyFrom !== undefined || bodyTemplate !== undefined || inBody !== undefined)
    refuse(
      'config.method',
      `is ${method}, which has no body`,
      "Use method: 'POST', or put the parameter into the query.",
    )
}

/** Two values under one name, of which a service would take the one or the other. */
function checkTwice(plan: RestPlan, parameters: readonly string[], refuse: Refuse): void {
  const { auth, idempotencyHeader } = plan.facts
  const taken = new Map<string, string>()
  const take = (key: string, field: string): void => {
    const before = taken.get(key)
    if (before !== undefined)
      refuse(
        field,
        `names "${key.slice(key.indexOf(' ') + 1)}" a second time: ${before} names it too`,
        'Keep one of the two.',
      )
    taken.set(key, field)
  }
  if (auth?.type === 'api_key') take(keyOf(auth.in, auth.name), 'config.auth')
  else if (auth) take('header authorization', 'config.auth')
  if (idempotencyHeader !== undefined) take(keyOf('header', idempotencyHeader), 'config.idempotencyHeader')
  for (const { name } of plan.query) take(keyOf('query', name), `config.query.${name}`)
  for (const { name } of plan.headers) take(keyOf('header', name), `config.headers.${name}`)
  for (const parameter of parameters) {
    if (plan.templated.has(parameter)) continue
    const place = plan.placeOf(parameter)
    if (parameter !== plan.facts.bodyFrom) take(keyOf(place.in, place.name), `parameter "${parameter}"`)
  }
}

function keyOf(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}
