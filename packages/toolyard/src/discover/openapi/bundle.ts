/**
 * A document that is spread over files → one document, in which every reference leads to a place inside it.
 *
 * A file may refer to files, a URL to URLs of its own origin; anything else is told and stays unresolved.
 *
 * @module
 */
import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path'
import { messageOf, sha256 } from '../../kernel/index.ts'
import { eachReference, type ReferenceHolder } from './each-reference.ts'
import { into } from './json-node.ts'
import { DocumentError, parseDocument } from './parse-document.ts'
import type { FilePointers, Problems } from './problems.ts'
import type { DocumentReader } from './spec.ts'

const maxFiles = 500
const maxLength = 32_000_000
const atOnce = 8
/** The member of the whole document that holds the others. */
const filesKey = 'x-toolyard-files'

interface Source {
  readonly reader: DocumentReader
  readonly problems: Problems
}

interface Bundle extends Source {
  /** Where the document itself is. */
  readonly start: string
  /** The pointer to each file, by location; nothing where it could not be read. */
  readonly pointers: Map<string, string | undefined>
  readonly files: Record<string, unknown>
  length: number
}

/** `root` itself, changed: its references lead inside, and it has grown by the files that they led to. */
export async function bundle(
  root: Record<string, unknown>,
  start: string,
  { reader, problems }: Source,
): Promise<FilePointers> {
  const state: Bundle = {
    reader,
    problems,
    start,
    pointers: new Map([[locate(start), '#']]),
    files: {},
    length: 0,
  }
  let open: Opened[] = [openFile(root, locate(start))]
  while (open.length > 0) {
    const wanted = new Set(open.flatMap((file) => locationsIn(file, state)))
    const read = await readAll([...wanted], state)
    for (const file of open) rewrite(file, state)
    open = read
  }
  if (Object.keys(state.files).length > 0) root[filesKey] = state.files
  return new Map([...state.pointers].flatMap(([location, pointer]) => (pointer ? [[pointer, location]] : [])))
}

interface Opened {
  readonly location: string
  readonly references: readonly ReferenceHolder[]
}

function openFile(value: unknown, location: string): Opened {
  const references: ReferenceHolder[] = []
  eachReference(value, (holder) => references.push(holder))
  return { location, references }
}

/** Where the files are that were not read yet. */
function locationsIn({ references, location }: Opened, state: Bundle): string[] {
  const found: string[] = []
  for (const { $ref } of references) {
    if ($ref.startsWith('#')) continue
    const file = resolveLocation($ref.split('#', 1)[0] ?? '', location, state)
    if (file !== undefined && !state.pointers.has(file)) found.push(file)
  }
  return found
}

async function readAll(locations: readonly string[], state: Bundle): Promise<Opened[]> {
  const opened: Opened[] = []
  for (let at = 0; at < locations.length; at += atOnce) {
    const batch = locations.slice(at, at + atOnce)
    const read = await Promise.all(batch.map((location) => readOne(location, state)))
    for (const [index, location] of batch.entries()) {
      const value = read[index]
      const key = fileKey(location, state.start)
      state.pointers.set(location, value === undefined ? undefined : into('#', filesKey, key))
      if (value === undefined) continue
      state.files[key] = value
      opened.push(openFile(value, location))
    }
  }
  return opened
}

/** The same wherever the folder of the document is. */
function fileKey(location: string, start: string): string {
  const path = isUrl(location) ? location : relative(dirname(start), location)
  return `${basename(path).replaceAll(/[^\w.-]+/g, '_')}-${sha256(path).slice(0, 8)}`
}

async function readOne(location: string, state: Bundle): Promise<unknown> {
  const { reader, problems } = state
  try {
    if (state.pointers.size >= maxFiles) throw new DocumentError(`is one file more than ${maxFiles}`)
    const text = await reader.read(location)
    state.length += text.length
    if (state.length > maxLength) throw new DocumentError(`makes it more than ${maxLength} characters in all`)
    return await parseDocument(text, problems)
  } catch (error) {
    const reason = error instanceof DocumentError ? error.message : `could not be read (${messageOf(error)})`
    problems.tell({ subject: `The file "${location}", which the document refers to,`, reason })
    return undefined
  }
}

function rewrite({ location, references }: Opened, { pointers, start }: Bundle): void {
  const own = pointers.get(location) ?? '#'
  for (const holder of references) {
    if (own === '#' && holder.$ref.startsWith('#')) continue
    const [place = '', fragment = ''] = holder.$ref.split('#', 2)
    const file = place === '' ? location : resolveLocation(place, location, { start, problems: undefined })
    const pointer = file === undefined ? undefined : pointers.get(file)
    if (pointer !== undefined) holder.$ref = pointer + fragment
  }
}

const isUrl = (location: string): boolean => /^https?:\/\//i.test(location)

function locate(location: string): string {
  return isUrl(location) ? new URL(location).href : normalize(location)
}

/** The location that `reference` names, seen from `base`; nothing where it may not be read. */
function resolveLocation(
  reference: string,
  base: string,
  { start, problems }: { readonly start: string; readonly problems: Problems | undefined },
): string | undefined {
  const refuse = (reason: string): undefined => {
    problems?.tell({ subject: `The reference to "${reference}"`, reason })
  }
  if (isUrl(base)) {
    const url = URL.canParse(reference, base) ? new URL(reference, base) : undefined
    if (url === undefined) return refuse('is not an address')
    url.hash = ''
    if (url.origin !== new URL(start).origin)
      return refuse('was not followed: a document from a URL may refer to its own origin only')
    return url.href
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(reference) || reference.startsWith('//'))
    return refuse('was not followed: a document from a file may refer to files only')
  if (isAbsolute(reference)) return refuse('was not followed: files are named from where the document is')
  try {
    return join(dirname(base), decodeURIComponent(reference))
  } catch {
    return refuse('is not a path')
  }
}
