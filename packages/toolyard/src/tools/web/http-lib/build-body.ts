/**
 * The body of a request, from the one parameter that gives it. Files come from the workspace, through its one way.
 *
 * @module
 */
import { basename } from 'node:path'
import type { HostAccess } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { requireNamed } from '../../files/lib/secret-files.ts'
import { encodeFields } from './address.ts'
import { type HttpInput, methodOf, type MultipartPart } from './input.ts'
import { isJson } from './pretty-json.ts'
import type { SecretFiller } from './secret-places.ts'

export interface Body {
  readonly body: string | FormData | undefined
  /** Its content type, unless the headers say another; a multipart form brings its own. */
  readonly type?: string
}

/** Of all files of a request. */
const mostFileBytes = 20_000_000
const kinds = ['json', 'form', 'body', 'multipart'] as const

/** Throws `invalid_arguments`, and what the workspace throws for a file. */
export async function buildBody(
  input: HttpInput,
  files: HostAccess['files'],
  secrets: SecretFiller,
): Promise<Body> {
  const given = kinds.filter((kind) => input[kind] !== undefined)
  const [kind] = given
  if (kind === undefined) return { body: undefined }
  const method = methodOf(input)
  if (given.length > 1) throw wrong(`${given.join(' and ')} are all bodies`, 'Give one of them.')
  if (method === 'GET' || method === 'HEAD')
    throw wrong(`${method} has no body, but ${kind} is given`, 'Use query, or another method.')
  secrets.refuseIn(JSON.stringify(input[kind]) ?? '', kind)
  switch (kind) {
    case 'json':
      return { body: jsonText(input.json), type: 'application/json' }
    case 'form':
      return {
        body: encodeFields(input.form ?? {}, 'form'),
        type: 'application/x-www-form-urlencoded',
      }
    case 'body':
      return { body: input.body, type: 'text/plain; charset=utf-8' }
    default:
      return { body: await formData(input.multipart ?? [], files) }
  }
}

/** Models often write JSON as a text: then it is sent as it is. */
function jsonText(value: unknown): string {
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && isJson(value)) return value
  return JSON.stringify(value)
}

async function formData(parts: readonly MultipartPart[], files: HostAccess['files']): Promise<FormData> {
  const form = new FormData()
  let left = mostFileBytes
  for (const { name, value, path, filename, type } of parts) {
    if ((value === undefined) === (path === undefined))
      throw wrong(
        `the part "${name}" has ${value === undefined ? 'neither value nor path' : 'value and path'}`,
        'Give one of them.',
      )
    if (path === undefined) {
      if (type === undefined && filename === undefined) form.append(name, value ?? '')
      else form.append(name, new Blob([value ?? ''], { type: type ?? 'text/plain' }), filename ?? name)
      continue
    }
    const bytes = await fileBytes(path, files, left)
    left -= bytes.length
    form.append(
      name,
      new Blob([bytes], { type: type ?? 'application/octet-stream' }),
      filename ?? basename(path),
    )
  }
  return form
}

async function fileBytes(
  path: string,
  files: HostAccess['files'],
  left: number,
): Promise<Uint8Array<ArrayBuffer>> {
  using file = files.openRead(path)
  requireNamed(files, path, file.path)
  if (file.size > left)
    throw wrong(
      `"${file.shown}" has ${file.size} bytes; the files of a request may have ${mostFileBytes.toLocaleString('en-US')} in all`,
      'Send fewer or smaller files.',
    )
  return new Uint8Array(await file.readPart(0, file.size))
}

function wrong(reason: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_arguments', reason, { hint })
}
