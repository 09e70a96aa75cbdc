/**
 * A document that is spread over files → one document, in which every reference leads to a place inside it.
 *
 * A file may refer to files, a URL to URLs of its own origin; anything else is reported and stays unresolved. Of the other files
 * only those parts are looked at that something refers to.
 *
 * @module
 */
import { basename, dirname, relative } from 'node:path'
import { isPlainObject, messageOf, resolveRef, sha256 } from '../../kernel/index.ts'
import { eachReference, type ReferenceHolder } from './each-reference.ts'
import { follow, into, lookUp, type Members } from './json-node.ts'
import { isUrl, locate, resolveLocation } from './locations.ts'
import { DocumentError, parseDocument, type ValueBudget, valueBudget } from './parse-document.ts'
import { filesKey, type Problems } from './problems.ts'
import type { DocumentReader } from './spec.ts'

const maxFiles = { file: 10_000, url: 500 }
const maxLength = 32_000_000
/** Each may be as long as a document may. */
const atOnce = 8
/** Members that references in the place of names bring in, in all. */
const maxFilled = 1_000_000

interface BundleSource {
  readonly reader: DocumentReader
  readonly problems: Problems
}

interface BundledFile {
  readonly key: string
  readonly pointer: string
  readonly value: unknown
}

interface Bundle extends BundleSource {
  /** Where the document itself is. */
  readonly start: string
  readonly kind: keyof typeof maxFiles
  /** What was read, by location; undefined if it could not be. */
  readonly files: Map<string, BundledFile | undefined>
  readonly values: ValueBudget
  /** The members that hold them. */
  readonly keys: Set<string>
  /** Objects that were looked at. */
  readonly seen: Set<object>
  /** References in the place of names: `schemas: { $ref: all.yaml }`. */
  readonly maps: ReferenceHolder[]
  length: number
}

/** `root` itself, changed: its references lead inside, and it has grown by the files that they led to. */
export async function bundle(
  root: Record<string, unknown>,
  start: string,
  { reader, problems }: BundleSource,
): Promise<void> {
  const files = new Map<string, BundledFile | undefined>([
    [locate(start), { key: '', pointer: '#', value: root }],
  ])
  const kind = isUrl(start) ? 'url' : 'file'
  const state: Bundle = {
    reader,
    problems,
    start,
    kind,
    files,
    values: valueBudget(),
    keys: new Set(),
    seen: new Set(),
    maps: [],
    length: 0,
  }
  let found = referencesIn(root, locate(start), state)
  while (found.length > 0) {
    const wanted = new Set(found.map(({ file }) => file).filter((file) => !files.has(file)))
    await readAll([...wanted], state)
    found = found.flatMap((reference) => turned(reference, state))
  }
  const others = [...files].filter(([, file]) => file !== undefined && file.pointer !== '#')
  if (others.length > 0)
    root[filesKey] = Object.fromEntries(others.map(([, file]) => [file?.key ?? '', file?.value]))
  problems.locate(new Map(others.map(([location, file]) => [file?.pointer ?? '', location])))
  fillMaps(root, state)
}

interface Reference {
  readonly holder: ReferenceHolder
  /** Where it leads. */
  readonly file: string
  readonly fragment: string
}

/** The references in a part of a file. What may not be read is reported. */
function referencesIn(value: unknown, location: string, state: Bundle): Reference[] {
  const found: Reference[] = []
  const visit = (holder: ReferenceHolder): void => {
    const [place = '', fragment = ''] = holder.$ref.split('#', 2)
    const file = place === '' ? location : resolveLocation(place, location, state)
    if (file !== undefined) found.push({ holder, file, fragment })
  }
  const visitNames = (holder: ReferenceHolder): void => {
    state.maps.push(holder)
    visit(holder)
  }
  eachReference(value, visit, { seen: state.seen, visitNames })
  return found
}

/** Turns a reference inside, and answers those of the part that it leads to. */
function turned({ holder, file: location, fragment }: Reference, state: Bundle): Reference[] {
  const file = state.files.get(location)
  if (!file) return []
  holder.$ref = file.pointer + fragment
  if (file.pointer === '#') return []
  const part = fragment === '' ? file.value : resolveRef(file.value, `#${fragment}`)
  return referencesIn(part ?? file.value, location, state)
}

async function readAll(locations: readonly string[], state: Bundle): Promise<void> {
  const { files, problems, kind } = state
  const most = Math.max(0, maxFiles[kind] - files.size)
  for (const location of locations) files.set(location, undefined)
  for (const location of locations.slice(most))
    tellUnread(location, `is one file more than ${maxFiles[kind]}`, problems)
  const next = locations.slice(0, most).values()
  const readNext = async (): Promise<void> => {
    for (const location of next) {
      const key = fileKey(location, state)
      files.set(location, await readOne(location, key, state))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readNext))
}

async function readOne(location: string, key: string, state: Bundle): Promise<BundledFile | undefined> {
  const { reader, problems, values } = state
  const tooLong = `makes it more than ${maxLength} characters in all`
  try {
    if (state.length > maxLength) throw new DocumentError(tooLong)
    const text = await reader.read(location)
    state.length += text.length
    if (state.length > maxLength) throw new DocumentError(tooLong)
    const value = await parseDocument(text, problems, values)
    return { key, pointer: into('#', filesKey, key), value }
  } catch (error) {
    const isOurs = error instanceof DocumentError
    tellUnread(location, isOurs ? error.message : `could not be read (${messageOf(error)})`, problems)
    return undefined
  }
}

function tellUnread(location: string, reason: string, problems: Problems): void {
  problems.tell({ subject: `The file "${location}", which the document refers to,`, reason })
}

/** The same wherever the folder of the document is, and another for each file. */
function fileKey(location: string, { start, keys }: Bundle): string {
  const path = isUrl(location) ? location : relative(dirname(start), location)
  const name = basename(path).replaceAll(/[^\w.-]+/g, '_')
  const hash = sha256(path)
  const short = `${name}-${hash.slice(0, 8)}`
  const key = keys.has(short) ? `${name}-${hash}` : short
  keys.add(key)
  return key
}

/** Puts the members that such a reference leads to in its place; its own stay. */
function fillMaps(root: Members, { maps, problems }: Bundle): void {
  const { components } = root
  const all = isHolder(components) ? [...maps, components] : maps
  let left = maxFilled
  for (const holder of all) {
    const { $ref, ...own } = holder
    if (Array.isArray(lookUp(root, $ref))) continue
    const target = follow(root, holder, '')?.value
    left -= target ? Object.keys(target).length : 0
    if (!target || left < 0) {
      const reason = target
        ? `brings in more than ${maxFilled} members in all; they were left out`
        : 'has no members, though the document refers to them'
      problems.tell({ pointer: $ref, reason })
      continue
    }
    Reflect.deleteProperty(holder, '$ref')
    Object.assign(holder, target, own)
  }
}

function isHolder(value: unknown): value is ReferenceHolder {
  return isPlainObject(value) && typeof value['$ref'] === 'string'
}
