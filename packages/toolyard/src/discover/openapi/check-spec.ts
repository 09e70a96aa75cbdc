/**
 * Whether what a configuration says of a document can be used.
 *
 * @module
 */
import { checkKeys, hintOf, isPlainObject, messageOf, tellValue, ToolyardError } from '../../kernel/index.ts'
import { restTool } from '../../kinds/rest/definition/index.ts'
import type { OpenApiSpec } from './spec.ts'

const keys: readonly (keyof OpenApiSpec)[] = [
  'document',
  'name',
  'baseUrl',
  'headers',
  'auth',
  'include',
  'exclude',
  'provided',
  'permission',
  'confirm',
  'timeoutMs',
  'checkAnswers',
  'maxTools',
]
const filterKeys = ['tags', 'paths', 'operations', 'methods']

/** Throws `invalid_config`. */
export function checkSpec(spec: OpenApiSpec): void {
  if (!isPlainObject(spec))
    refuseSpec('openapi', `must be an object, not ${tellValue(spec)}`, "Write { document: 'api.yaml' }.")
  checkKeys(spec, keys, 'openapi')
  const { document, name, include, exclude, provided, checkAnswers, maxTools } = spec
  if (typeof document !== 'string' || document === '')
    refuseSpec(
      'document',
      `must name a file or a URL, not ${tellValue(document)}`,
      "Write document: 'api.yaml'.",
    )
  if (name !== undefined && !(typeof name === 'string' && /^[a-zA-Z_][\w-]{0,31}$/.test(name)))
    refuseSpec(
      'name',
      `${tellValue(name)} can't stand before the name of a tool`,
      'Use up to 32 letters, digits, "_" or "-".',
    )
  checkFilter(include, 'include')
  checkFilter(exclude, 'exclude')
  if (provided !== undefined) checkWords(provided, 'provided')
  if (checkAnswers !== undefined && typeof checkAnswers !== 'boolean')
    refuseSpec(
      'checkAnswers',
      `must be true or false, not ${tellValue(checkAnswers)}`,
      'Write checkAnswers: false.',
    )
  if (maxTools !== undefined && !(Number.isInteger(maxTools) && maxTools > 0))
    refuseSpec('maxTools', `${tellValue(maxTools)} is not a number of tools`, 'Use a whole number above 0.')
  checkRequests(spec)
}

function checkFilter(filter: unknown, field: string): void {
  if (filter === undefined) return
  if (!isPlainObject(filter))
    refuseSpec(field, `must be an object, not ${tellValue(filter)}`, `Write ${field}: { tags: ['pets'] }.`)
  checkKeys(filter, filterKeys, `openapi.${field}`)
  for (const [kind, entries] of Object.entries(filter))
    if (entries !== undefined) checkWords(entries, `${field}.${kind}`)
}

function checkWords(words: unknown, field: string): void {
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    refuseSpec(field, 'must be a list of words', `Write ${field.split('.').at(-1)}: ['…'].`)
}

/** What every tool of the document will have in common, tried once. */
function checkRequests({ baseUrl, headers, auth, timeoutMs, permission, confirm }: OpenApiSpec): void {
  const config = { baseUrl: baseUrl ?? 'https://api.example.com', headers, auth, timeoutMs }
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
  try {
    restTool({
      name: 'all',
      description: 'all',
      ...(permission !== undefined && { permission }),
      ...(confirm !== undefined && { confirm }),
      config: given as unknown as { baseUrl: string },
    })
  } catch (error) {
    const message = messageOf(error).replace(/^Tool "all": (?:config\.)?/, '')
    throw new ToolyardError('invalid_config', message, {
      hint: hintOf(error),
    })
  }
}

function refuseSpec(field: string, reason: string, hint: string): never {
  throw new ToolyardError('invalid_config', `${field} ${reason}`, { hint })
}
