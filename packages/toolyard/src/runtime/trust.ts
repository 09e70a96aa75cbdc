/**
 * Which folders a person has trusted: their configuration and tools are run without being named.
 *
 * @module
 */
import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface TrustStore {
  has(folder: string): Promise<boolean>
  add(folder: string): Promise<void>
  remove(folder: string): Promise<void>
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
    has: async (folder) => (await read()).includes(await realpath(folder)),
    add: async (folder) => write([...(await read()), await realpath(folder)]),
    remove: async (folder) => {
      const gone = await realpath(folder)
      await write((await read()).filter((other) => other !== gone))
    },
  }
}

export function trustFile(environment: NodeJS.ProcessEnv, home: string): string {
  return join(environment['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'toolyard', 'trusted.json')
}
