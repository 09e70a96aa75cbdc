/**
 * Reads an OpenAPI document, with all the files that belong to it.
 *
 * @module
 */
import { isPlainObject, messageOf } from '../../kernel/index.ts'
import { bundle } from './bundle.ts'
import { type Members, textOf } from './json-node.ts'
import { DocumentError, parseDocument } from './parse-document.ts'
import type { Problems } from './problems.ts'
import type { DocumentReader } from './spec.ts'

/** A first look: a reference that does not begin with "#". */
const refersOutside = /\$ref["']?\s*:\s*["']?[^"'#\s]/

export interface ApiDocument {
  /** References lead to places inside it only. */
  readonly root: Members
  /** The file or URL that it was read from. */
  readonly location: string
  readonly version: '2.0' | '3'
}

/** Undefined if there is no document; the reason is reported. */
export async function loadDocument(
  location: string,
  source: { readonly reader: DocumentReader; readonly problems: Problems },
): Promise<ApiDocument | undefined> {
  const { reader, problems } = source
  try {
    const text = await reader.read(location)
    const root = await parseDocument(text, problems)
    if (!isPlainObject(root)) throw new DocumentError('is no OpenAPI document: it is not an object')
    const version = versionOf(root)
    if (refersOutside.test(text)) await bundle(root, location, source)
    return { root, location, version }
  } catch (error) {
    const isOurs = error instanceof DocumentError
    problems.tell({
      subject: 'The document',
      reason: isOurs ? error.message : `could not be read (${messageOf(error)})`,
      hint: isOurs ? undefined : 'Check "document": a file beside the configuration, or a URL.',
    })
    return undefined
  }
}

/** Versions that are numbers were written in YAML without quotes. */
function versionOf({ swagger, openapi }: Members): ApiDocument['version'] {
  if (swagger === 2 || textOf(swagger)?.startsWith('2.')) return '2.0'
  const version = typeof openapi === 'number' ? String(openapi) : textOf(openapi)
  if (version === '3' || version?.startsWith('3.')) return '3'
  const said = version ?? textOf(swagger)
  throw new DocumentError(
    said === undefined
      ? 'is no OpenAPI document: it has neither "openapi" nor "swagger"'
      : `is OpenAPI ${said}; 2.0, 3.0 and 3.1 can be read`,
  )
}
