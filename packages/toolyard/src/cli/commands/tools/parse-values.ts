/**
 * `key=value` words of a command line, read by the tool's schema.
 *
 * `limit=5` is a number if the schema says so; `tags=a tags=b` is a list; `user.name=Ann` reaches inside; `filter:={"a":1}`
 * is JSON whatever the schema says. What the schema does not know is passed on as text, so that validation can suggest a name.
 *
 * @module
 */
import { type JsonSchema, parseJson, prototypeKeys, ToolyardError } from '../../../kernel/index.ts'

export function parseValues(words: readonly string[], schema: JsonSchema): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const word of words) {
    const [, path, operator, text] = /^([^=:]+(?::(?!=)[^=:]*)*)(:?=)([\s\S]*)$/.exec(word) ?? []
    if (path === undefined || text === undefined) {
      const [name = 'key'] = schema.required ?? Object.keys(schema.properties ?? {})
      throw new ToolyardError('invalid_arguments', `"${word}" is not a parameter`, {
        hint: `Write key=value, as in ${name}=${/\s/.test(word) ? JSON.stringify(word) : word}; or pass all of them with --json.`,
      })
    }
    const steps = Object.hasOwn(schema.properties ?? {}, path) ? [path] : path.split('.')
    const known = schemaAt(schema, steps)
    put(values, steps, {
      value: operator === ':=' ? json(text, path) : coerce(text, known),
      list: typeOf(known) === 'array' && operator === '=' && !text.trim().startsWith('['),
    })
  }
  return values
}

function put(
  target: Record<string, unknown>,
  steps: readonly string[],
  { value, list }: { value: unknown; list: boolean },
): void {
  const [key = '', ...rest] = steps
  if (prototypeKeys.has(key))
    throw new ToolyardError('invalid_arguments', `"${key}" is not accepted as a parameter name`)
  if (rest.length > 0) {
    const inner = target[key]
    const child =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? (inner as Record<string, unknown>)
        : {}
    target[key] = child
    return put(child, rest, { value, list })
  }
  if (!list) target[key] = value
  else if (Array.isArray(target[key])) target[key].push(value)
  else target[key] = [value]
}

function schemaAt(schema: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  let node: JsonSchema | boolean | undefined = schema
  for (const step of steps) {
    if (typeof node !== 'object') return undefined
    node = Object.hasOwn(node.properties ?? {}, step) ? node.properties?.[step] : undefined
  }
  return typeof node === 'object' ? node : undefined
}

function typeOf(schema: JsonSchema | undefined): string | undefined {
  if (!schema) return undefined
  if (typeof schema.type === 'string') return schema.type
  const types = Array.isArray(schema.type)
    ? schema.type
    : (schema.anyOf ?? schema.oneOf ?? []).map((branch) =>
        typeof branch === 'object' ? branch.type : undefined,
      )
  const real = types.filter((type) => type !== 'null')
  return real.length === 1 && typeof real[0] === 'string' ? real[0] : undefined
}

function coerce(text: string, schema: JsonSchema | undefined): unknown {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
    case 'boolean':
      return text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : text
    case 'null':
      return text === 'null' ? null : text
    case 'object':
      return text.trim().startsWith('{') ? json(text, 'value') : text
    case 'array':
      return text.trim().startsWith('[') ? json(text, 'value') : coerce(text, itemsOf(schema))
    default:
      return text
  }
}

function itemsOf(schema: JsonSchema | undefined): JsonSchema | undefined {
  const items = schema?.items
  return typeof items === 'object' && !Array.isArray(items) ? (items as JsonSchema) : undefined
}

function json(text: string, path: string): unknown {
  const parsed = parseJson(text)
  if ('problem' in parsed)
    throw new ToolyardError('invalid_arguments', `${path}: the value ${parsed.problem}`)
  return parsed.value
}
