/**
 * What servers said of their tools when they were last reached, kept in a file, so that a start waits for none of them.
 *
 * Nothing in it is believed: what is read back is checked like what comes over the wire, and is accepted by no one else than
 * before. A file that can't be read is none.
 *
 * @module
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isPlainObject } from '../../../kernel/index.ts'

export interface KnownServer {
  /** Hash of how it was reached: another way is another server. */
  readonly spec: string
  /** When, in milliseconds since 1970. */
  readonly at: number
  /** It speaks the older protocol only. */
  readonly isLegacy: boolean
  /** What it calls itself. */
  readonly serverName?: string | undefined
  /** Definitions as they came, those that could be used. */
  readonly tools: readonly unknown[]
}

export interface ToolCache {
  get(server: string, spec: string): KnownServer | undefined
  put(server: string, known: KnownServer): void
  /** Resolves when everything is written, or could not be. */
  settled(): Promise<void>
}

const format = 1
const maxBytes = 64_000_000

export async function openToolCache(file: string | undefined): Promise<ToolCache> {
  const known = file === undefined ? new Map<string, KnownServer>() : await readServers(file)
  let saving: Promise<void> = Promise.resolve()
  let isPlanned = false
  const save = async (): Promise<void> => {
    isPlanned = false
    // Another process may know of other servers by now.
    if (file !== undefined)
      await write(file, new Map([...(await readServers(file)), ...known])).catch(() => {})
  }
  return {
    get(server, spec) {
      const entry = known.get(server)
      return entry?.spec === spec ? entry : undefined
    },
    put(server, entry) {
      known.set(server, entry)
      if (isPlanned) return
      isPlanned = true
      saving = saving.then(save)
    },
    settled: () => saving,
  }
}

async function readServers(file: string): Promise<Map<string, KnownServer>> {
  try {
    const text = await readFile(file, 'utf8')
    const value: unknown = text.length > maxBytes ? undefined : JSON.parse(text)
    if (!isPlainObject(value) || value['format'] !== format || !isPlainObject(value['servers']))
      return new Map()
    return new Map(
      Object.entries(value['servers']).filter((entry): entry is [string, KnownServer] => isKnown(entry[1])),
    )
  } catch {
    return new Map()
  }
}

async function write(file: string, servers: ReadonlyMap<string, KnownServer>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, JSON.stringify({ format, servers: Object.fromEntries(servers) }), {
    mode: 0o600,
  })
  await rename(temporary, file)
}

function isKnown(value: unknown): value is KnownServer {
  return (
    isPlainObject(value) &&
    typeof value['spec'] === 'string' &&
    typeof value['at'] === 'number' &&
    typeof value['isLegacy'] === 'boolean' &&
    (value['serverName'] === undefined || typeof value['serverName'] === 'string') &&
    Array.isArray(value['tools'])
  )
}
