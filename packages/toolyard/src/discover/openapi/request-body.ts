/**
 * The body of a request: the members of an object become arguments of their own, anything else is one argument.
 *
 * @module
 */
import type { RestFacts, RestParameter } from '../../define/index.ts'
import { type ArgumentsContext, described, ownSchema } from './arguments.ts'
import { type Conversion, refuseLost } from './conversion.ts'
import { follow, into, membersOf, type DocumentObject, textOf } from './json-node.ts'
import { bestMedia, type MediaType, mediaTypes } from './media-type.ts'
import { parameterName } from './names.ts'
import { boundedText, describeInput } from './schema/describe.ts'
import { definitionsPointer } from './schema/definitions.ts'
import { type ConvertedSchema, type SchemaDraft, isObject, type OpenApiSchema } from './schema/pass.ts'

/** How many pairs of names a rule about names that need each other may have. */
const maxPairs = 400

/** What a request with a body has beside its parameters. */
export interface RequestBody {
  readonly facts: Pick<RestFacts, 'bodyType' | 'bodyFrom'>
  readonly contentType: string | undefined
  /** If the body may be left out: which of its members need which others. */
  readonly dependentRequired: Readonly<Record<string, readonly string[]>> | undefined
}

const none: RequestBody = { facts: {}, contentType: undefined, dependentRequired: undefined }

/** The content type that each form has by itself. */
const usualTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  binary: 'application/octet-stream',
}

export function addBody(context: ArgumentsContext): RequestBody {
  const { operation, conversion } = context
  const written = operation.value['requestBody']
  if (written === undefined) return none
  const pointer = into(operation.pointer, 'requestBody')
  const isSafe = operation.method === 'GET' || operation.method === 'HEAD'
  if (!isSafe) refuseLost(conversion, written, 'its body')
  const place = follow(conversion.root, written, pointer)
  const media = bestMedia(mediaTypes(place?.value['content'], conversion.root))
  if (!place || !media) {
    conversion.tell(operation, { pointer, reason: 'has a body of no known form; it was left out' })
    return none
  }
  if (isSafe) {
    conversion.tell(operation, {
      pointer,
      reason: `has a body, which ${operation.method} can't have; it was left out`,
    })
    return none
  }
  refuseLost(conversion, media.value['schema'], 'the schema of its body')
  return addMedia(media, place, context)
}

function addMedia(media: MediaType, place: DocumentObject, context: ArgumentsContext): RequestBody {
  const { bodyType, key, type } = media
  const isUsual = bodyType === 'multipart' || type === usualTypes[bodyType] || type.includes('*')
  const contentType = isUsual ? undefined : key
  const parts = membersIn(media, place, context)
  if (parts) {
    tellEncodings(media, place, context)
    return {
      facts: { bodyType },
      contentType,
      dependentRequired: addMembers(parts, media, { place, context }),
    }
  }
  const bodyFrom = addWhole(media, place, context)
  return { facts: { bodyType, bodyFrom }, contentType, dependentRequired: undefined }
}

/** The object whose members become arguments; undefined if the body is anything else. */
function membersIn(
  media: MediaType,
  place: DocumentObject,
  { conversion }: ArgumentsContext,
): ConvertedSchema | undefined {
  const { bodyType, key, value } = media
  if (bodyType === 'text' || bodyType === 'binary' || value['schema'] === undefined) return undefined
  const pointer = into(place.pointer, 'content', key, 'schema')
  const whole = bodyOf(conversion.input.convert(value['schema'], pointer), conversion)
  const { schema } = whole
  if (!isObject(schema) || schema.type !== 'object' || schema.properties === undefined) return undefined
  if (
    Object.keys(schema).some((keyword) => !flat.has(keyword)) ||
    (schema.additionalProperties ?? false) !== false
  )
    return undefined
  const names = Object.keys(schema.properties)
  // The executor reads a dot in a name that was changed as a step into an object.
  const isClear = names.every((name) => !name.includes('.') || parameterName(name) === name)
  return names.length > 0 && isClear ? whole : undefined
}

/** What an object may say and still be taken apart. */
const flat: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'description',
  'default',
  'minProperties',
  'maxProperties',
])

function bodyOf(converted: ConvertedSchema, { input }: Conversion): ConvertedSchema {
  const { schema } = converted
  const isReference = isObject(schema) && typeof schema.$ref === 'string' && Object.keys(schema).length <= 2
  return (isReference && input.get(schema.$ref.slice(definitionsPointer.length))) || converted
}

