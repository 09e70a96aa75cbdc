/**
 * The parameters of an operation: in path, query, headers and cookies.
 *
 * @module
 */
import type { RestParameter } from '../../define/index.ts'
import { isPlainObject, tellValue } from '../../kernel/index.ts'
import { type ArgumentsContext, described, ownSchema } from './arguments.ts'
import { type Conversion, refuseLost } from './conversion.ts'
import { follow, into, listAt, type Members, membersOf, type DocumentObject, textOf } from './json-node.ts'
import type { Operation } from './operations.ts'
import { boundedText, describeInput } from './schema/describe.ts'
import { type ConvertedSchema, isObject } from './schema/pass.ts'

type Location = 'path' | 'query' | 'header' | 'cookie'
type ParameterStyle = NonNullable<RestParameter['style']>

/** In this order: of two parameters with one name, the first keeps it. */
const locations: readonly Location[] = ['path', 'query', 'header', 'cookie']

const styles: Readonly<Record<Location, readonly [usual: ParameterStyle, ...others: ParameterStyle[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

const maxParameters = 500

/** Headers that are said elsewhere, or belong to the connection. */
const otherHeaders =
  /^(?:accept|authorization|connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

/** Adds the parameters, and answers the path in which they have the names of the arguments. */
export function addParameters(context: ArgumentsContext): string {
  const { operation, conversion } = context
  const names = new Map<string, string>()
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const listed = listParameters(operation, conversion)
  for (const location of locations) {
    for (const parameter of listed.get(location) ?? []) {
      const wire = textOf(parameter.value['name']) ?? ''
      if (isSaidElsewhere(wire, location, conversion)) continue
      if (location !== 'path' || inPath.includes(wire))
        names.set(`${location} ${wire}`, addParameter(parameter, { wire, location, context }))
      else
        conversion.tell(operation, {
          pointer: parameter.pointer,
          reason: `is a parameter of the path, which has no {${wire}}`,
        })
    }
    if (location === 'path') addUndeclared(inPath, names, context)
  }
  if (inPath.length === 0) return operation.path
  return operation.path.replaceAll(
    /\{([^{}]*)\}/g,
    (_, wire: string) => `{${names.get(`path ${wire}`) ?? wire}}`,
  )
}

/** The parameters of the path and those of the operation, which take their place where both have one. */
function listParameters(operation: Operation, conversion: Conversion): Map<Location, DocumentObject[]> {
  const found = new Map<string, DocumentObject>()
  for (const { holder, pointer } of [
    { holder: operation.shared, pointer: operation.sharedPointer },
    { holder: operation.value, pointer: operation.pointer },
  ]) {
    refuseLost(conversion, holder['parameters'], 'parameters')
    for (const [index, parameter] of listAt(conversion.root, holder['parameters']).entries()) {
      const at = into(pointer, 'parameters', index)
      refuseLost(conversion, parameter, 'a parameter')
      const place = follow(conversion.root, parameter, at)
      const wire = textOf(place?.value['name'])
      const location = locations.find((one) => one === place?.value['in'])
      if (place && wire !== undefined && location) found.set(`${location} ${wire}`, place)
      else
        conversion.tell(operation, {
          pointer: at,
          reason: 'is no parameter with a name and a place (path, query, header, cookie); it was left out',
        })
    }
  }
  if (found.size > maxParameters)
    conversion.tell(operation, {
      pointer: operation.pointer,
      reason: `has ${found.size} parameters; the first ${maxParameters} were taken`,
    })
  return Map.groupBy([...found.values()].slice(0, maxParameters), ({ value }) => value['in'] as Location)
}

/** What the configuration sends, or the request has anyway. */
function isSaidElsewhere(wire: string, location: Location, { spec }: Conversion): boolean {
  const { headers = {}, auth } = spec
  const lower = wire.toLowerCase()
  if (auth?.type === 'api_key' && auth.in === location)
    if (auth.in === 'header' ? auth.name.toLowerCase() === lower : auth.name === wire) return true
  if (location !== 'header') return false
  return otherHeaders.test(wire) || Object.keys(headers).some((name) => name.toLowerCase() === lower)
}

function addUndeclared(
  inPath: readonly string[],
  names: Map<string, string>,
  context: ArgumentsContext,
): void {
  const { args, operation, conversion } = context
  for (const wire of new Set(inPath)) {
    if (names.has(`path ${wire}`)) continue
    conversion.tell(operation, {
      pointer: operation.pointer,
      reason: `has {${wire}} in its path and no parameter of that name; a text is taken`,
    })
    names.set(
      `path ${wire}`,
      args.add({ wire, converted: ownSchema({ type: 'string' }), required: true, place: { in: 'path' } }),
    )
  }
}

function addParameter(
  { value, pointer }: DocumentObject,
  {
    wire,
    location,
    context,
  }: { readonly wire: string; readonly location: Location; readonly context: ArgumentsContext },
): string {
  const { args, operation, conversion } = context
  const converted = withUsableDefault(schemaOf({ value, pointer }, conversion), (reason) =>
    conversion.tell(operation, { pointer, reason }),
  )
  if (value['allowReserved'] === true)
    conversion.tell(operation, {
      pointer,
      reason: 'has "allowReserved"; reserved characters are encoded all the same',
    })
  const text = describeInput({
    description:
      textOf(value['description']) ?? (isObject(converted.schema) ? converted.schema.description : undefined),
    deprecated: value['deprecated'],
    example: value['example'] ?? membersOf(Object.values(membersOf(value['examples']))[0])['value'],
  })
  return args.add({
    wire,
    converted: described(converted, text),
    required: location === 'path' || value['required'] === true,
    place: { in: location, ...writtenAs({ value, pointer }, { location, converted, context }) },
  })
}

/** A parameter may be described by its media type: then it is sent as a text in that form. */
function schemaOf({ value, pointer }: DocumentObject, { input }: Conversion): ConvertedSchema {
  if (value['schema'] !== undefined) return input.convert(value['schema'], into(pointer, 'schema'))
  const [type] = Object.keys(membersOf(value['content']))
  if (type === undefined) return ownSchema({ type: 'string' })
  return ownSchema({ type: 'string', description: `A text in the form ${boundedText(type, 60)}.` })
}

/** How lists and objects are written, if that matters. */
function writtenAs(
  { value, pointer }: DocumentObject,
  {
    location,
    converted,
    context,
  }: { readonly location: Location; readonly converted: ConvertedSchema; readonly context: ArgumentsContext },
): Pick<RestParameter, 'style' | 'explode'> {
  const { operation, conversion } = context
  const known = styles[location]
  const [usual] = known
  const given = textOf(value['style'])
  const style = known.find((one) => one === given) ?? usual
  if (given !== undefined && given !== style)
    conversion.tell(operation, {
      pointer,
      reason: `has the style "${given}", which is none of ${known.join(', ')}`,
    })
  const explode =
    typeof value['explode'] === 'boolean' ? value['explode'] : style === 'form' || style === 'deepObject'
  return {
    ...(style !== usual && { style }),
    ...((isCompound(converted) || style !== usual) && { explode }),
  }
}

function isCompound({ schema }: ConvertedSchema): boolean {
  if (!isObject(schema)) return true
  const { type } = schema
  const types = typeof type === 'string' ? [type] : type
  return types === undefined || types.some((one) => one === 'array' || one === 'object')
}

/** A default that its own schema does not take would be sent with every call. */
function withUsableDefault(converted: ConvertedSchema, tell: (reason: string) => void): ConvertedSchema {
  const { schema } = converted
  if (!isObject(schema) || schema['default'] === undefined) return converted
  const { default: value, ...rest } = schema
  if (fits(value, rest)) return converted
  tell(`has the default ${tellValue(value)}, which is not of its type; it was left out`)
  return { ...converted, schema: rest }
}

function fits(value: unknown, { type, enum: values }: Members): boolean {
  if (Array.isArray(values) && !values.includes(value)) return false
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type]
  return (
    types.length === 0 ||
    types.includes(typeName(value)) ||
    (types.includes('number') && typeof value === 'number')
  )
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isPlainObject(value)) return 'object'
  return Number.isInteger(value) ? 'integer' : typeof value
}
