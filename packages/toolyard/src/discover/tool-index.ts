/**
 * The generated index: what every tool file gave when it was last imported.
 *
 * An entry holds for one file of one size and time, under one version of Toolyard and one major version of Node;
 * whatever else is found is as good as no index. It is written beside itself and renamed, so a reader
 * sees the old one or the new one.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ToolManifest } from '../define/index.ts'
import { isPlainObject, toolNamePattern } from '../kernel/index.ts'

export interface IndexedTool {
  readonly exportName: string
  readonly manifest: ToolManifest
  readonly aliases: Readonly<Record<string, string>>
  readonly provided: readonly string[]
}

export interface IndexedFile {
  /** The tool folder in which it was found: the default category depends on it. */
  readonly folder: string
  readonly size: number
  readonly mtimeMs: number
  readonly tools: readonly IndexedTool[]
}

export type ToolIndex = ReadonlyMap<string, IndexedFile>

/** Rises with what is read from a file: 2 reads the parameters of classes from their annotations. */
const format = 2

/** What is in the index file; undefined if it is missing, damaged or another version's. */
export async function readIndex(file: string): Promise<ToolIndex> {
  try {
    const [text, version] = await Promise.all([readFile(file, 'utf8'), toolyardVersion()])
    const index: unknown = JSON.parse(text)
    if (!isPlainObject(index) || !isPlainObject(index['files'])) return new Map()
    const isCurrent =
      index['format'] === format && index['toolyard'] === version && index['node'] === nodeMajor()
    if (!isCurrent) return new Map()
    const entries = Object.entries(index['files'])
    return new Map(entries.filter((entry): entry is [string, IndexedFile] => isIndexedFile(entry[1])))
  } catch {
    return new Map()
  }
}

export async function writeIndex(file: string, index: ToolIndex): Promise<void> {
  const head = { format, toolyard: await toolyardVersion(), node: nodeMajor() }
  const text = JSON.stringify({ ...head, files: Object.fromEntries(index) })
  const temporary = `${file}.${randomUUID()}.tmp`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(temporary, text, { mode: 0o600 })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

function isIndexedFile(value: unknown): value is IndexedFile {
  return (
    isPlainObject(value) &&
    typeof value['folder'] === 'string' &&
    typeof value['size'] === 'number' &&
    typeof value['mtimeMs'] === 'number' &&
    Array.isArray(value['tools']) &&
    value['tools'].length > 0 &&
    value['tools'].every(isIndexedTool)
  )
}

function isIndexedTool(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    typeof value['exportName'] === 'string' &&
    isPlainObject(value['aliases']) &&
    Array.isArray(value['provided']) &&
    isManifest(value['manifest'])
  )
}

const textFields = [
  'description',
  'category',
  'type',
  'source',
  'permission',
  'effects',
  'version',
  'fingerprint',
]
const flagFields = ['confirm', 'streaming', 'idempotent']

function isManifest(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    typeof value['name'] === 'string' &&
    toolNamePattern.test(value['name']) &&
    textFields.every((field) => typeof value[field] === 'string') &&
    value['description'] !== '' &&
    flagFields.every((field) => typeof value[field] === 'boolean') &&
    isPlainObject(value['inputSchema']) &&
    Array.isArray(value['tags'])
  )
}

/** The same two folders up from `src/discover` and from `dist/discover`. */
async function toolyardVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return isPlainObject(manifest) ? String(manifest['version']) : ''
}

function nodeMajor(): string {
  return process.versions.node.split('.')[0] ?? ''
}