function addMembers(
  body: ConvertedSchema,
  { bodyType, value }: MediaType,
  { place, context }: { readonly place: DocumentObject; readonly context: ArgumentsContext },
): RequestBody['dependentRequired'] {
  const encodings = membersOf(value['encoding'])
  const { properties = {}, required: needed = [] } = isObject(body.schema) ? body.schema : {}
  const isRequired = place.value['required'] === true
  const names: string[] = []
  const required: string[] = []
  for (const [wire, schema] of Object.entries(properties)) {
    const file = bodyType === 'multipart' ? fileOf(schema) : undefined
    const name = context.args.add({
      wire,
      converted: file ?? { ...body, schema },
      required: isRequired && needed.includes(wire),
      place: { in: 'body', ...(bodyType === 'form' && styleIn(encodings[wire])) },
    })
    names.push(name)
    if (needed.includes(wire)) required.push(name)
  }
  if (isRequired || required.length === 0 || names.length * required.length > maxPairs) return undefined
  const pairs = names.map((name) => [name, required.filter((other) => other !== name)] as const)
  return Object.fromEntries(pairs.filter(([, others]) => others.length > 0))
}

/** A file or a list of files, as the executor takes them. */
function fileOf(schema: OpenApiSchema): ConvertedSchema | undefined {
  if (!isObject(schema)) return undefined
  const { items, description } = schema
  if (isBytes(schema)) return described(ownSchema(fileSchema), description)
  return isBytes(items) ? described(ownSchema({ type: 'array', items: fileSchema }), description) : undefined
}

function isBytes(schema: unknown): boolean {
  return isObject(schema) && schema['format'] === 'binary'
}

const fileSchema: SchemaDraft = {
  type: 'object',
  properties: {
    filename: { type: 'string' },
    content: { type: 'string', description: 'Text, or the bytes in base64.' },
    encoding: {
      type: 'string',
      enum: ['text', 'base64'],
      description: 'How content is written. Default: "text".',
    },
    mimeType: { type: 'string', description: 'For example: "image/png"' },
  },
  required: ['filename', 'content'],
  additionalProperties: false,
}

/** The body as one argument. */
function addWhole(media: MediaType, place: DocumentObject, { args, conversion }: ArgumentsContext): string {
  const { value } = place
  const converted = wholeSchema(media, place, conversion)
  const own = isObject(converted.schema) ? converted.schema.description : undefined
  const words = [textOf(value['description']), own].filter((text) => text !== undefined)
  return args.add({
    wire: 'body',
    converted: described(converted, describeInput({ description: [...new Set(words)].join(' ') })),
    required: value['required'] === true,
    place: { in: 'body' },
  })
}

function wholeSchema(
  { key, type, bodyType, value }: MediaType,
  place: DocumentObject,
  { input }: Conversion,
): ConvertedSchema {
  if (bodyType === 'binary') return ownSchema({ type: 'string', description: 'The bytes, in base64.' })
  if (bodyType === 'text')
    return ownSchema({
      type: 'string',
      ...(type !== 'text/plain' && { description: `A text in the form ${boundedText(type, 60)}.` }),
    })
  if (value['schema'] === undefined) return ownSchema(bodyType === 'json' ? {} : { type: 'object' })
  return input.convert(value['schema'], into(place.pointer, 'content', key, 'schema'))
}

const formStyles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const

/** How the document wants a member of a form to be written. */
function styleIn(encoding: unknown): Pick<RestParameter, 'style' | 'explode'> {
  const { style, explode } = membersOf(encoding)
  const known = formStyles.find((one) => one === style)
  return { ...(known && { style: known }), ...(typeof explode === 'boolean' && { explode }) }
}

/** What is written in another way than the document says. */
function tellEncodings(
  { key, value, bodyType }: MediaType,
  place: DocumentObject,
  { operation, conversion }: ArgumentsContext,
): void {
  if (bodyType === 'json') return
  for (const [name, encoding] of Object.entries(membersOf(value['encoding']))) {
    const { style = 'form', explode = true, contentType, headers } = membersOf(encoding)
    const isKept =
      bodyType === 'form' ? formStyles.some((one) => one === style) : style === 'form' && explode !== false
    if (isKept && headers === undefined && (contentType === undefined || bodyType === 'multipart')) continue
    conversion.tell(operation, {
      pointer: into(place.pointer, 'content', key, 'encoding', name),
      reason: 'is written another way than the document says: lists as repeated fields, objects as JSON',
    })
  }
}
