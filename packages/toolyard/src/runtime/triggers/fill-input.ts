/**
 * Arguments of a tool from the body of a request: `{{body.path}}` in a template stands for a part of the body.
 *
 * A text that is one such place becomes the value itself, of whatever kind; inside a longer text a value is written as text.
 * What a body says is put in once and never read as a template.
 *
 * @module
 */
import { parsePath, readPath, ToolyardError } from '../../kernel/index.ts'

type Template = Readonly<Record<string, unknown>>

const placePattern = /\{\{\s*([^{}]*?)\s*\}\}/g
const alonePattern = /^\{\{\s*([^{}]*?)\s*\}\}$/

/** Throws `invalid_arguments` if the body lacks something that the template names. */
export function fillInput(template: Template, body: unknown): Record<string, unknown> {
  return mapTexts(template, (text) => filled(text, body)) as Record<string, unknown>
}

/** Throws `invalid_config` for a place that can be in no body. */
export function checkTemplate(template: Template, at: string): void {
  mapTexts(template, (text) => {
    for (const [, path = ''] of text.matchAll(placePattern))
      if (!stepsOf(path))
        throw new ToolyardError('invalid_config', `${at}: {{${path}}} is not a place in the body`, {
          hint: 'Write {{body}}, or a path in it such as {{body.repository.name}} or {{body.items[0].id}}.',
        })
    return text
  })
}

function filled(text: string, body: unknown): unknown {
  const [, alone] = alonePattern.exec(text) ?? []
  if (alone !== undefined) return valueAt(alone, body)
  return text.replaceAll(placePattern, (_, path: string) => {
    const value = valueAt(path, body)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function valueAt(path: string, body: unknown): unknown {
  const found = readPath({ body }, stepsOf(path) ?? [])
  if ('value' in found) return found.value
  throw new ToolyardError('invalid_arguments', `the request lacks ${found.missing}`, {
    hint: 'Send a body that has it.',
  })
}

function stepsOf(path: string): ReturnType<typeof parsePath> {
  const steps = /^body(?:$|[.[])/.test(path) ? parsePath(path) : undefined
  return steps?.some((step) => 'all' in step) ? undefined : steps
}

function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}
