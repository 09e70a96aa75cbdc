/**
 * One operation → one REST tool.
 *
 * @module
 */
import type { RestFacts, Tool } from '../../define/index.ts'
import { messageOf } from '../../kernel/index.ts'
import { restTool, type RestToolSpec } from '../../kinds/rest/definition/index.ts'
import { type Arguments, createArguments } from './arguments.ts'
import type { Conversion } from './conversion.ts'
import { into, textOf } from './json-node.ts'
import type { Operation } from './operations.ts'
import { addParameters } from './parameters.ts'
import { addBody, type RequestBody } from './request-body.ts'
import { type ResponseShape, readAnswer } from './response.ts'
import { boundedText } from './schema/describe.ts'
import type { ServerOrProblem } from './servers.ts'

const maxDescription = 1000
const maxTitle = 80
const maxPath = 2000
const maxTags = 20

interface OperationParts {
  readonly name: string
  readonly served: ServerOrProblem
  readonly conversion: Conversion
}

/** Throws with a sentence if there can be no tool. */
export function operationTool(operation: Operation, { name, served, conversion }: OperationParts): Tool {
  if ('problem' in served) throw new Error(served.problem)
  if (operation.path.length > maxPath) throw new Error(`has a path of more than ${maxPath} characters`)
  const { spec: settings, shared } = conversion
  const { method } = operation
  const args = createArguments()
  const path = addParameters({ operation, conversion, args }).replace(/#.*$/s, '')
  if (path.includes('${')) throw new Error('has "${" in its path, which could be taken for a secret')
  const body = addBody({ operation, conversion, args })
  const answer = readAnswer(operation, conversion)
  const provided = providedIn(args, conversion)
  const title = textOf(operation.value['summary'])
  const { outputSchema } = answer
  const tags = operation.tags
    .slice(0, maxTags)
    .map((tag) => boundedText(tag, maxTitle))
    .filter((tag) => tag !== '')
  const spec: RestToolSpec = {
    name,
    ...(title !== undefined && title.length <= maxTitle && { title: boundedText(title, maxTitle) }),
    description: descriptionOf(operation),
    ...(tags[0] !== undefined && { category: tags[0] }),
    tags,
    parameters: inputSchema(args, body, { operation, conversion }),
    permission: settings.permission ?? 'external',
    effects: 'network',
    ...(settings.confirm !== undefined && { confirm: settings.confirm }),
    idempotent: method === 'GET' || method === 'HEAD',
    ...(provided.length > 0 && { provided }),
    config: { method, path, ...factsOf({ args, body, answer, served, conversion }) },
  }
  if (!outputSchema) return restTool(spec, 'config', shared)
  try {
    const strictOutput = settings.checkAnswers === true
    return restTool({ ...spec, outputSchema, strictOutput }, 'config', shared)
  } catch (error) {
    const tool = restTool(spec, 'config', shared)
    const reason = `${messageOf(error)}; its answers are not checked`
    conversion.tell(operation, { pointer: into(operation.pointer, 'responses'), reason })
    return tool
  }
}

function inputSchema(
  { properties, required, refs }: Arguments,
  { dependentRequired }: RequestBody,
  { operation, conversion }: { readonly operation: Operation; readonly conversion: Conversion },
): object {
  const schema = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(dependentRequired && Object.keys(dependentRequired).length > 0 && { dependentRequired }),
    additionalProperties: false,
  }
  const whole = conversion.input.complete(schema, refs)
  if (whole.isCut)
    conversion.tell(operation, {
      pointer: operation.pointer,
      reason:
        'takes arguments that lead to more schemas than a model can read; those furthest away take any value',
    })
  return whole.schema
}

function factsOf(parts: {
  readonly args: Arguments
  readonly body: RequestBody
  readonly answer: ResponseShape
  readonly served: Exclude<ServerOrProblem, { readonly problem: string }>
  readonly conversion: Conversion
}): Omit<RestFacts, 'method' | 'path'> {
  const { args, body, answer, served, conversion } = parts
  const { auth, timeoutMs, headers: configured = {} } = conversion.spec
  const headers = headersOf(body, answer, served.trusted ? configured : {})
  return {
    baseUrl: served.baseUrl,
    ...(Object.keys(args.places).length > 0 && { parameters: args.places }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...body.facts,
    ...(auth && served.trusted && { auth }),
    ...(answer.stream && { stream: answer.stream }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
}

/** What the document says of the form of body and answer, unless the configuration says otherwise. */
function headersOf(
  { contentType }: RequestBody,
  { accept }: ResponseShape,
  configured: Readonly<Record<string, string>>,
): Record<string, string> {
  const headers: Record<string, string> = { ...configured }
  const names = new Set(Object.keys(configured).map((name) => name.toLowerCase()))
  if (isMediaType(contentType) && !names.has('content-type')) headers['Content-Type'] = contentType
  if (isMediaType(accept) && !names.has('accept')) headers['Accept'] = accept
  return headers
}

/** Without anything that a template could take for a parameter or a secret. */
function isMediaType(value: string | undefined): value is string {
  return value !== undefined && /^[\w!#&^.+*/ ;,="'-]{1,300}$/.test(value)
}

function descriptionOf({ method, path, value }: Operation): string {
  const { summary, description, deprecated } = value
  const words = [textOf(summary), textOf(description)].filter((text) => text !== undefined)
  const [first, second] = words
  // Many documents repeat the one in the other.
  const told = second !== undefined && first !== undefined && second.startsWith(first) ? [second] : words
  const text = [...(deprecated === true ? ['Deprecated.'] : []), ...told].join('\n\n')
  return boundedText(text, maxDescription) || boundedText(`${method} ${path}`, maxDescription)
}

/** What the configuration names as the application's: by its name as an argument, else by that in the document. */
function providedIn({ properties, byWire }: Arguments, { spec, provided }: Conversion): string[] {
  const found = new Set<string>()
  for (const name of spec.provided ?? []) {
    const own = Object.hasOwn(properties, name) ? [name] : (byWire.get(name) ?? [])
    for (const argument of own) found.add(argument)
    if (own.length > 0) provided.add(name)
  }
  return [...found]
}
