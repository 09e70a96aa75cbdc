/**
 * The body of a request, from the parameters that go there.
 *
 * @module
 */
import {
  encode,
  fillTemplate,
  type NameAndValue,
  readTemplate,
  serialisePairs,
  textOfValue,
  wrongValue,
} from '../definition/index.ts'
import type { RestParameter } from '../../../define/index.ts'
import { isPlainObject } from '../../../kernel/index.ts'
import { fromBase64, readFileValue } from './file-value.ts'
import { filler, type RestInput, type RestCall, type RestRequest } from './rest-call.ts'

export interface RequestBody {
  readonly body: RestRequest['body']
  /** Its content type; a form with files brings its own. */
  readonly type: string | undefined
}

const none: RequestBody = { body: undefined, type: undefined }

/** `members`: the parameters that go into the body, by their names there. */
export function buildBody(call: RestCall, members: RestInput | undefined): RequestBody {
  const { bodyType = 'json', bodyFrom } = call.plan.facts
  const value = bodyValue(call, members)
  if (value === undefined) return none
  switch (bodyType) {
    case 'form':
      return { body: formText(value, stylesOf(call)), type: 'application/x-www-form-urlencoded' }
    case 'multipart':
      return { body: formData(value), type: undefined }
    case 'text':
      return { body: textOfValue(value), type: 'text/plain; charset=utf-8' }
    case 'binary':
      return binaryBody(value, bodyFrom ?? 'the body')
    default:
      return { body: JSON.stringify(value), type: 'application/json' }
  }
}

function bodyValue(call: RestCall, members: RestInput | undefined): unknown {
  const { bodyFrom, bodyTemplate, bodyType = 'json' } = call.plan.facts
  if (bodyFrom !== undefined) return call.input[bodyFrom]
  if (bodyTemplate !== undefined) {
    const filled = fillBody(call, bodyTemplate)
    return isPlainObject(filled) ? { ...filled, ...members } : filled
  }
  if (members) {
    // Without a frame around it, a single text or file is the whole body.
    return bodyType === 'text' || bodyType === 'binary' ? Object.values(members)[0] : members
  }
  return bodyType === 'json' && mayHaveMembers(call) ? {} : undefined
}

/** All of them may have been left out: an object without members is still an object. */
function mayHaveMembers({ plan, tool }: RestCall): boolean {
  return Object.keys(tool.input.json.properties ?? {}).some(
    (name) => !plan.templated.has(name) && plan.placeOf(name).in === 'body',
  )
}

/** A text that is a parameter and nothing else becomes its value; a member whose parameter was not given is left out. */
function fillBody(call: RestCall, template: unknown): unknown {
  if (typeof template === 'string') {
    const read = readTemplate(template)
    const [only] = read.parts
    if (only && 'parameter' in only && read.parts.length === 1) return call.input[only.parameter]
    const value = (name: string): string => textOfValue(call.input[name])
    return fillTemplate(read, { secret: filler(call, 'bodyTemplate'), value })
  }
  if (Array.isArray(template))
    return template.map((item) => fillBody(call, item)).filter((item) => item !== undefined)
  if (!isPlainObject(template)) return template
  const filled = Object.entries(template).map(([name, item]) => [name, fillBody(call, item)] as const)
  return Object.fromEntries(filled.filter(([, item]) => item !== undefined))
}

type MemberStyles = ReadonlyMap<string, Pick<RestParameter, 'style' | 'explode'>>

/** How members of a form are written, by their names there. */
function stylesOf({ plan }: RestCall): MemberStyles {
  const places = Object.entries(plan.facts.parameters ?? {})
  return new Map(
    places.flatMap(([name, place]) => (place.in === 'body' ? [[place.name ?? name, place]] : [])),
  )
}

/** Unless the definition says it: texts and numbers of a list as repeated fields, everything deeper by its way. */
function usualStyle(item: unknown): 'deepObject' | 'form' {
  const isDeep = isPlainObject(item) || (Array.isArray(item) && item.some((one) => typeof one === 'object'))
  return isDeep ? 'deepObject' : 'form'
}

function formPairs(value: unknown, styles: MemberStyles): NameAndValue[] {
  if (!isPlainObject(value))
    throw wrongValue('the body', 'is not an object, as a form must be', 'Name its fields.')
  return Object.entries(value).flatMap(([name, item]) =>
    item === undefined || item === null
      ? []
      : serialisePairs(item, { style: usualStyle(item), ...styles.get(name), in: 'body', name }),
  )
}

function formText(value: unknown, styles: MemberStyles): string {
  return formPairs(value, styles)
    .map(([name, text]) => `${encode(name)}=${encode(text)}`)
    .join('&')
}

function formData(value: unknown): FormData {
  if (!isPlainObject(value))
    throw wrongValue('the body', 'is not an object, as a form must be', 'Name its fields.')
  const form = new FormData()
  for (const [name, item] of Object.entries(value)) {
    for (const one of Array.isArray(item) ? (item as unknown[]) : [item]) {
      const file = readFileValue(one, name)
      if (file) form.append(name, new Blob([file.bytes], { type: file.type }), file.name)
      else if (one !== undefined && one !== null) form.append(name, textOfValue(one))
    }
  }
  return form
}

function binaryBody(value: unknown, parameter: string): RequestBody {
  const file = readFileValue(value, parameter)
  if (file) return { body: file.bytes, type: file.type }
  if (typeof value !== 'string')
    throw wrongValue(
      parameter,
      'is neither base64 nor a file',
      'Give base64, or { filename, content, encoding }.',
    )
  return { body: fromBase64(value, parameter), type: 'application/octet-stream' }
}
