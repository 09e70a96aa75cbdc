/**
 * Which folders a person has trusted: their configuration and tools are run without being named.
 *
 * Other files of a folder that start something are trusted one by one: one that appears later may be anybody's.
 *
 * @module
 */
import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface TrustStore {
  /** Whether a folder is trusted, or a file in it that was there when it was. */
  has(folder: string, file?: string): Promise<boolean>
  add(folder: string, files?: readonly string[]): Promise<void>
  remove(folder: string, files?: readonly string[]): Promise<void>
}

/** Kept in one file of the person's own configuration folder, readable by nobody else. */
export function openTrustStore(file: string): TrustStore {
  const read = async (): Promise<string[]> => {
    try {
      const parsed: unknown = JSON.parse(await readFile(file, 'utf8'))
      return Array.isArray(parsed) ? parsed.filter((item) => typeof item === 'string') : []
    } catch {
      return []
    }
  }
  const write = async (folders: readonly string[]): Promise<void> => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const temporary = `${file}.${process.pid}.tmp`
    await writeFile(temporary, `${JSON.stringify([...new Set(folders)], null, 2)}\n`, { mode: 0o600 })
    await rename(temporary, file)
  }
  return {
    has: async (folder, name = '') => (await read()).includes(join(await realpath(folder), name)),
    add: async (folder, files = []) => write([...(await read()), ...(await places(folder, files))]),
    remove: async (folder, files = []) => {
      const gone = await places(folder, files)
      await write((await read()).filter((other) => !gone.includes(other)))
    },
  }
}

async function places(folder: string, files: readonly string[]): Promise<string[]> {
  const place = await realpath(folder)
  return [place, ...files.map((file) => join(place, file))]
}

export function trustFile(environment: NodeJS.ProcessEnv, home: string): string {
  return join(environment['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'toolyard', 'trusted.json')
}
