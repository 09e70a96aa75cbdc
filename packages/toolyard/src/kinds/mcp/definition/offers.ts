/**
 * What a server says of its prompts and resources, read with care: anything may stand there.
 *
 * What people read is bounded, and what can't be seen in it is shown. What a request must repeat to the letter (names, addresses)
 * can't be changed: where something is hidden in it, or two prompts look the same, they are left out.
 *
 * @module
 */
import type { McpPrompt, McpResource } from '../../../define/index.ts'
import { isPlainObject, visibleText, type JsonObject } from '../../../kernel/index.ts'
import { spokenText } from './definition.ts'
import { pretends, skeletonOf } from './look-alikes.ts'

const maxName = 128
const maxLabel = 200
const maxDescription = 8000
const maxAddress = 2048
const maxTemplate = 500
const maxArguments = 64

export function readPrompts(items: readonly unknown[]): readonly McpPrompt[] {
  const prompts = items.filter(isPlainObject).flatMap(readPrompt)
  const alike = Map.groupBy(prompts, ({ name }) => skeletonOf(name))
  return prompts.filter(({ name }) => alike.get(skeletonOf(name))?.length === 1)
}

export function readResources(items: readonly unknown[]): readonly McpResource[] {
  return once(items.filter(isPlainObject).flatMap((item) => readResource(item, item['uri'])))
}

export function readTemplates(items: readonly unknown[]): readonly McpResource[] {
  const templates = items.filter(isPlainObject).flatMap((item) => readResource(item, item['uriTemplate']))
  const short = once(templates).filter(({ uri }) => uri.length <= maxTemplate)
  return short.map((template) => ({ ...template, isTemplate: true }))
}

function readPrompt(item: JsonObject): readonly McpPrompt[] {
  const { name, arguments: given } = item
  if (!isName(name)) return []
  const parameters = (Array.isArray(given) ? given : []).filter(isPlainObject)
  if (parameters.length > maxArguments || !parameters.every((one) => isName(one['name']))) return []
  return [
    {
      name,
      ...labelOf(item['title']),
      ...descriptionOf(item),
      arguments: parameters.map((one) => ({
        name: String(one['name']),
        required: one['required'] === true,
        ...descriptionOf(one),
      })),
    },
  ]
}

function readResource(item: JsonObject, uri: unknown): readonly McpResource[] {
  if (!isAddress(uri)) return []
  const { name, mimeType } = item
  return [
    {
      uri,
      name: typeof name === 'string' && name.trim() !== '' ? spokenText(name, maxLabel).text : uri,
      ...labelOf(item['title']),
      ...descriptionOf(item),
      ...(typeof mimeType === 'string' && { mimeType: spokenText(mimeType, maxLabel).text }),
    },
  ]
}

/** The first of those that have the same address. */
function once(resources: readonly McpResource[]): readonly McpResource[] {
  return [...new Map(resources.toReversed().map((one) => [one.uri, one])).values()].toReversed()
}

function isName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= maxName &&
    visibleText(name) === name &&
    !/[\n\t]/.test(name) &&
    !pretends(name)
  )
}

function isAddress(uri: unknown): uri is string {
  return (
    typeof uri === 'string' &&
    uri !== '' &&
    uri.length <= maxAddress &&
    visibleText(uri) === uri &&
    !/[\n\t]/.test(uri)
  )
}

function labelOf(title: unknown): { readonly title?: string } {
  return typeof title === 'string' && title.trim() !== '' ? { title: spokenText(title, maxLabel).text } : {}
}

function descriptionOf({ description }: JsonObject): { readonly description?: string } {
  return typeof description === 'string' && description !== ''
    ? { description: spokenText(description, maxDescription).text }
    : {}
}
