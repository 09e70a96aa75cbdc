/**
 * Whether the facts of an endpoint are what they should be, told by field, reason and remedy.
 *
 * @module
 */
import type { Refuse, RestFacts } from '../../../define/index.ts'
import { didYouMean, maxDelayMs, tellValue } from '../../../kernel/index.ts'
import { checkAuth } from './check-auth.ts'
import { checkPagination } from './check-pagination.ts'
import {
  type ValueCheck,
  checkHeaderName,
  checkJsonPath,
  checkObject,
  checkText,
  checkUrl,
  checkWhole,
  oneOf,
} from './check-values.ts'

const methods: readonly RestFacts['method'][] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const maxBytes = 256_000_000

const checks: Readonly<Record<keyof RestFacts, ValueCheck>> = {
  method: oneOf(methods),
  baseUrl: checkBaseUrl,
  path: checkPath,
  parameters: checkParameters,
  query: checkTexts,
  headers: (value, field, refuse) => {
    checkTexts(value, field, refuse)
    for (const name of Object.keys(value as object)) checkHeaderName(name, `${field}.${name}`, refuse)
  },
  bodyType: oneOf(['json', 'form', 'multipart', 'text', 'binary']),
  bodyFrom: checkText,
  bodyTemplate: checkReferences,
  auth: checkAuth,
  retry: (value, field, refuse) => {
    const retry = checkObject(value, field, { known: ['attempts', 'delayMs', 'maxDelayMs'], refuse })
    checkWhole(retry['attempts'] ?? 1, `${field}.attempts`, { least: 1, most: 10, refuse })
    for (const name of ['delayMs', 'maxDelayMs'])
      checkWhole(retry[name] ?? 1, `${field}.${name}`, { least: 0, most: 600_000, refuse })
  },
  idempotencyHeader: (value, field, refuse) =>
    checkHeaderName(checkText(value, field, refuse), field, refuse),
  select: checkJsonPath,
  pagination: checkPagination,
  stream: oneOf(['sse', 'ndjson', 'none']),
  timeoutMs: (value, field, refuse) => checkWhole(value, field, { least: 1, most: maxDelayMs, refuse }),
  totalMs: (value, field, refuse) => checkWhole(value, field, { least: 1, most: maxDelayMs, refuse }),
  maxBytes: (value, field, refuse) => checkWhole(value, field, { least: 1, most: maxBytes, refuse }),
}

const factNames = Object.keys(checks) as readonly (keyof RestFacts)[]

export function checkFacts(facts: object, refuse: Refuse): void {
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined) continue
    const check = Object.hasOwn(checks, name) ? checks[name as keyof RestFacts] : undefined
    if (!check)
      return refuse(
        `config.${name}`,
        'is not a setting of an endpoint',
        didYouMean(name, factNames).trim() || `Settings: ${factNames.join(', ')}, timeout.`,
      )
    check(value, `config.${name}`, refuse)
  }
}

function checkBaseUrl(value: unknown, field: string, refuse: Refuse): void {
  const url = checkUrl(value, field, refuse)
  if (url.hash !== '') refuse(field, 'has a fragment, which is never sent', 'Leave out "#" and what follows.')
  if (/(?<!\$)\{/.test(String(value)))
    refuse(field, 'holds a parameter', 'Write parameters into config.path: they never choose the host.')
}

function checkPath(value: unknown, field: string, refuse: Refuse): void {
  if (value === '') return
  const text = checkText(value, field, refuse)
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(text))
    refuse(field, `"${text}" is a whole URL`, 'Write the host into config.baseUrl, and only the path here.')
  if (text.includes('#'))
    refuse(field, 'has a fragment, which is never sent', 'Leave out "#" and what follows.')
  const left = text.replaceAll(/\$?\{[A-Za-z_][\w.-]*(?::-[^}]*)?\}/g, '')
  if (/[{}]/.test(left))
    refuse(field, `"${text}" has a brace that holds no name`, 'Write parameters as in /users/{id}.')
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(left))
    refuse(field, 'leads upwards', 'Write the whole path, without "..".')
}

function checkTexts(value: unknown, field: string, refuse: Refuse): void {
  for (const [name, text] of Object.entries(checkObject(value, field, { refuse }))) {
    if (text !== '') checkText(text, `${field}.${name}`, refuse)
    if (/[\r\n\0]/.test(String(text)))
      refuse(`${field}.${name}`, 'holds a line break', 'Write it in one line.')
  }
}

/** Everything that is a text in a fixed body. */
function checkReferences(value: unknown, field: string, refuse: Refuse): void {
  if (typeof value === 'string' && value !== '') checkText(value, field, refuse)
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value)) checkReferences(item, `${field}.${name}`, refuse)
}

function checkParameters(value: unknown, field: string, refuse: Refuse): void {
  for (const [name, given] of Object.entries(checkObject(value, field, { refuse }))) {
    const at = `${field}.${name}`
    const place = checkObject(given, at, { known: ['in', 'name', 'style', 'explode'], refuse })
    oneOf(['path', 'query', 'header', 'cookie', 'body'])(place['in'], `${at}.in`, refuse)
    if (place['style'] !== undefined) oneOf(styles)(place['style'], `${at}.style`, refuse)
    if (place['explode'] !== undefined && typeof place['explode'] !== 'boolean')
      refuse(
        `${at}.explode`,
        `must be true or false, not ${tellValue(place['explode'])}`,
        'Write explode: true.',
      )
    const there = place['name'] === undefined ? name : checkText(place['name'], `${at}.name`, refuse)
    if (place['in'] === 'header') checkHeaderName(there, at, refuse)
  }
}

const styles = ['form', 'simple', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'label', 'matrix']
